// expect: FALSE
// about: an object of the kernel may be missing
#include <assert.h>
typedef __SIZE_TYPE__ size_t;
extern void *kmalloc(size_t, unsigned);
int main(void) {
    assert(kmalloc(4, 0) != 0);
    return 0;
}
