// expect: FALSE
// about: a switch that has no case for one of the values
// check: assert
// violation: 17
extern unsigned int __VERIFIER_nondet_uint(void);

extern void reach_error(void);

int main(void) {
    unsigned kind = __VERIFIER_nondet_uint() & 3;
    switch (kind) {
    case 0:
    case 1:
    case 2: return 0;
    default: break;
    }
    reach_error();
    return 1;
}
