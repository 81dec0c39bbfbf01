// expect: FALSE
// about: an enum variable may hold a number that no enumerator has
// violation: 15
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum colour { RED, GREEN, BLUE };
int main(void) {
    enum colour c = __VERIFIER_nondet_int();
    switch (c) {
    case RED:
    case GREEN:
    case BLUE: return 0;
    }
    reach_error();
}
