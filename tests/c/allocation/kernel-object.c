// expect: TRUE
// about: an object of the kernel is null or holds zeros
#include <assert.h>
typedef __SIZE_TYPE__ size_t;
extern void *kzalloc(size_t, unsigned);
extern void kfree(const void *);
int main(void) {
    int *a = kzalloc(sizeof(int), 0);
    if (a) assert(*a == 0);
    kfree(a);
    return 0;
}
