// expect: FALSE
// about: most of the union is left open, far behind the member that is named
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    union { char c; int many[100]; } m = { .c = 1 };
    assert(m.many[57] == 0);
    return 0;
}
