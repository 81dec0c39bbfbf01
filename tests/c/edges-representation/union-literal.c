// expect: FALSE
// about: a compound literal leaves the same bytes open
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    union pair { int i; char c; } *m = &(union pair){ .c = 1 };
    assert(m->i == 1);
    return 0;
}
