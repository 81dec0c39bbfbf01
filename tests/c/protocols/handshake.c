// expect: FALSE
// about: data is accepted one message too early in a three-way handshake
// violation: 14
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 0, acknowledged = 0;
    while (1) {
        int message = __VERIFIER_nondet_int();
        if (state == 0 && message == 10) state = 1;
        else if (state == 1 && message == 11) { state = 2; acknowledged = 1; }
        else if (state >= 1 && message == 12) {
            if (!acknowledged) reach_error();
        } else if (message == 13) { state = 0; acknowledged = 0; }
    }
}
