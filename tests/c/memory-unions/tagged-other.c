// expect: FALSE
// about: a tagged union may hold the other alternative
// data-models: ILP32 LP64
// violation: 22
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct value {
    enum { NUMBER, TEXT } kind;
    union {
        int number;
        const char *text;
    } as;
};
static int weight(const struct value *v) { return v->kind == NUMBER ? v->as.number : v->as.text[0]; }
int main(void) {
    int number = __VERIFIER_nondet_int();
    struct value v = {.kind = NUMBER, .as.number = number};
    _Bool text = __VERIFIER_nondet_bool();
    if (text) v = (struct value){.kind = TEXT, .as.text = "xyz"};
    assert(weight(&v) == number);
    return 0;
}
