// expect: TRUE
// about: two open streams are two objects
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *a = fopen("a", "r"), *b = fopen("b", "r");
    assert(a == NULL || a != b);
    return 0;
}
