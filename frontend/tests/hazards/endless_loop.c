// A loop without any effect that may go on for ever: tempting to remove.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    while (x % 2 == 1)
        x += 2;
    reach_error();
    return 0;
}
