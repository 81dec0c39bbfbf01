// Global structs and arrays, through pointers that are global themselves.
int __VERIFIER_nondet_int(void);
void reach_error(void);

struct point { char tag; int x, y; };
struct point here = {'h', 1, 2}, there;
int counts[4] = {1, 2, 3, 4};
struct point *current = &here;

void move(struct point *p, int by) {
    p->x += by;
    counts[2] += p->y;
}

int main(void) {
    move(current, __VERIFIER_nondet_int());
    there = here;
    if (there.x == 5 && counts[2] == 5)
        reach_error();
    return 0;
}
