// expect: TRUE
// about: what lies outside holds any values, but the same ones when it is read again
#include <stdlib.h>
extern void reach_error(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *node = malloc(sizeof *node);
    int first = node->next->value;
    int again = node->next->value;
    if (first != again) reach_error();
    return 0;
}
