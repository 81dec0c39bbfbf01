// expect: FALSE
// about: a search that gives up when one element is left
// violation: 23
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { SIZE = 6 };
static const int table[SIZE] = {2, 3, 5, 7, 11, 13};
static int find(int key) {
    int low = 0, high = SIZE - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (table[middle] == key) return middle;
        if (table[middle] < key) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}
int main(void) {
    int key = __VERIFIER_nondet_int();
    int at = find(key);
    if (at >= 0) assert(table[at] == key);
    else assert(key != 2 && key != 7 && key != 13);
    return 0;
}
