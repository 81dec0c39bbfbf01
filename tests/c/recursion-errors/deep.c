// expect: FALSE
// about: an error five thousand calls deep
// violation: 8
extern void reach_error(void);

static int depth(int n) { return n == 5000 ? n : depth(n + 1); }
int main(void) {
    if (depth(0) == 5000) reach_error();
    return 0;
}
