// expect: TRUE
// about: what ends the program does so however it is declared
extern void reach_error(void);
extern int abort();

int main(void) {
    abort();
    reach_error();
    return 0;
}
