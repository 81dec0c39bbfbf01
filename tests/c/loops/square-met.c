// expect: FALSE
// about: a square is reached by adding odd numbers, which is found with operators interpreted
// violation: 16
// options: --engine sa
extern void reach_error(void);

int main(void) {
  unsigned int n = 0;
  unsigned int square = 0;
  while (n < 100) {
    square += 2 * n + 1;
    n++;
    if (square == 25) {
      // The error is where five squared is met.

      reach_error();
    }
  }
  return 0;
}
