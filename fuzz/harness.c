/* Runs a program on all its inputs, each time in a process of its own.
 *
 *   harness BITS...         all values of so many bits for each input
 *   harness =VALUE...       this value for each input, once
 *
 * The program is compiled with -Dmain=fuzz_program. For each run that ends as C defines it, a line is printed:
 * "end", "reached" or "observed NUMBER", with the values of the inputs behind it. At the end come the numbers of
 * runs, of runs with undefined behaviour, and of runs that took too long; then, for each invariant that was looked at,
 * whether it held each time. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_INPUTS = 16, MOST_INVARIANTS = 64, UNDEFINED = 99, SECONDS = 2 };

extern int fuzz_program(void);

static struct {
    int reached, is_observed, inputs_read, is_inexact;
    unsigned observed;
    int visited[MOST_INVARIANTS], broken[MOST_INVARIANTS];
} *shared;

static long long values[MOST_INPUTS];
static int inputs;

static long long next_value(void) {
    int number = shared->inputs_read++;
    return number < inputs ? values[number] : 0;
}

/* A value that does not fit the type of its input is none that the input can have. */
#define INPUT(name, type)                           \
    type __VERIFIER_nondet_##name(void) {           \
        long long value = next_value();             \
        type fitting = (type)value;                 \
        if ((long long)fitting != value) shared->is_inexact = 1; \
        return fitting;                             \
    }
INPUT(bool, _Bool)
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)

void reach_error(void) {
    shared->reached = 1;
    _exit(0);
}

void fuzz_observe(unsigned value) {
    shared->is_observed = 1;
    shared->observed = value;
    _exit(0);
}

int fuzz_invariant(int number, int holds) {
    shared->visited[number] = 1;
    if (!holds) shared->broken[number] = 1;
    return 1;
}

static int undefined, late;

static void run(void) {
    shared->reached = shared->is_observed = shared->inputs_read = shared->is_inexact = 0;
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(1);
    }
    if (child == 0) {
        alarm(SECONDS);
        fuzz_program();
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGALRM) {
        late++;
        return;
    }
    if ((WIFEXITED(status) && WEXITSTATUS(status) == UNDEFINED) || (signal && signal != SIGABRT)) {
        undefined++;
        return;
    }
    if (shared->is_inexact) printf("inexact");
    else if (shared->reached) printf("reached");
    else if (shared->is_observed) printf("observed %u", shared->observed);
    else printf("end");
    for (int i = 0; i < inputs; i++) printf(" %lld", values[i]);
    printf("\n");
}

int main(int count, char **arguments) {
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(shared, 0, sizeof *shared);
    inputs = count - 1;
    if (shared == MAP_FAILED || inputs > MOST_INPUTS) return 1;
    setvbuf(stdout, 0, _IOFBF, 1 << 16);
    int bits[MOST_INPUTS], all = 0, runs = 0;
    for (int i = 0; i < inputs; i++) {
        const char *argument = arguments[i + 1];
        const int is_fixed = argument[0] == '=', is_negative = is_fixed && argument[1] == '-';
        values[i] = !is_fixed ? 0 : is_negative ? strtoll(argument + 1, 0, 10) : (long long)strtoull(argument + 1, 0, 10);
        bits[i] = is_fixed ? 0 : atoi(argument);
        all += bits[i];
    }
    for (unsigned long number = 0; number < 1ul << all; number++) {
        unsigned long rest = number;
        for (int i = 0; i < inputs; i++) {
            if (bits[i]) values[i] = (long long)(rest & ((1ul << bits[i]) - 1));
            rest >>= bits[i];
        }
        fflush(stdout);
        run();
        runs++;
    }
    printf("runs %d undefined %d late %d\n", runs, undefined, late);
    for (int i = 0; i < MOST_INVARIANTS; i++)
        if (shared->visited[i]) printf("invariant %d %s\n", i, shared->broken[i] ? "broken" : "holds");
    return 0;
}
