// expect: TRUE
// about: a connection is closed only if it is open
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct connection {
    char *buffer;
    int is_open;
};
static void disconnect(struct connection *c) {
    if (!c->is_open) return;
    c->is_open = 0;
    free(c->buffer);
}
int main(void) {
    struct connection c = {malloc(32), 1};
    if (__VERIFIER_nondet_int() < 0) disconnect(&c);
    disconnect(&c);
    return 0;
}
