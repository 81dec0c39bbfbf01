// expect: TRUE
// about: a list with a head of its own, as the Linux kernel has it
// data-models: ILP32 LP64
#include <assert.h>
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);

typedef unsigned gfp_t;
extern void *kmalloc(size_t size, gfp_t flags);

struct list_head {
    struct list_head *next, *prev;
};
struct job {
    int id;
    struct list_head list;
};
static struct list_head jobs = {&jobs, &jobs};
static void list_add(struct list_head *new, struct list_head *head) {
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}
int main(void) {
    for (int id = 1; id <= 2; id++) {
        struct job *job = kmalloc(sizeof *job, 0);
        if (job == NULL) return -12;
        job->id = id;
        list_add(&job->list, __VERIFIER_nondet_bool() ? &jobs : jobs.prev);
    }
    struct job *first = (struct job *)((char *)jobs.next - offsetof(struct job, list));
    struct job *last = (struct job *)((char *)jobs.prev - offsetof(struct job, list));
    assert(first->id + last->id == 3);
    assert(jobs.next->next->next == &jobs && jobs.prev->prev->prev == &jobs);
    return 0;
}
