// expect: FALSE
// about: a pointer that nobody set leads somewhere only if it is not null
// violation: 14
#include <stdlib.h>
extern void reach_error(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *node = malloc(sizeof *node);
    if (node->next && node->next->next && node->next->next->value == 3) reach_error();
    return 0;
}
