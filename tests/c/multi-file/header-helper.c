// The other file of header.c.
#include "header.h"
struct point make(int x, int y) {
    struct point p = {x, y};
    return p;
}
