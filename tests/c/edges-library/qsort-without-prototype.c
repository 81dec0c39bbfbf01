// expect: UNKNOWN: without its prototype
// about: a function of the library that old programs do not declare
// options: --assume-pure-externals
extern void reach_error(void);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int numbers[2] = { 2, 1 };
    qsort(numbers, 2, sizeof numbers[0], compare);
    if (numbers[0] == 1) reach_error();
    return 0;
}
