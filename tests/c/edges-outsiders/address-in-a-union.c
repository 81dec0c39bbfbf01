// expect: UNKNOWN: may hold an address
// about: an address goes out as a floating-point number
extern void reach_error(void);
extern void ext(double);
union both { double number; int *pointer; };

int main(void) {
    int x = 0;
    int *p = &x;
    union both both;
    both.pointer = p;
    ext(both.number);
    if (x + (p != &x)) reach_error();
    return 0;
}
