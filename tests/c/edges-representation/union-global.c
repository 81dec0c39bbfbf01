// expect: TRUE
// about: bytes of a global union that its initialiser does not name are zero in all compilers
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}
union { int i; char c; } m = { .c = 1 };

int main(void)
{
    assert(m.i != 257);
    return 0;
}
