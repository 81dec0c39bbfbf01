// expect: FALSE
// about: a struct that is passed by value is a copy that ends with the function
// check: pointer
// violation: 12
struct box { int all[30]; };

static int *inside(struct box copy) { return copy.all; }

int main(void) {
    struct box box = {{1, 2, 3}};
    int *p = inside(box);
    return p[1];
}
