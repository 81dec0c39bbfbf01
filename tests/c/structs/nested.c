// expect: TRUE
// about: structs within structs, copied part by part
#include <assert.h>

struct inner { short a; char b; };
struct outer { struct inner first, second; int n; };
int main(void) {
    struct outer o = {{1, 2}, {3, 4}, 5};
    struct inner i = o.second;
    o.first = i;
    i.a = 9;
    assert(o.first.a == 3 && o.first.b == 4 && o.second.a == 3 && o.n == 5);
    return 0;
}
