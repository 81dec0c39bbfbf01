// A struct that is copied and of which little is read.
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct wide { int used; char unused[60]; };

struct wide make(int x) {
    struct wide w = {0};
    w.used = x;
    return w;
}

int main(void) {
    struct wide copy = make(__VERIFIER_nondet_int()), again = copy;
    if (again.used == 9)
        reach_error();
    return 0;
}
