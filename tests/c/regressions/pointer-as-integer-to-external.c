// expect: UNKNOWN: change
// about: a function without a body that gets an address as an integer
extern void reach_error(void);

extern void change(unsigned long address);
int main(void) {
    int x = 0;
    change((unsigned long)&x);
    if (x == 7) reach_error();
    return 0;
}
