// expect: TRUE
// about: loops, switches and early exits behind a declaration do not pass it by
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    for (int k = 0; k < 3; k++) {
        int x = 7;
        while (__VERIFIER_nondet_int()) {
            int y = 2;
            if (__VERIFIER_nondet_int()) {
                if (__VERIFIER_nondet_int()) continue;
                else if (__VERIFIER_nondet_int()) break;
            } else {
                switch (__VERIFIER_nondet_int()) {
                case 1: y = 2; break;
                case 2: if (k) { y = 2; } break;
                default: break;
                }
            }
            do { if (y != 2) reach_error(); } while (__VERIFIER_nondet_int() && y == 1);
        }
        if (__VERIFIER_nondet_int() ? k > 5 : x != 7) reach_error();
        x = 8;
    }
    return 0;
}
