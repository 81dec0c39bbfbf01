// expect: TRUE
// about: unsigned arithmetic wraps, and integers are cut, without a report
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned hash = 5381;
    int length = __VERIFIER_nondet_int();
    for (int i = 0; i < length && i < 50; i++) {
        hash = hash * 33 + __VERIFIER_nondet_uchar();
    }
    unsigned char low = hash;
    short middle = (short)(hash >> 8);
    return low == middle;
}
