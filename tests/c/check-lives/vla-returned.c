// expect: FALSE
// about: an array of variable length ends with its function, and its address was kept
// check: pointer
// violation: 16
#include <stddef.h>
static int *kept;

static void fill(int count) {
    int all[count];
    for (int i = 0; i < count; i++) all[i] = i;
    kept = &all[1];
}

int main(void) {
    fill(3);
    return *kept;
}
