// expect: TRUE
// about: a jump inside of the block of a variable keeps its value
extern void reach_error(void);

int main(void) {
    int n = 0;
    {
        int x = 5;
    in:
        if (x != 5) reach_error();
        if (n++ < 1) goto in;
    }
    return 0;
}
