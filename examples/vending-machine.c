// expect: FALSE
// A vending machine that can be made to give a drink for less than its price.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum state { IDLE, PAYING, READY };

int main(void) {
    enum state state = IDLE;
    unsigned char paid = 0;
    const unsigned char price = 50;

    for (;;) {
        unsigned char coin = __VERIFIER_nondet_uchar();
        switch (state) {
        case IDLE:
            paid = 0;
            state = PAYING;
            break;
        case PAYING:
            if (coin != 10 && coin != 20 && coin != 100) break;
            if (paid + coin >= price) state = READY;
            paid += coin;
            if (coin == 100) paid -= price + 1; // the bug: change is given before the drink
            break;
        case READY:
            assert(paid >= price);
            state = IDLE;
            break;
        }
    }
}
