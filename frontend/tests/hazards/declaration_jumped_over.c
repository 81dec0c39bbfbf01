// The declaration, and what initialises it, is never executed.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    switch (__VERIFIER_nondet_int()) {
        int x = 7;
    case 1:
        if (x != 7)
            reach_error();
    }
    return 0;
}
