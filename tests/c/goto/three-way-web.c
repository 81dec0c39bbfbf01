// expect: TRUE
// about: three labels that jump to each other, a counter that never goes down
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char visits = 0;
one:
    if (visits < 5) visits++;
    if (__VERIFIER_nondet_bool()) goto three;
two:
    if (__VERIFIER_nondet_bool()) goto one;
three:
    if (visits == 0) reach_error();
    if (__VERIFIER_nondet_bool()) goto two;
    return 0;
}
