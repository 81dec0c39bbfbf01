// expect: FALSE
// about: a pointer that nobody set may lead to memory that exists, which holds any values
// violation: 18
#include <stdlib.h>
extern void reach_error(void);

struct cipher {
    int id;
    unsigned long algorithms;
};

struct session {
    struct cipher *cipher;
};

int main(void) {
    struct session *session = malloc(sizeof *session);
    if (session->cipher->algorithms == 256 && session->cipher->id == 7) reach_error();
    return 0;
}
