// expect: UNKNOWN: outside of every object
// about: the stack is used again, but a pointer to what was there leads nowhere
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static char *name(int k) {
    char buffer[16];
    buffer[0] = (char)('a' + k);
    buffer[1] = 0;
    char *result = buffer;
    return result;
}

static void show(const char *text) {
    int first = text[0];
    (void)first;
}

int main(void) {
    char *one = name(1);
    char *two = name(2);
    show(one);
    show(two);
    if (__VERIFIER_nondet_int() == 3) reach_error();
    return 0;
}
