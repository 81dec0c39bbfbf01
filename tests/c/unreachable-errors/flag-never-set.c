// expect: TRUE
// about: an error guarded by a flag that the program only clears
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int flag = 0;
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (flag) reach_error();
        if (__VERIFIER_nondet_int() == 5) flag = 0;
    }
    return 0;
}
