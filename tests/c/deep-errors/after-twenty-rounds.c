// expect: FALSE
// about: an error that a counter reaches after twenty rounds
// violation: 10
extern void reach_error(void);

int main(void) {
    int n = 0;
    while (1) {
        n++;
        if (n == 20) reach_error();
    }
}
