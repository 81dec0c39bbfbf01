// expect: FALSE
// about: what changes between two calls is not what it was before
// violation: 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair { int a; char b; };
static int noise;
static void disturb(int x) { noise = noise * 3 + x; }

int main(void) {
    struct pair p = {__VERIFIER_nondet_int(), 'x'};
    unsigned long long wide = 1;
    int *where = &noise;
    disturb(1);
    wide <<= 40;
    disturb(2);
    p.b++;
    disturb(*where);
    if (p.b != 'x' || wide != 1ull << 40 || where != &noise) reach_error();
    return 0;
}
