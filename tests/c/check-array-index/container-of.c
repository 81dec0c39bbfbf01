// expect: TRUE
// about: from a member back to the struct around it
// options: --check array-index
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

struct list {
    struct list *next;
};
struct task {
    int priority;
    char tag[4];
    struct list link;
};
static struct task *task_of(struct list *link) {
    return (struct task *)((char *)link - offsetof(struct task, link));
}
int main(void) {
    struct task t = {__VERIFIER_nondet_int(), "abc", {NULL}};
    struct list *first = &t.link;
    return task_of(first)->priority == 3 && task_of(first)->tag[1] == 'b';
}
