// expect: FALSE
// about: the same with an initialiser that is computed
void reach_error(void);
char __VERIFIER_nondet_char(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    char first = __VERIFIER_nondet_char();
    union { int i; char c; } m = { .c = first };
    assert(m.i == first);
    return 0;
}
