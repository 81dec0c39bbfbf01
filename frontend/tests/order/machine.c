// A machine with states, calls in conditions, and switches.
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);
void abort(void);
int printf(const char *, ...);

static int state = 3, counter;
static int get(void) { return __VERIFIER_nondet_int(); }

static void step(int input) {
    switch (state) {
    case 1: state = input ? 2 : 3; break;
    case 2: state = get() && get() || counter > 4 ? 4 : 1; break;
    case 3: if (input == 3 || input == 4) state = 1; else if (get() == 2) abort(); break;
    case 4: counter++; state = counter > 6 ? 5 : 2; break;
    default: reach_error();
    }
}

int main(void) {
    for (;;) {
        step(__VERIFIER_nondet_uchar());
        if (printf("") < 0 && state == 2)
            goto out;
    }
out:
    return counter;
}
