// expect: TRUE
// about: members in an array that is indexed by an input
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { char c; int i; } m[4] = { { 1, 10 }, { 2, 20 }, { 3, 30 }, { 4, 40 } };
    unsigned at = __VERIFIER_nondet_uint() % 4;
    assert(m[at].i == 10 * m[at].c);
    return 0;
}
