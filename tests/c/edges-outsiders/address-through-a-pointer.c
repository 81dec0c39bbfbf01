// expect: UNKNOWN: may hold an address
// about: a number that a function of the program gave to another one
extern void reach_error(void);
extern void ext(long);
static void out(void (*how)(long), long number) { how(number); }

int main(void) {
    int x = 0;
    int *p = &x;
    out(ext, (long)p);
    if (x + (p != &x)) reach_error();
    return 0;
}
