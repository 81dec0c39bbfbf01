// expect: TRUE
// about: what ends the program does so however it is declared
extern void reach_error(void);
extern int exit();

int main(void) {
    exit(0);
    reach_error();
    return 0;
}
