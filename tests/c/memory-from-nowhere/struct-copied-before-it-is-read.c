// expect: FALSE
// about: a copy of what memory from malloc holds is the same
// violation: 14
#include <stdlib.h>
extern void reach_error(void);

struct pair {
    int first, second;
};

int main(void) {
    struct pair *source = malloc(sizeof *source);
    struct pair copy = *source;
    if (copy.first == 4711 && source->second == 12 && copy.second == 12) reach_error();
    return 0;
}
