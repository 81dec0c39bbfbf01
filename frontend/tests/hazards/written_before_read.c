// Nothing is left open: the variables are written before they are read.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int square(int x) {
    int result;
    result = x * x;
    return result;
}

int main(void) {
    int x, y;
    x = __VERIFIER_nondet_int();
    y = square(x);
    if (y == 49)
        reach_error();
    return 0;
}
