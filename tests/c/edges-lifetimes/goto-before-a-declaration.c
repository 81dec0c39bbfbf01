// expect: TRUE
// about: a jump before a declaration reaches it
extern void reach_error(void);

int main(void) {
    int n = 0;
again:
    {
        int x = 5;
        if (x != 5) reach_error();
        x = 6;
    }
    if (n++ < 3) goto again;
    return 0;
}
