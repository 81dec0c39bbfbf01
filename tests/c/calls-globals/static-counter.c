// expect: TRUE
// about: a static variable of a function counts its calls from everywhere
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int on, changes;
static void set(int value) {
    static int calls;
    if (calls < 100) calls++;
    if (value != on && changes < 100) changes++;
    on = value;
    if (calls < changes) reach_error();
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        set(1);
        set(0);
    }
    set(1);
    return 0;
}
