// expect: FALSE
// about: the struct of a compound literal has padding
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct pair { char c; int i; } *m = &(struct pair){ 1, 2 };
    assert(((unsigned char *)m)[3] == 0);
    return 0;
}
