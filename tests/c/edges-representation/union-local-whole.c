// expect: TRUE
// about: an initialiser that names the largest member leaves nothing open
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    union { char c; int i; } m = { .i = 258 };
    assert(m.c == 2 && m.i == 258);
    return 0;
}
