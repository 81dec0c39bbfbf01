// expect: FALSE
// about: the program's own memset, which does nothing
extern void reach_error(void);

void *memset(void *place, int byte, unsigned long size) { return place; }
int main(void) {
    int x = 5;
    memset(&x, 0, sizeof x);
    if (x == 5) reach_error();
    return 0;
}
