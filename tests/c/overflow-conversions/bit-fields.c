// expect: TRUE
// about: a bit-field that is counted up wraps around by a conversion
// options: --property no-overflow
extern _Bool __VERIFIER_nondet_bool(void);

struct flags { int low : 4; };
int main(void) {
    struct flags f = {0};
    while (__VERIFIER_nondet_bool()) f.low++;
    return 0;
}
