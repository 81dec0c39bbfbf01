// expect: TRUE
// about: an array of unions, each used in its own way
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

union cell {
    int number;
    signed char bytes[4];
};
int main(void) {
    union cell cells[3] = {{.number = -1}, {.bytes = {1, 0, 0, 0}}, {0}};
    unsigned at = __VERIFIER_nondet_uint() % 3;
    assert(cells[at].number == cells[at].bytes[at] || at == 1);
    cells[at].bytes[3] = 1;
    assert(cells[0].number + cells[1].number + cells[2].number != 0);
    return 0;
}
