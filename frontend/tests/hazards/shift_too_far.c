// A shift by more than the width: tempting to conclude that it is not reached.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int by = 40, x = __VERIFIER_nondet_int() << by;
    if (x == 768)
        reach_error();
    return 0;
}
