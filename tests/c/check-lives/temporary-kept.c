// expect: UNKNOWN: kept
// about: what a function returns ends with the expression, and a pointer into it was kept
struct box { int all[3]; };

static struct box made(void) { return (struct box){{1, 2, 3}}; }

int main(void) {
    int *p = made().all;
    return p[1];
}
