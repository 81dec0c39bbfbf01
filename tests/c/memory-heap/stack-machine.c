// expect: TRUE
// about: a small machine with its stack on the heap
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum code { PUSH, ADD, DOUBLE, END };
struct machine {
    int stack[3];
    int top;
};
static int run(struct machine *m, const unsigned char *program) {
    for (;; program++) {
        switch (*program) {
        case PUSH: m->stack[m->top++] = *++program; break;
        case ADD: m->top--; m->stack[m->top - 1] += m->stack[m->top]; break;
        case DOUBLE: m->stack[m->top - 1] *= 2; break;
        default: return m->stack[m->top - 1];
        }
    }
}
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    const unsigned char program[] = {PUSH, x, DOUBLE, PUSH, 5, ADD, END};
    struct machine *m = calloc(1, sizeof *m);
    if (m == NULL) return 0;
    assert(run(m, program) == 2 * x + 5);
    assert(m->top == 1);
    return 0;
}
