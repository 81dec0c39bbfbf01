// expect: FALSE
// about: the initialiser names one byte of four; the others are unspecified
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    union { int i; char c; } m = { .c = 1 };
    assert(m.i != 257);
    return 0;
}
