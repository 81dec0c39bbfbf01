// expect: FALSE
// about: error with the status zero goes on
#include <assert.h>
#include <error.h>

int main(void) {
    error(0, 0, "failed");
    assert(0);
    return 0;
}
