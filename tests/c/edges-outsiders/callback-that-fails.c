// expect: UNKNOWN: may fail
// about: a function of another file may call one that fails on some arguments
extern void reach_error(void);
void tick(void);

void check(int x) {
    if (x < 0) reach_error();
}

int main(void) {
    check(1);
    tick();
    return 0;
}
