// expect: FALSE
// about: the address of a member of a parameter is kept in a global
// check: pointer
// violation: 15
struct box { long all[8]; };
static long *kept;

static void look(struct box copy) {
    if (copy.all[0] == 7) kept = &copy.all[2];
}

int main(void) {
    struct box box = {{7}};
    look(box);
    *kept = 1;
    return 0;
}
