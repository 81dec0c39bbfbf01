// expect: TRUE
// about: the square of 46340 fits an int
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int side = __VERIFIER_nondet_int();
    if (side < 0 || side > 46340) return 0;
    int area = side * side;
    return area == 3;
}
