// expect: TRUE
// about: of six states one can never be entered
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int s = 1;
    while (__VERIFIER_nondet_bool()) {
        int in = __VERIFIER_nondet_int();
        if (s == 1 && in == 1) s = 2;
        else if (s == 2 && in == 1) s = 3;
        else if (s == 2 && in == 2) s = 1;
        else if (s == 3 && in == 3) s = 4;
        else if (s == 4) s = in == 4 ? 5 : 1;
        else if (s == 6) s = 0;
        if (s == 6 || s == 0) reach_error();
    }
    return 0;
}
