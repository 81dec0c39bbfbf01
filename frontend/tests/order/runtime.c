// Defines what a prepared module leaves open: values from a generator, each call noted on the output.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long seed, calls;

static unsigned long long next(const char *what, int site) {
    if (calls++ == 0) {
        const char *given = getenv("SEED");
        seed = given ? strtoull(given, 0, 10) : 1;
        alarm(5);
    }
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    printf("%s %d\n", what, site);
    fflush(stdout);
    if (calls == 2000)
        _exit(0);
    // Small values reach more of a program.
    return (seed >> 33) % 3 == 0 ? seed >> 20 : (seed >> 40) % 8;
}

#define NONDET(name, type) \
    type __euclase_nondet_##name(int site) { return (type)next(#name, site); }
_Bool __euclase_nondet_i1(int site) { return next("i1", site) & 1; }
NONDET(i8, unsigned char)
NONDET(i16, unsigned short)
NONDET(i32, unsigned)
NONDET(i64, unsigned long long)
NONDET(float, float)
NONDET(double, double)
NONDET(x86_fp80, long double)
#ifdef __SIZEOF_INT128__
NONDET(i128, unsigned __int128)
#endif
void *__euclase_nondet_ptr(int site) { return (void *)(unsigned long)next("ptr", site); }

void __euclase_havoc(unsigned char *p, unsigned long long size, int site) {
    printf("havoc of %llu\n", size);
    for (unsigned long long i = 0; i < size; i++)
        p[i] = next("byte", site);
}

static void end(const char *how, int site) {
    next(how, site);
    _exit(0);
}

void __euclase_assume(_Bool holds, int site) {
    next("assume", site);
    if (!holds)
        end("stop", site);
}
void __euclase_error(int site) { end("error", site); }
void __euclase_exit(int site) { end("exit", site); }
void __euclase_unsupported(int site) { end("unsupported", site); }
