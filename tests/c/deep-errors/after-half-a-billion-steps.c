// expect: FALSE
// about: a counter passes its mark after more steps than anybody follows
// violation: 9
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x < 134217727) x += 2;
    if (x % 2 == 0) reach_error();
    return 0;
}
