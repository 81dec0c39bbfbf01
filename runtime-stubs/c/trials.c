/* The runtime of runs on guessed values: the same functions as in replay.c, but values are made up as they are asked
 * for, and noted. One process makes many runs: each is a fork at the start of the program, so that a run costs what
 * it does and not a start. The first run that reaches the error ends them all and leaves its values in a file.
 *
 * Arguments: the first seed, the number of runs, the processor time of each in milliseconds, the file. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>

enum {
    ENDED = 201, /* these mean what they mean in replay.c */
    ERROR_REACHED = 202,
    ASSUMPTION_FAILED = 203,
    EXITED = 204,
    UNSUPPORTED = 207,
    TOO_MANY_VALUES = 208, /* more values were taken than are noted */
    NO_ROOM = 209,         /* there is no memory for notes, or no process */
    NOTHING_FOUND = 210,   /* no run reached the error */
    NOTHING_TO_GUESS = 211 /* all runs are the same, and this one does not reach it */
};

/* The numbers that the program compares with, as pairs of a width and a value, closed by the width zero. */
extern const unsigned long long euclase_constants[];

/* What was taken: a width and a value each; a width of zero and a number of bytes stand before bytes of memory. */
struct note {
    unsigned long long width, value;
};
enum { NOTES = 96 << 20 };
static struct {
    unsigned long long bytes; /* how many are used */
    unsigned long long fill;  /* what memory held that no one wrote */
    unsigned char notes[NOTES];
} *noted;

static unsigned long long state, mood, choices[8];

static unsigned long long draw(void) {
    unsigned long long z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static unsigned long long below(unsigned long long bound) { return draw() % bound; }

/* One of the constants of a width, or one next to it. They stand sorted by width. */
static unsigned long long compared_with(unsigned width) {
    static unsigned known;
    static const unsigned long long *from;
    static unsigned long long count;
    if (known != width) {
        for (from = euclase_constants; from[0] && from[0] != width;) from += 2;
        for (count = 0; from[2 * count] == width;) count++;
        known = width;
    }
    return (count ? from[2 * below(count) + 1] : 1) + below(3) - 1;
}

/* Any value of a width: small, at an end of the range, near a constant of the program, or anything. */
static unsigned long long any(unsigned width) {
    unsigned long long ones = width >= 64 ? ~0ull : (1ull << width) - 1, top = (ones >> 1) + 1;
    switch (below(10)) {
    case 0: case 1: case 2: case 3: return below(6);
    case 4: return (unsigned long long[]){ones, top, top - 1}[below(3)];
    case 5: case 6: return compared_with(width) & ones;
    case 7: return below(below(2) ? 40 : 1000) & ones;
    default: return draw() & ones;
    }
}

/* The first runs take the same value everywhere; of the others, every third takes one of a few that it has chosen. */
static unsigned long long guess(unsigned width) {
    unsigned long long ones = width >= 64 ? ~0ull : (1ull << width) - 1;
    switch (mood) {
    case 1: return 0;
    case 2: return 1;
    case 4: return 2 & ones;
    case 5: return ones;
    }
    if (mood % 3 == 0) return choices[below(mood % 8 + 1)] & ones;
    return any(width);
}

static void note(const void *bytes, unsigned long long size) {
    if (noted->bytes + size > NOTES) _exit(TOO_MANY_VALUES);
    memcpy(noted->notes + noted->bytes, bytes, size);
    noted->bytes += size;
}

/* The next value, as bytes in the order of the machine; what is wider than 64 bits is filled with zeros. */
const void *euclase_take(unsigned width) {
    static unsigned char value[1 << 13];
    struct note made = {width, guess(width)};
    note(&made, sizeof made);
    memcpy(value, &made.value, sizeof made.value);
    return value;
}

void __euclase_havoc(unsigned char *memory, unsigned long long size, int site) {
    struct note start = {0, size};
    (void)site;
    for (unsigned long long i = 0; i < size; i++) memory[i] = (unsigned char)guess(8);
    note(&start, sizeof start);
    note(memory, size);
}

/* What no one wrote holds the same byte everywhere, for whoever follows the run; and no run takes more memory than that. */
static unsigned char fill;
enum { MOST_MEMORY = 256 << 20 };
static unsigned long allocated, kept;

void *__real_malloc(unsigned long size);
void *__wrap_malloc(unsigned long size) {
    if (size > MOST_MEMORY - allocated) _exit(NO_ROOM);
    allocated += size;
    void *memory = __real_malloc(size ? size : 1);
    if (!memory) _exit(NO_ROOM);
    kept++;
    return memset(memory, fill, size);
}

#if __has_feature(address_sanitizer)
/* AddressSanitizer watches what the program does with memory; what it reports is to be followed. Whoever follows the run decides. */
const char *__asan_default_options(void) {
    return "exitcode=202:detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1:handle_abort=0:"
           "handle_segv=1:handle_sigbus=1:allow_user_segv_handler=0:print_summary=0:verbosity=0:symbolize=0:quarantine_size_mb=32";
}
void __asan_poison_memory_region(void const volatile *, unsigned long);
void __asan_unpoison_memory_region(void const volatile *, unsigned long);
int __asan_address_is_poisoned(void const volatile *);
void *__asan_region_is_poisoned(void *, unsigned long);
const char *__asan_locate_address(void *, char *, unsigned long, void **, unsigned long *);

/* The size of a variable, by where it starts. */
static unsigned long room_of(void *variable) {
    void *start = 0;
    unsigned long size = 0;
    char name[1];
    __asan_locate_address(variable, name, sizeof name, &start, &size);
    return start == variable ? size : 0;
}

/* A variable whose block is left is used no more. */
void __euclase_leave(void *variable, int site) {
    (void)site;
    __asan_poison_memory_region(variable, room_of(variable));
}
void __euclase_enter(void *variable, int site) {
    (void)site;
    unsigned long size = room_of(variable);
    if (size) __asan_unpoison_memory_region(variable, size);
}
static void look(void *address, unsigned long long size) {
    if (size && __asan_region_is_poisoned(address, size)) _exit(ERROR_REACHED);
}
#else
void __euclase_enter(void *variable, int site) { (void)variable, (void)site; }
void __euclase_leave(void *variable, int site) { (void)variable, (void)site; }
static void look(void *address, unsigned long long size) { (void)address, (void)size; }
#endif

void __euclase_read(void *address, unsigned long long size, int site) { look(address, size), (void)site; }
void __euclase_write(void *address, unsigned long long size, int site) { look(address, size), (void)site; }
void __euclase_text(const char *address, int site) { (void)address, (void)site; }
void __euclase_called(const void *function, int site) { (void)function, (void)site; }

/* Memory that is kept to the end may be a leak, where the program asks for that. */
void __euclase_free(void *address, int site) {
    (void)site;
    if (address) kept--;
}
void __euclase_end(int site) {
    (void)site;
    if (kept) _exit(ERROR_REACHED);
}

void euclase_assume(int holds) {
    if (!holds) _exit(ASSUMPTION_FAILED);
}

void __euclase_error(int site) {
    (void)site;
    _exit(ERROR_REACHED);
}

void __euclase_exit(int site) {
    (void)site;
    _exit(EXITED);
}

void __euclase_unsupported(int site) {
    (void)site;
    _exit(UNSUPPORTED);
}

static void ended(void) { _exit(ENDED); }

static void put(int file, const void *bytes, unsigned long long size) {
    for (unsigned long long done = 0; done < size;) {
        ssize_t step = write(file, (const char *)bytes + done, size - done);
        if (step <= 0) _exit(NO_ROOM);
        done += (unsigned long long)step;
    }
}

/* Leaves the seed of a run, what memory held that no one wrote, and what the run took. */
static void keep(const char *path, unsigned long long seed) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) _exit(NO_ROOM);
    put(file, &seed, sizeof seed);
    put(file, &noted->fill, sizeof noted->fill);
    put(file, noted->notes, noted->bytes);
    close(file);
}

/* In the parent this makes the runs and does not return; in each run it returns, and the program goes on. */
__attribute__((constructor(101))) static void start(int argc, char **argv) {
    if (argc != 5 || atexit(ended) != 0) _exit(NO_ROOM);
    unsigned long long first = strtoull(argv[1], 0, 10), runs = strtoull(argv[2], 0, 10);
    unsigned long milliseconds = strtoul(argv[3], 0, 10);
    noted = mmap(0, sizeof *noted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (noted == MAP_FAILED) _exit(NO_ROOM);
    for (unsigned long long seed = first; seed < first + runs; seed++) {
        int status = 0;
        noted->bytes = 0;
        pid_t child = fork();
        if (child < 0) _exit(NO_ROOM);
        if (child == 0) {
            struct itimerval limit = {{0, 0}, {(time_t)(milliseconds / 1000), (suseconds_t)(milliseconds % 1000 * 1000)}};
            setitimer(ITIMER_PROF, &limit, 0);
            /* Long runs are a last resort, and others have work to do. */
            if (milliseconds >= 250 && nice(8) == -1) { /* it goes on as it is */ }
            state = seed * 0xda942042e4dd58b5ull;
            mood = seed;
            fill = (unsigned char)(seed < 6 || seed % 4 == 1 ? 0 : seed % 4 == 3 ? below(256) : 'a');
            noted->fill = fill;
            for (int i = 0; i < 8; i++) choices[i] = any(64);
            return;
        }
        while (waitpid(child, &status, 0) < 0) {}
        if (WIFEXITED(status) && WEXITSTATUS(status) == ERROR_REACHED) {
            keep(argv[4], seed);
            _exit(ERROR_REACHED);
        }
        if (WIFEXITED(status) && noted->bytes == 0) _exit(NOTHING_TO_GUESS);
    }
    _exit(NOTHING_FOUND);
}
