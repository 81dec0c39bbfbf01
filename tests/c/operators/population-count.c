// expect: TRUE
// about: counting bits in parallel agrees with counting them one by one
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int slow = 0;
    for (int i = 0; i < 8; i++) slow += (x >> i) & 1;
    unsigned v = x;
    v = (v & 0x55) + ((v >> 1) & 0x55);
    v = (v & 0x33) + ((v >> 2) & 0x33);
    v = (v & 0x0f) + ((v >> 4) & 0x0f);
    if ((int)v != slow) reach_error();
    return 0;
}
