// expect: FALSE
// about: two structs with equal members may differ in their bytes
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { char c; int i; } a = { 1, 2 }, b = { 1, 2 };
    unsigned char *x = (unsigned char *)&a, *y = (unsigned char *)&b;
    for (unsigned k = 0; k < sizeof a; k++)
        assert(x[k] == y[k]);
    return 0;
}
