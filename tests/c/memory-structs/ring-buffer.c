// expect: TRUE
// about: what comes out of a ring buffer went in first
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { CAPACITY = 3 };
struct ring {
    int data[CAPACITY];
    unsigned head, count;
};
static _Bool put(struct ring *r, int value) {
    if (r->count == CAPACITY) return 0;
    r->data[(r->head + r->count++) % CAPACITY] = value;
    return 1;
}
static int get(struct ring *r) {
    int value = r->data[r->head];
    r->head = (r->head + 1) % CAPACITY;
    r->count--;
    return value;
}
int main(void) {
    struct ring r = {.head = __VERIFIER_nondet_bool() ? 2 : 0};
    int sent = 0;
    for (int i = 1; i <= 4; i++) sent += put(&r, i);
    assert(sent == 3);
    for (int i = 1; i <= 3; i++) assert(get(&r) == i);
    assert(r.count == 0);
    return 0;
}
