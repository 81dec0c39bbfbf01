// expect: FALSE
// about: the first argument may be the null that ends them
// options: --check pointer
// check: pointer
// violation: 13
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    int verbose = __VERIFIER_nondet_int();
    if (!verbose) return 0;
    if (argc < 1) return 1;
    return strlen(argv[1]) > 3;
}
