// The header of header.c and header-helper.c.
#define LIMIT 12
struct point {
    int x, y;
};
struct point make(int x, int y);
static inline int sum(struct point p) { return p.x + p.y; }
