// expect: UNKNOWN: without its prototype
// about: the same seed gives the same numbers
extern void reach_error(void);
extern int srand();
extern int rand(void);

int main(void) {
    srand(1);
    int a = rand();
    srand(1);
    if (a != rand()) reach_error();
    return 0;
}
