// expect: TRUE
// about: fmax and fmin of a number and a NaN are the number, of every type and in either order
// data-models: ILP32 LP64
#include <assert.h>
#include <math.h>

int main(void) {
    assert(fmax(-1, NAN) == -1);
    assert(fmax(NAN, -1) == -1);
    assert(fmin(1, NAN) == 1);
    assert(fmin(NAN, 1) == 1);
    assert(fmaxf(-1, NAN) == -1);
    assert(fminf(NAN, 1) == 1);
    assert(fmaxl(-1, NAN) == -1);
    assert(fminl(NAN, 1) == 1);
    return 0;
}
