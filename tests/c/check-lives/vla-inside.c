// expect: TRUE
// about: an array of variable length that is used only as long as it lives
static int last(const int *all, int count) { return all[count - 1]; }

static int filled(int count) {
    int all[count];
    for (int i = 0; i < count; i++) all[i] = i;
    return last(all, count);
}

int main(void) { return filled(3) + filled(5); }
