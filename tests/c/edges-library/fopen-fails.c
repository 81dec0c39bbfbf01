// expect: FALSE
// about: a file may not be there
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("a", "r");
    assert(file != NULL);
    return 0;
}
