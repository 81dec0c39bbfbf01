// expect: FALSE
// about: a variable of a loop's body is another one in each round
// options: --check pointer
// check: pointer
// violation: 14
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *first = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int value = __VERIFIER_nondet_int() & 15;
        if (i == 0) first = &value;
        sum += *first;
        sum += value;
    }
    return sum;
}
