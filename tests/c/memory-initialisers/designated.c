// expect: TRUE
// about: designated initialisers, out of order and in ranges
// data-models: ILP32 LP64
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

struct option {
    char letter;
    int value;
};
static const int table[8] = {[6] = 60, 70, [1] = 10, [2 ... 4] = 20};
static struct option options[3] = {[2] = {.value = 2, .letter = 'c'}, [0].value = 5};
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 8;
    int value = table[i];
    if (value == 20) assert(i >= 2 && i <= 4);
    if (value == 0) assert(i == 0 || i == 5);
    assert(options[0].value == 5 && options[0].letter == 0 && options[2].letter == 'c' && options[1].value == 0);
    return 0;
}
