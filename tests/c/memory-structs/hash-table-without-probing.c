// expect: FALSE
// about: a table in which two keys may want the same place
// violation: 23
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SLOTS = 4 };
struct entry {
    unsigned char key;
    int value;
};
static struct entry table[SLOTS];
static struct entry *slot(unsigned char key) {
    unsigned at = key % SLOTS;
    return &table[at];
}
static void put(unsigned char key, int value) { *slot(key) = (struct entry){key, value}; }
int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a == 0 || b == 0 || a == b) return 0;
    put(a, 1);
    put(b, 2);
    assert(slot(a)->key == a && slot(a)->value == 1);
    assert(slot(b)->key == b && slot(b)->value == 2);
    return 0;
}
