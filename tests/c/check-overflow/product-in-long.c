// expect: TRUE
// about: a product is computed in a wide enough type
// options: --check overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
    if (width < 0 || width > 100000 || height < 0 || height > 100000) return 0;
    long long area = (long long)width * height;
    return area == 77;
}
