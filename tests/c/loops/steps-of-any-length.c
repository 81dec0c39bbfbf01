// expect: TRUE
// about: a counter that grows by any amount up to what is missing stops at the limit
// options: --engine sa
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int i = 0;
  while (i < 1000000) {
    unsigned int step = __VERIFIER_nondet_uint();
    if (step == 0 || step > 1000000 - i) {
      step = 1;
    }
    i += step;
  }
  if (i != 1000000) {
    reach_error();
  }
  return 0;
}
