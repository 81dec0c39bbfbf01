// expect: TRUE
// about: ILP32: long long is aligned to four bytes inside a struct
// options: --data-model ILP32
#include <assert.h>

struct s {
    char c;
    long long x;
    long y;
};
int main(void) {
    assert(sizeof(struct s) == 16);
    assert(__builtin_offsetof(struct s, x) == 4);
    return 0;
}
