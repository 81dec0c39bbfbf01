// expect: UNKNOWN: may call 'next'
// about: a variable that lives in a function changes when others call it
extern void reach_error(void);
void tick(void);

int next(void) {
    static int number;
    return ++number;
}

int main(void) {
    int first = next();
    tick();
    if (next() != first + 1) reach_error();
    return 0;
}
