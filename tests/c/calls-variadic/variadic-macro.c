// expect: TRUE
// about: a macro that prints and calls
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define TRACE(...) (printf(__VA_ARGS__), step())
static int steps;
static int step(void) { return ++steps; }

int main(void) {
    int a = TRACE("start\n");
    int b = TRACE("%d %d\n", a, 5);
    int c = TRACE("%s\n", "end");
    if (a + b + c != 6) reach_error();
    return 0;
}
