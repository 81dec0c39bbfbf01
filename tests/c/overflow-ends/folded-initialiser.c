// expect: UNKNOWN: overflow in a constant expression
// about: the compiler has computed an initialiser, without a check
// options: --property no-overflow
int main(void) {
    int pair[2] = {1, 2147483647 + 1};
    return pair[0];
}
