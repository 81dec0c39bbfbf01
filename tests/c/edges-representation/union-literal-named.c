// expect: TRUE
// about: a compound literal has what its initialiser names
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    union pair { int i; char c; } *m = &(union pair){ .c = 1 };
    assert(m->c == 1);
    return 0;
}
