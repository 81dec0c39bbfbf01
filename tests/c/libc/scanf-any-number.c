// expect: FALSE
// about: what is read is any number
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 0;
    if (scanf("%d", &x) == 1) assert(x < 1000);
    return 0;
}
