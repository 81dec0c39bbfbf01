// expect: FALSE
// about: a loop with two entries: the second way in starts in the middle
// violation: 15
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    int turns = 0, state = 0;
    if (__VERIFIER_nondet_bool()) goto middle;
top:
    state = 1;
    turns++;
middle:
    if (turns > 3 && state == 0) reach_error();
    if (turns == 4 && state == 1) reach_error();
    state = 0;
    if (__VERIFIER_nondet_bool()) goto top;
    return 0;
}
