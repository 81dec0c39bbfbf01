// expect: TRUE
// about: each call has an object of its own, linked to that of its caller
extern void reach_error(void);

struct link { int value; struct link *up; };
static int chain(struct link *up, int n) {
    struct link here = { n, up };
    if (n > 0) return chain(&here, n - 1);
    int sum = 0;
    for (struct link *l = &here; l; l = l->up) sum += l->value;
    return sum;
}
int main(void) {
    if (chain(0, 4) != 10) reach_error();
    return 0;
}
