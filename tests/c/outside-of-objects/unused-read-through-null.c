// expect: UNKNOWN: null pointer
// about: nobody needs what is read through a null pointer, and no execution goes on behind it
// at: 11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int cell = 0;
    int *pointer = &cell;
    if (__VERIFIER_nondet_int() == 7) pointer = 0;
    int unused = *pointer;
    if (!pointer) reach_error();
    return 0;
}
