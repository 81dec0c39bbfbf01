// expect: FALSE
// about: the struct around a member may be one of two
// data-models: ILP32 LP64
// violation: 24
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct list {
    struct list *next;
};
struct device {
    int number;
    struct list link;
    int users;
};
#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))
int main(void) {
    struct device a = {1, {NULL}, 0}, b = {2, {&a.link}, 0};
    struct list *at = __VERIFIER_nondet_bool() ? &a.link : &b.link;
    struct device *found = container_of(at, struct device, link);
    found->users = __VERIFIER_nondet_int();
    assert(found->number == 1);
    return 0;
}
