// expect: TRUE
// about: members are not padding
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct { char c; int i; short s; } m = { 1, 2, 3 };
    unsigned char *bytes = (unsigned char *)&m;
    assert(bytes[0] == 1 && bytes[4] == 2 && bytes[7] == 0 && bytes[8] == 3 && m.s == 3);
    return 0;
}
