// expect: FALSE
// about: a name that is not in the table
// data-models: ILP32 LP64
// violation: 23
#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int increment(int x) { return x + 1; }
static int negate(int x) { return -x; }
static const struct command {
    const char *name;
    int (*run)(int);
} commands[] = {{"inc", increment}, {"neg", negate}, {0}};
static int execute(const char *name, int x) {
    for (const struct command *c = commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0) return c->run(x);
    return x;
}
int main(void) {
    int x = __VERIFIER_nondet_uchar();
    assert(execute("inc", x) == x + 1);
    assert(execute("negate", x) == -x);
    assert(execute("nop", x) == x);
    return 0;
}
