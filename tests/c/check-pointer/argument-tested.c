// expect: TRUE
// about: the first argument is used if there is one
// options: --check pointer
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    int verbose = __VERIFIER_nondet_int();
    if (!verbose) return 0;
    if (argc < 2) return 1;
    return strlen(argv[1]) > 3;
}
