// expect: TRUE
// about: what is named in a union inside of a struct has its value
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { short s; union { int i; char c; } u; } m[2] = { { 1, { .i = 5 } }, { 2, { .c = 3 } } };
    assert(m[0].u.i == 5 && m[0].s == 1 && m[1].s == 2 && m[1].u.c == 3);
    return 0;
}
