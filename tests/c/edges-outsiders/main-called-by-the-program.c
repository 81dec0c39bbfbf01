// expect: UNKNOWN: may call 'again'
// about: a function of another file may call one of the program that calls main, which changes a static variable
extern void ext(void);
extern void reach_error(void);
static int x;
int main(void);
void again(void) {
    main();
}
int main(void) {
    ext();
    if (x) reach_error();
    x = 1;
    return 0;
}
