// expect: TRUE
// about: no number is negative, also after another seed
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(1);
    int a = rand();
    srand(2);
    assert(a >= 0 && rand() >= 0);
    return 0;
}
