// expect: FALSE
// about: the square of 46341 does not fit an int
// options: --property no-overflow
// violation: 10
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int side = __VERIFIER_nondet_int();
    if (side < 0 || side > 46341) return 0;
    int area = side * side;
    return area == 3;
}
