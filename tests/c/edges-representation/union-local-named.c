// expect: TRUE
// about: the byte that the initialiser names has its value
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    union { int i; char c; } m = { .c = 1 };
    assert(m.c == 1 && (m.i & 255) == 1);
    return 0;
}
