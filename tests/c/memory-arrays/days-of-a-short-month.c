// expect: FALSE
// about: a constant table with one entry that differs
// violation: 12
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int main(void) {
    unsigned month = __VERIFIER_nondet_uint();
    if (month >= 1 && month <= 12) {
        int last = days[month - 1];
        assert(last >= 30 && last <= 31);
        if (last == 30) assert(month == 4 || month == 6 || month == 9 || month == 11);
    }
    return 0;
}
