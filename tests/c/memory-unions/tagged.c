// expect: TRUE
// about: a tagged union is read as it was written
// data-models: ILP32 LP64
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
    assert(weight(&v) == (text ? 'x' : number));
    return 0;
}
