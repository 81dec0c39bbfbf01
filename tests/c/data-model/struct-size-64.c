// expect: TRUE
// about: LP64: long long is aligned to eight bytes inside a struct
// options: --data-model LP64
#include <assert.h>

struct s {
    char c;
    long long x;
    long y;
};
int main(void) {
    assert(sizeof(struct s) == 24);
    assert(__builtin_offsetof(struct s, x) == 8);
    return 0;
}
