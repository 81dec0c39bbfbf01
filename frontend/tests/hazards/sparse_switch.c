// Cases with a common distance: tempting to subtract and rotate.
int __VERIFIER_nondet_int(void);
int a(void), b(void), c(void), d(void), e(void);
void reach_error(void);

int main(void) {
    int r = 0;
    switch (__VERIFIER_nondet_int()) {
    case 8448: r = a(); break;
    case 8464: r = b(); break;
    case 8480: r = c(); break;
    case 8496: r = d(); break;
    case 8512: r = e(); break;
    }
    if (r == 1)
        reach_error();
    return 0;
}
