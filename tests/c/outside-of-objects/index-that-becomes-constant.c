// expect: UNKNOWN: outside of every object
// about: the index is a constant only after optimisation, and goes one too far
// at: 9
extern void reach_error(void);

int main(void) {
    int pair[2] = {0, 0};
    int i = 2;
    pair[i] = 5;
    reach_error();
    return 0;
}
