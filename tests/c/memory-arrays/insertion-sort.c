// expect: TRUE
// about: three numbers sorted by insertion
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SIZE = 3 };
static void sort(unsigned char *a) {
    for (int i = 1; i < SIZE; i++) {
        unsigned char value = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > value) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = value;
    }
}
int main(void) {
    unsigned char a[SIZE];
    int sum = 0;
    for (int i = 0; i < SIZE; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        sum += a[i];
    }
    sort(a);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    assert(a[0] + a[1] + a[2] == sum);
    return 0;
}
