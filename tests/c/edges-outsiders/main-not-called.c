// expect: TRUE
// about: a function of another file does not call main itself
extern void ext(void);
extern void reach_error(void);
static int x;
int main(void) {
    ext();
    if (x) reach_error();
    x = 1;
    return 0;
}
