// expect: UNKNOWN: C does not define
// about: a conversion to int of a number that does not fit is not a bug of the verifier
extern void reach_error(void);

int main(void) {
    double large = 1e20;
    int x = (int)large;
    if (x == 5) reach_error();
    return 0;
}
