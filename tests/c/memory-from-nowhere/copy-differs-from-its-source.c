// expect: TRUE
// about: what memory from malloc holds does not change by being copied
#include <stdlib.h>
extern void reach_error(void);

struct pair {
    int first, second;
};

int main(void) {
    struct pair *source = malloc(sizeof *source);
    struct pair copy = *source;
    if (copy.first != source->first) reach_error();
    return 0;
}
