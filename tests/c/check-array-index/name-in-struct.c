// expect: TRUE
// about: a name is filled up to its last character
// options: --check array-index
extern int __VERIFIER_nondet_int(void);

struct person {
    char name[8];
    int age;
};
int main(void) {
    struct person p = {"", 30};
    int length = __VERIFIER_nondet_int();
    if (length < 0 || length > 7) return 0;
    p.name[length] = '\0';
    return p.age;
}
