// expect: FALSE
// about: a connection is closed on an error and again at the end
// check: free
// violation: 14
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct connection {
    char *buffer;
    int is_open;
};
static void disconnect(struct connection *c) {
    c->is_open = 0;
    free(c->buffer);
}
int main(void) {
    struct connection c = {malloc(32), 1};
    if (__VERIFIER_nondet_int() < 0) disconnect(&c);
    disconnect(&c);
    return 0;
}
