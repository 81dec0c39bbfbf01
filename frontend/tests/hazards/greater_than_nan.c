#include <math.h>

extern void reach_error(void);

int main(void) {
    if (fmax(-1, NAN) != -1) {
        reach_error();
    }
    if (fminf(NAN, 1) != 1) {
        reach_error();
    }
    return 0;
}
