// expect: TRUE
// about: a variable of a switch that is assigned in its case
extern void reach_error(void);

int main(void) {
    for (int i = 0; i < 2; i++) {
        switch (i) {
            int x;
        default:
            x = i;
            if (x != i) reach_error();
        }
    }
    return 0;
}
