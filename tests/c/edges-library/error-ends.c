// expect: TRUE
// about: error ends the program unless its status is zero
#include <assert.h>
#include <error.h>

int main(void) {
    error(1, 0, "failed");
    assert(0);
    return 0;
}
