// expect: TRUE
// about: a traffic light never goes from red to yellow
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int state = 0, last = 2;
    while (1) {
        if (state == 1 && last == 0) reach_error();
        last = state;
        if (__VERIFIER_nondet_bool()) continue;
        switch (state) {
        case 0: state = 2; break;
        case 1: state = 0; break;
        case 2: state = 1; break;
        }
    }
}
