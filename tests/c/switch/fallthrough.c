// expect: TRUE
// about: a case without break runs on into the next
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int steps = 0, from = __VERIFIER_nondet_int();
    switch (from) {
    case 3: steps++;
    case 2: steps++;
    case 1: steps++; break;
    default: steps = from == 0 ? 0 : -1;
    }
    if (from >= 0 && from <= 3) assert(steps == from);
    else assert(steps == -1);
    return 0;
}
