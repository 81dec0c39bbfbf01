// Variables of all kinds that are not initialised, and functions that use them.
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned short __VERIFIER_nondet_ushort(void);
long long __VERIFIER_nondet_longlong(void);
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);
void reach_error(void);

struct record { char tag; int value; short parts[3]; };
struct record global;
extern int elsewhere;

static struct record change(struct record r, int by) {
    struct record result;
    if (by > 2)
        result = r;
    result.value += by;
    global.parts[1]++;
    return result;
}

static int sum(const struct record *r) {
    int total = r->tag + r->value;
    for (int i = 0; i < 3; i++) {
        int extra;
        total += r->parts[i];
        if (extra == 1)
            total++;
    }
    return total;
}

int main(int argc, char **argv) {
    struct record local;
    int rounds = __VERIFIER_nondet_char();
    __VERIFIER_assume(rounds < 100);
    for (int i = 0; i < rounds; i++) {
        int n = __VERIFIER_nondet_ushort() % 5 + 1;
        int variable[n];
        variable[0] = i;
        if (__VERIFIER_nondet_bool())
            local = change(local, variable[n - 1]);
        if (sum(&local) == 77 || __VERIFIER_nondet_longlong() == 5 && __VERIFIER_nondet_float() < 1)
            reach_error();
        global = local;
        if (elsewhere + argc == 3)
            return 0;
    }
    return sum(&global);
}
