// expect: FALSE
// about: a narrow unsigned field is promoted to int, so a difference may be negative
// violation: 10
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct pair { unsigned a : 4; unsigned b : 4; };
int main(void) {
    struct pair p = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()};
    if (p.a - p.b < 0) reach_error();
    return 0;
}
