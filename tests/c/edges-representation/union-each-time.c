// expect: FALSE
// about: the bytes are open each time the declaration is reached
void reach_error(void);
static void assert(int holds)
{
    if (!holds)
        reach_error();
}

int main(void)
{
    int last = 0;
    for (int k = 0; k < 2; k++) {
        union { int i; char c; } m = { .c = 1 };
        if (k == 1)
            assert(m.i == last);
        last = m.i;
    }
    return 0;
}
