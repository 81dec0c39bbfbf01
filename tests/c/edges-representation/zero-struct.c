// expect: TRUE
// about: a struct that is zero as a whole is so in all of its bytes
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { char c; int i; } m = { 0 };
    unsigned char *bytes = (unsigned char *)&m;
    for (unsigned k = 0; k < sizeof m; k++)
        assert(bytes[k] == 0);
    return 0;
}
