// expect: UNKNOWN: find
// about: a function without a body may return the address of a variable that it can see
extern void reach_error(void);

extern int *find(void);
int shared;
int main(void) {
    *find() = 5;
    if (shared == 5) reach_error();
    return 0;
}
