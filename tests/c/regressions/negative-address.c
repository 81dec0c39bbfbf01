// expect: UNKNOWN: address of an object
// about: the last 32 bits of an address may be negative as a number with a sign
// options: --data-model LP64
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int numbers[2] = {1, 2};
    numbers[__VERIFIER_nondet_int() & 1] = 5;
    if ((int)(unsigned long)numbers < 0 && numbers[1] == 5) reach_error();
    return 0;
}
