// expect: TRUE
// about: case ranges cover what they say, with both ends
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int classify(int x) {
    switch (x) {
    case 0 ... 9: return 1;
    case 10 ... 99: return 2;
    case -9 ... -1: return -1;
    default: return 0;
    }
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int digits = classify(x);
    if (digits == 1) assert(x >= 0 && x <= 9);
    if (digits == 2) assert(x >= 10 && x <= 99);
    if (digits == -1) assert(x >= -9 && x < 0);
    if (x == 0 || x == 9) assert(digits == 1);
    return 0;
}
