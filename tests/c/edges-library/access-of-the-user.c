// expect: UNKNOWN: 'access'
// about: one parameter more than the function of the library has
extern void reach_error(void);
int access(int *, int, int);

int main(void) {
    int x = 1;
    access(&x, 2, 3);
    if (x != 1) reach_error();
    return 0;
}
