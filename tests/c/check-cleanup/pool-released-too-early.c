// expect: FALSE
// about: a pool is released and used again
// options: --check cleanup
// check: cleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static char *pool;
static char *take(void) {
    if (pool == NULL) pool = malloc(64);
    return pool;
}
static void release(void) {
    free(pool);
    pool = NULL;
}
int main(void) {
    while (__VERIFIER_nondet_int()) take();
    release();
    if (__VERIFIER_nondet_int()) take();
    return 0;
}
