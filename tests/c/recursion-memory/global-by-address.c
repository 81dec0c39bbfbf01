// expect: TRUE
// about: two functions that call each other count in a global whose address is taken
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned int calls;
unsigned int *counter = &calls;

int is_odd(unsigned int n);

int is_even(unsigned int n) {
    *counter += 1;
    return n == 0 ? 1 : is_odd(n - 1);
}

int is_odd(unsigned int n) {
    *counter += 1;
    return n == 0 ? 0 : is_even(n - 1);
}

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    is_even(n);
    if (calls != n + 1)
        reach_error();
    return 0;
}
