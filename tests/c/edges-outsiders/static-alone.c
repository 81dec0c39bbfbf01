// expect: TRUE
// about: what other files do not see, they do not change
extern void reach_error(void);
static int counter;
int input(void);

int main(void) {
    if (input() > 3) counter = 1;
    if (counter > 1) reach_error();
    return 0;
}
