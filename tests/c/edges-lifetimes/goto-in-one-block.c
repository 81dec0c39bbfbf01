// expect: TRUE
// about: a variable of the outermost block lives as long as the function
extern void reach_error(void);

int main(void) {
    int x = 7, n = 0;
    goto skip;
back:
    if (x != 7) reach_error();
    return n;
skip:
    n = 1;
    goto back;
}
