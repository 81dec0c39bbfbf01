// expect: TRUE
// about: a packed struct has no padding
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    struct __attribute__((packed)) { char c; int i; } m = { 1, 2 };
    unsigned char *bytes = (unsigned char *)&m;
    assert(bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 0 && bytes[4] == 0);
    return 0;
}
