// expect: TRUE
// about: the ends of nested branches are not jumps into the block
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int s = 1, last = 1;
    while (1) {
        int next = s;
        if (s == 1 && __VERIFIER_nondet_int()) next = 2;
        else if (s == 2) next = 4;
        else if (s == 4) next = 1;
        if (s == 4 && last == 1) reach_error();
        last = s;
        s = next;
    }
}
