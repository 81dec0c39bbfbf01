// expect: FALSE
// about: a cursor is moved without end and leaves the buffer at last
// options: --check bounds
// check: bounds
// violation: 16
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char screen[25] = {0};
    int row = 0;
    while (1) {
        int key = __VERIFIER_nondet_int();
        if (key == 0) break;
        if (key > 0 && row < 25) row++;
        if (key < 0 && row > 0) row--;
        screen[row]++;
        if (screen[row] > 9) screen[row] = 0;
    }
    return 0;
}
