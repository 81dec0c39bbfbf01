// expect: FALSE
// about: a product is computed in int before it becomes long
// options: --check overflow
// check: overflow
// violation: 11
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
    if (width < 0 || width > 100000 || height < 0 || height > 100000) return 0;
    long long area = width * height;
    return area == 77;
}
