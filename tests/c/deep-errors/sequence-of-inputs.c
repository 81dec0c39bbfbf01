// expect: FALSE
// about: eight right inputs in a row lead to the error
// inputs: 1 2 5 10 17 26 37 50
// violation: 14
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int progress = 0;
    while (1) {
        int in = __VERIFIER_nondet_int();
        if (in == progress * progress + 1) progress++;
        else progress = 0;
        if (progress == 8) reach_error();
    }
}
