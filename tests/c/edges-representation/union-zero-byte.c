// expect: FALSE
// about: a zero in the first member says nothing about the rest of the union
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    union { char c; int i; } m = { 0 };
    assert(m.i == 0);
    return 0;
}
