// expect: FALSE
// about: a jump out of a block and back in begins another life of its variables
extern void reach_error(void);

int main(void) {
    int n = 0;
    {
        int x = 1;
        if (n == 0) goto out;
    in:
        if (x != 1) reach_error();
        return 0;
    }
out:
    n = 1;
    goto in;
}
