// expect: TRUE
// about: objects that live as long as the program start with zeros, constants too
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    static const union { int i; char c; } m = { .c = 1 };
    assert(m.i == 1);
    return 0;
}
