/* What clang 19 refuses by default. */
extern void reach_error();
extern int __VERIFIER_nondet_int();
typedef int (*callback)(int);

static count;

twice(x) int x; { return 2 * x; }

static long wrong(p) char *p; { return p; }

inline int small(int x) { return x < 10; }

int missing(int x) { if (x) return; }

int main() {
    callback c = twice;
    int *p = 5;
    char *q = p;
    count = undeclared(3) + __VERIFIER_nondet_int();
    if (c(count) == 8 && small(wrong(q)))
        reach_error();
}
