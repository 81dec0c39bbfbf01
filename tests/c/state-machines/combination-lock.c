// expect: FALSE
// about: a lock that opens after four right digits in a row
// violation: 16
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 0;
    while (1) {
        int digit = __VERIFIER_nondet_int();
        switch (state) {
        case 0: state = digit == 3 ? 1 : 0; break;
        case 1: state = digit == 1 ? 2 : 0; break;
        case 2: state = digit == 4 ? 3 : 0; break;
        case 3: state = digit == 1 ? 4 : 0; break;
        case 4: reach_error();
        }
    }
}
