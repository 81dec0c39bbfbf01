// expect: TRUE
// about: what ends the program does so however it is declared
extern void reach_error(void);
extern int _exit();

int main(void) {
    _exit(0);
    reach_error();
    return 0;
}
