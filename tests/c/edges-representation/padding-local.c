// expect: FALSE
// about: padding behind the first member is unspecified
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { char c; int i; } m = { 1, 2 };
    assert(((unsigned char *)&m)[1] == 0);
    return 0;
}
