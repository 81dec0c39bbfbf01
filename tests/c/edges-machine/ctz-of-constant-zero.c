// expect: UNKNOWN: __builtin_c
// about: nor how many of them come last
extern void reach_error(void);

int main(void) {
    if (__builtin_ctzll(0) == 64) reach_error();
    return 0;
}
