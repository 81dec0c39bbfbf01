/* Runs a program on all its inputs, with every choice of which allocations fail, each time in a process of its own.
 *
 *   harness plain|cleanup LOW HIGH [LOW HIGH]...
 *
 * Inputs are numbered as they are read and take all values of their range. The program is compiled with -Dmain=fuzz_program and
 * linked with --wrap for the functions that allocate. What a run that was stopped wrote to stderr is printed behind a line
 * "caught"; the last line counts runs, runs that were stopped, runs that took too long, and programs with too many choices. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_INPUTS = 4, MOST_CHOICES = 12, MOST_RUNS = 4000, SECONDS = 2, FOUND = 98 };

extern int fuzz_program(void);
extern void *__real_malloc(size_t);
extern void *__real_calloc(size_t, size_t);
extern void *__real_realloc(void *, size_t);
extern void __real_free(void *);
extern int __sanitizer_get_ownership(const volatile void *);

static struct {
    int made;  // choices that this run made
    int fails[MOST_CHOICES];
    int has_too_many;
} *shared;

static long long low[MOST_INPUTS], high[MOST_INPUTS], values[MOST_INPUTS];
static int inputs, inputs_read;
static long live;

static long long next_value(void) { return inputs_read < inputs ? values[inputs_read++] : 0; }

int __VERIFIER_nondet_int(void) { return (int)next_value(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next_value(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next_value(); }
short __VERIFIER_nondet_short(void) { return (short)next_value(); }
long __VERIFIER_nondet_long(void) { return (long)next_value(); }

void __assert_fail(const char *claim, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: assertion of %s fails: %s\n", file, line, function, claim);
    _exit(FOUND);
}

static int fails(void) {
    if (shared->made == MOST_CHOICES) {
        shared->has_too_many = 1;
        return 0;
    }
    return shared->fails[shared->made++];
}
static void *counted(void *made) {
    live += made != 0;
    return made;
}
void *__wrap_malloc(size_t size) { return fails() ? 0 : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? 0 : counted(__real_calloc(count, size)); }
void *__wrap_realloc(void *old, size_t size) {
    // A pointer that is none of malloc's is for the sanitizer, also if the request fails.
    if ((!old || __sanitizer_get_ownership(old)) && fails()) return 0;
    void *made = __real_realloc(old, size);
    live += made && !old;
    return made;
}
void __wrap_free(void *old) {
    live -= old != 0;
    __real_free(old);
}

static int is_cleanup;

static void look_at_the_end(void) {
    if (is_cleanup && live > 0) {
        fprintf(stderr, "%ld blocks are not freed at the end\n", live);
        _exit(FOUND);
    }
}

/* Goes on to the next choice of failing allocations; false if there is none. */
static int next_choice(void) {
    int last = shared->made;
    while (last > 0 && shared->fails[last - 1]) last--;
    if (last == 0) return 0;
    shared->fails[last - 1] = 1;
    for (int i = last; i < MOST_CHOICES; i++) shared->fails[i] = 0;
    return 1;
}

static int next_input(void) {
    for (int i = 0; i < inputs; i++) {
        if (values[i]++ < high[i]) return 1;
        values[i] = low[i];
    }
    return 0;
}

static int runs, caught, late;
static FILE *errors;

static void run(void) {
    shared->made = 0;
    fflush(stdout);
    if (ftruncate(fileno(errors), 0)) exit(1);
    rewind(errors);
    pid_t child = fork();
    if (child < 0) exit(1);
    if (child == 0) {
        dup2(fileno(errors), 2);
        alarm(SECONDS);
        atexit(look_at_the_end);
        fuzz_program();
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    runs++;
    if (signal == SIGALRM) late++;
    else if (signal || WEXITSTATUS(status)) {
        caught++;
        printf("caught\n");
        rewind(errors);
        for (int c; (c = getc(errors)) != EOF;) putchar(c);
        printf("\n");
    }
}

int main(int count, char **arguments) {
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    errors = tmpfile();
    inputs = (count - 2) / 2;
    if (shared == MAP_FAILED || !errors || count < 2 || inputs > MOST_INPUTS) return 1;
    is_cleanup = strcmp(arguments[1], "cleanup") == 0;
    for (int i = 0; i < inputs; i++) {
        low[i] = values[i] = atoll(arguments[2 + 2 * i]);
        high[i] = atoll(arguments[3 + 2 * i]);
    }
    do {
        memset(shared->fails, 0, sizeof shared->fails);
        do run();
        while (runs < MOST_RUNS && !shared->has_too_many && next_choice());
    } while (runs < MOST_RUNS && !shared->has_too_many && next_input());
    printf("runs %d caught %d late %d unfinished %d\n", runs, caught, late, shared->has_too_many || runs == MOST_RUNS);
    return 0;
}
