// expect: TRUE
// about: an address as a number that goes nowhere, beside numbers that do
extern void reach_error(void);
extern void ext(unsigned long);
extern void aligned(int);

int main(void) {
    int x = 0;
    int *p = &x;
    unsigned long number = (unsigned long)p;
    ext(sizeof x + 3);
    aligned(number % 4 == 0);
    if (x + (p != &x)) reach_error();
    return 0;
}
