// expect: FALSE
// about: a ring buffer may be full some time
// violation: 24
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { CAPACITY = 4 };
struct ring {
    unsigned char data[CAPACITY];
    unsigned head, count;
};
int main(void) {
    struct ring buffer = {{0}, 0, 0};
    struct ring *r = &buffer;
    while (__VERIFIER_nondet_bool()) {
        if (r->count < CAPACITY && __VERIFIER_nondet_bool()) {
            r->data[(r->head + r->count) % CAPACITY] = __VERIFIER_nondet_uchar();
            r->count++;
        } else if (r->count > 0) {
            r->head = (r->head + 1) % CAPACITY;
            r->count--;
        }
        assert(r->count < CAPACITY && r->head < CAPACITY);
    }
    return 0;
}
