// expect: TRUE
// about: constants stay as they are
extern void reach_error(void);
const int limit = 5;
int input(void);

int main(void) {
    int x = input();
    if (x > limit && x < 5) reach_error();
    return 0;
}
