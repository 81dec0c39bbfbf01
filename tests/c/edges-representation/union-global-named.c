// expect: TRUE
// about: the byte of a global union that is named has its value
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}
union { int i; char c; } m = { .c = 1 };

int main(void)
{
    assert(m.c == 1);
    return 0;
}
