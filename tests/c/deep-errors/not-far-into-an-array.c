// expect: TRUE
// about: one loop fills an array with odd numbers, another finds nothing else
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[50000];

int main(void) {
    for (int i = 0; i < 50000; i++) a[i] = __VERIFIER_nondet_int() | 1;
    for (int i = 0; i < 50000; i++) {
        if (a[i] == 0) reach_error();
    }
    return 0;
}
