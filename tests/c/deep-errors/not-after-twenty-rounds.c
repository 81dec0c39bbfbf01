// expect: TRUE
// about: a counter that is set back before it gets there
extern void reach_error(void);

int main(void) {
    int n = 0;
    while (1) {
        n++;
        if (n == 10) n = 0;
        if (n == 20) reach_error();
    }
}
