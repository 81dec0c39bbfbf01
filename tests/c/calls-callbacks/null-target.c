// expect: UNKNOWN
// about: a call through a null pointer is nothing that the program defines
// at: 12
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef int (*operation)(int);
static int one(int x) { return x + 1; }

int main(void) {
    operation f = __VERIFIER_nondet_int() ? one : 0;
    int x = f(1);
    if (x != 2) reach_error();
    return 0;
}
