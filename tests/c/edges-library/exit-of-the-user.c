// expect: FALSE
// about: a function with other parameters is not the library's
extern void reach_error(void);
extern int exit(int, int);

int main(void) {
    exit(0, 1);
    reach_error();
    return 0;
}
