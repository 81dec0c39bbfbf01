// expect: TRUE
// about: structs in a union that begin alike
// data-models: ILP32 LP64
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

union event {
    struct { int type; } any;
    struct { int type, key; } key;
    struct { int type; short x, y; } motion;
};
static int type_of(const union event *e) { return e->any.type; }
int main(void) {
    union event e;
    if (__VERIFIER_nondet_bool()) {
        e.key.type = 1;
        e.key.key = __VERIFIER_nondet_int();
    } else {
        e.motion.type = 2;
        e.motion.x = e.motion.y = 7;
    }
    if (type_of(&e) == 2) assert(e.motion.x == 7 && e.key.key == 0x70007);
    else assert(e.any.type == 1);
    return 0;
}
