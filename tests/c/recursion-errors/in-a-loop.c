// expect: FALSE
// about: a recursive function is called once too often in a loop
// violation: 10
extern void reach_error(void);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int main(void) {
    int sum = 0;
    for (int i = 0; i <= 4; i++) sum += factorial(i);
    if (sum != 10) reach_error();
    return 0;
}
