// expect: TRUE
// about: a recursive function is called in a loop
extern void reach_error(void);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += factorial(i);
    if (sum != 10) reach_error();
    return 0;
}
