// expect: TRUE
// about: in an array of globals, too
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}
union { int i; char c; } m[3] = { { 7 }, { .c = 1 } };

int main(void)
{
    assert(m[0].i == 7 && m[2].i == 0);
    assert(m[1].i == 1);
    return 0;
}
