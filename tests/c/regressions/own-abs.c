// expect: FALSE
// about: a function of the program with the name of one of the C library's, which clang knows better
extern void reach_error(void);

int abs(int x) { return x == 1 ? 7 : x; }
int main(void) {
    if (abs(1) == 7) reach_error();
    return 0;
}
