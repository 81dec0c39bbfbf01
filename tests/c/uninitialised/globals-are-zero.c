// expect: TRUE
// about: what lives as long as the program starts as zero
#include <assert.h>

int g;
static struct { int a; char b; } s;
int main(void) {
    static int l;
    assert(g == 0 && s.a == 0 && s.b == 0 && l == 0);
    return 0;
}
