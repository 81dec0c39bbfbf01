// expect: TRUE
// about: values of every kind that live across calls
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
    if (p.b != 'y' || wide != 1ull << 40 || where != &noise) reach_error();
    return 0;
}
