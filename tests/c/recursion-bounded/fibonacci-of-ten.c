// expect: TRUE
// about: two calls a call, for a constant
extern void reach_error(void);

static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
    if (fibonacci(10) != 55) reach_error();
    return 0;
}
