// expect: TRUE
// about: sender and receiver with one bit each never differ by more than one message
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool send_bit = 0, receive_bit = 0;
    unsigned sent = 0, received = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (send_bit == receive_bit) {
                send_bit = !send_bit;
                sent++;
            }
        } else if (send_bit != receive_bit) {
            receive_bit = !receive_bit;
            received++;
        }
        assert(sent - received <= 1);
        assert((sent == received) == (send_bit == receive_bit));
    }
    return 0;
}
