// expect: FALSE
// about: a name is filled past its end into the next member
// options: --check array-index
// check: array-index
// violation: 16
extern int __VERIFIER_nondet_int(void);

struct person {
    char name[8];
    int age;
};
int main(void) {
    struct person p = {"", 30};
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 8) return 0;
    p.name[length] = '\0';
    return p.age;
}
