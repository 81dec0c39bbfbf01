// A global variable that is written on both branches, in a function of its own.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int state = 1;

void step(int input) {
    if (input)
        state = 2;
    else
        state = 3;
}

int main(void) {
    while (state != 3)
        step(__VERIFIER_nondet_int());
    if (state == 2)
        reach_error();
    return state;
}
