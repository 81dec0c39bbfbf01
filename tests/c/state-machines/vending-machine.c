// expect: FALSE
// about: a vending machine that gives goods for too little when a coin is returned at the wrong time
// violation: 23
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, paid = 0;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (state == 0 && event == 1) {
            paid = 1;
            state = 1;
        } else if (state == 1 && event == 1) {
            paid = 2;
            state = 2;
        } else if (state == 1 && event == 2) {
            paid = 0;
            state = 0;
        } else if (state == 2 && event == 2) {
            paid = 0;
        } else if (state == 2 && event == 3) {
            assert(paid == 2);
            state = 0;
            paid = 0;
        }
    }
}
