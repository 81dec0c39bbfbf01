// expect: TRUE
// about: a member of what a function returns is used in the expression
struct box { int all[3]; };

static struct box made(void) { return (struct box){{1, 2, 3}}; }

int main(void) { return made().all[1] == 2 ? 0 : 1; }
