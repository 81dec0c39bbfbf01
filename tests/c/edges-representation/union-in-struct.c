// expect: FALSE
// about: a union inside of a struct, in an array
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { short s; union { int i; char c; } u; } m[2] = { { 1, { .i = 5 } }, { 2, { .c = 3 } } };
    assert(m[0].u.i == 5);
    assert(m[1].u.i == 3);
    return 0;
}
