// expect: TRUE
// about: a compound literal of the outermost block lives as long as its function
int main(void) {
    int *p = (int[]){1, 2, 3};
    p[1] = 5;
    return p[0] + p[1] == 6 ? 0 : 1;
}
