// expect: UNKNOWN: without its prototype
// about: a function of the library that is declared as old programs declare functions
// options: --assume-pure-externals
extern void reach_error(void);
extern int bcopy();

int main(void) {
    int from = 1, to = 0;
    bcopy(&from, &to, (__SIZE_TYPE__)sizeof from);
    if (to) reach_error();
    return 0;
}
