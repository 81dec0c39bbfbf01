// expect: TRUE
// about: each call has a copy of its own, and uses it as long as it lives
struct box { int all[30]; };

static int sum(const int *all, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += all[i];
    return sum;
}

static int sum_of(struct box copy, int more) {
    copy.all[0] += more;
    return more == 0 ? sum(copy.all, 3) : sum_of(copy, more - 1);
}

int main(void) {
    struct box box = {{1, 2, 3}};
    return sum_of(box, 0) == 6 && sum_of(box, 2) == 9 && box.all[0] == 1 ? 0 : 1;
}
