// expect: TRUE
// about: a cursor is moved without end and never leaves the buffer
// options: --check bounds
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char screen[25] = {0};
    int row = 0;
    while (1) {
        int key = __VERIFIER_nondet_int();
        if (key == 0) break;
        if (key > 0 && row < 24) row++;
        if (key < 0 && row > 0) row--;
        screen[row]++;
        if (screen[row] > 9) screen[row] = 0;
    }
    return 0;
}
