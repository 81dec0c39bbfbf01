// expect: FALSE
// about: there is padding behind the last member, too
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { int i; char c; } m = { 2, 1 };
    assert(((unsigned char *)&m)[7] == 0);
    return 0;
}
