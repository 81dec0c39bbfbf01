// expect: TRUE
// about: functions hand a global on from one to the other
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int balance = 0;
static void deposit(void) { balance += 2; }
static void withdraw(void) { if (balance >= 2) balance -= 2; }
int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) { if (balance < 20) deposit(); }
        else withdraw();
        assert((balance & 1) == 0);
    }
    return 0;
}
