// expect: TRUE
// about: a table of structs with names and functions in them
// data-models: ILP32 LP64
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
    assert(execute("neg", x) == -x);
    assert(execute("nop", x) == x);
    return 0;
}
