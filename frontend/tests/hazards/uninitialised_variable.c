// A variable that is written on one branch only.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int y;
    if (__VERIFIER_nondet_int())
        y = 1;
    if (y != 1)
        reach_error();
    return 0;
}
