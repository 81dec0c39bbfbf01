// expect: TRUE
// about: a struct that is defined elsewhere
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct config {
    unsigned mode : 2;
    short speed[2];
};
extern struct config config;
int main(void) {
    struct config before = config;
    unsigned at = __VERIFIER_nondet_uint() % 2;
    config.speed[at] = 100;
    assert(config.mode <= 3 && config.mode == before.mode);
    assert(config.speed[1 - at] == before.speed[1 - at]);
    return 0;
}
