/* The runtime of a native replay: what the functions of a prepared module do in a run whose
 * arbitrary values are given. The values, and the functions whose names end in a type, come from
 * a file of LLVM assembly that is written for each module (src/glue.rs).
 *
 * The run ends with one of the codes below, whatever main returns. Nothing is read or printed, and
 * of the C library only what ends a process or maps memory is used. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    ENDED = 201,             /* main returned, or the program called exit by itself */
    ERROR_REACHED = 202,     /* what should never happen did */
    MISUSED = 208,           /* the program is about to misuse memory */
    ASSUMPTION_FAILED = 203, /* an assumption does not hold */
    EXITED = 204,            /* a call ended the program: exit, abort */
    OUT_OF_VALUES = 205,     /* more values were asked for than there are */
    WRONG_WIDTH = 206,       /* a value of another width is next */
    UNSUPPORTED = 207,       /* what cannot be verified was reached */
};

extern const unsigned char euclase_values[];
extern const unsigned euclase_widths[];
extern const unsigned long long euclase_count;
extern const unsigned euclase_stride;
/* Bytes of the heap that nobody wrote: the number of the allocation, the offset and the byte, three by three. */
extern const unsigned long long euclase_heap[];

/* Memory that the program did not allocate: where it starts and its size, then an address and a byte, two by two; none if the
 * start is zero. */
extern const unsigned long long euclase_outside[];

static unsigned long long next;

/* The next value, as bytes in the order of the machine. */
const void *euclase_take(unsigned width) {
    if (next >= euclase_count) _exit(OUT_OF_VALUES);
    if (euclase_widths[next] != width) _exit(WRONG_WIDTH);
    return euclase_values + (unsigned long)(next++ * euclase_stride);
}

/* Memory filled as a whole takes one value a byte, first to last. */
void __euclase_havoc(unsigned char *memory, unsigned long long size, int site) {
    (void)site;
    for (unsigned long long i = 0; i < size; i++) memory[i] = *(const unsigned char *)euclase_take(8);
}

/* What malloc gives holds what the execution says; the linker puts this in its place. */
void *__real_malloc(unsigned long size);
void *__wrap_malloc(unsigned long size) {
    static unsigned long long allocations;
    static const unsigned long long *byte = euclase_heap;
    unsigned char *memory = __real_malloc(size);
    for (; byte[0] == allocations; byte += 3) {
        if (memory && byte[1] < size) memory[byte[1]] = (unsigned char)byte[2];
    }
    allocations++;
    return memory;
}

/* The number of the call below that announces the violation; none if that is zero. */
extern const unsigned long long euclase_violated;

/* The program says what it is about to do with memory. What is wrong about it was seen by who knows all objects; here it is
 * shown that a native run comes to the same place. */
static void look(void) {
    static unsigned long long looks;
    if (++looks == euclase_violated) _exit(MISUSED);
}

void __euclase_read(const void *address, unsigned long long size, int site) {
    (void)address, (void)size, (void)site;
    look();
}

void __euclase_write(const void *address, unsigned long long size, int site) {
    (void)address, (void)size, (void)site;
    look();
}

void __euclase_text(const char *address, int site) {
    (void)address, (void)site;
    look();
}

void __euclase_free(const void *address, int site) {
    (void)address, (void)site;
    look();
}

void __euclase_called(const void *function, int site) {
    (void)function, (void)site;
    look();
}

void __euclase_end(int site) {
    (void)site;
    look();
}

void __euclase_enter(void *variable, int site) { (void)variable, (void)site; }
void __euclase_leave(void *variable, int site) { (void)variable, (void)site; }

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

/* Puts memory where the execution has it. Where there is something else already, the run ends otherwise. */
static void map_outside(void) {
    unsigned long start = (unsigned long)euclase_outside[0], size = (unsigned long)euclase_outside[1];
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *mapped = mmap((void *)start, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (mapped != (void *)start) _exit(126);
    for (const unsigned long long *byte = euclase_outside + 2; byte[0]; byte += 2) {
        *(unsigned char *)(unsigned long)byte[0] = (unsigned char)byte[1];
    }
}

/* Registered before anything of the program runs, so that it runs after everything of it. */
__attribute__((constructor(101))) static void start(void) {
    if (atexit(ended) != 0) _exit(126);
    if (euclase_outside[0]) map_outside();
}
