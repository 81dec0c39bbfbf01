// expect: UNKNOWN: change
// about: a function without a body that gets a pointer could change what it points to
extern void change(int *);
extern void reach_error(void);
int main(void) {
    int x = 1;
    change(&x);
    if (x != 1) reach_error();
    return 0;
}
