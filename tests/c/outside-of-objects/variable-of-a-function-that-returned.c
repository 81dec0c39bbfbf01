// expect: UNKNOWN: outside of every object
// about: the variable is gone when its value is read through a pointer
// at: 13
extern void reach_error(void);

static int *leak(void) {
    int local = 4;
    int *pointer = &local;
    return pointer;
}

int main(void) {
    int value = *leak();
    if (value == 4) reach_error();
    return 0;
}
