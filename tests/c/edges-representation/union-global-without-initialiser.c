// expect: TRUE
// about: without an initialiser, the first member is zero, and so are the other bytes
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}
union { int i; char c; } m;

int main(void)
{
    assert(m.i == 0);
    return 0;
}
