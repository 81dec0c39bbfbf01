// expect: UNKNOWN: cannot be looked at
// about: vectors are gone after optimisation and cannot be interpreted before it, so that nobody knows what memory the execution uses
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef int four __attribute__((vector_size(16)));
int table[4];

int main(void) {
    four numbers = {1, 2, 3, 4};
    numbers = numbers + numbers;
    int k = __VERIFIER_nondet_int();
    int unused = table[k];
    if (k == 4) reach_error();
    return 0;
}
