// expect: TRUE
// about: an error after a loop that never ends
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (1) x = !x;
    reach_error();
}
