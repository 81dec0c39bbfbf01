// expect: FALSE
// about: one loop fills an array, another finds what the first has left out
// violation: 14
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[50000];

int main(void) {
    for (int i = 0; i < 50000; i++) {
        if (i != 49990) a[i] = __VERIFIER_nondet_int() | 1;
    }
    for (int i = 0; i < 50000; i++) {
        if (a[i] == 0) reach_error();
    }
    return 0;
}
