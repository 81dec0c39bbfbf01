// expect: FALSE
// about: a pseudo-random number generator comes by a given value
// violation: 10
extern void reach_error(void);

int main(void) {
    unsigned char x = 1;
    for (int i = 0; i < 30; i++) {
        x = x * 5 + 3;
        if (x == 223) reach_error();
    }
    return 0;
}
