// expect: TRUE
// about: counting bits in parallel agrees with counting them one by one
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int slow = (x & 1) + (x >> 1 & 1) + (x >> 2 & 1) + (x >> 3 & 1);
    slow += (x >> 4 & 1) + (x >> 5 & 1) + (x >> 6 & 1) + (x >> 7 & 1);
    unsigned v = x;
    v = (v & 0x55) + ((v >> 1) & 0x55);
    v = (v & 0x33) + ((v >> 2) & 0x33);
    v = (v & 0x0f) + ((v >> 4) & 0x0f);
    if ((int)v != slow) reach_error();
    return 0;
}
