// expect: FALSE
// about: two calls a call, for a constant
// violation: 10
extern void reach_error(void);

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
    if (fibonacci(12) == 144) reach_error();
    return 0;
}
