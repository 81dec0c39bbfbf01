// expect: UNKNOWN: main
// about: main called with arguments that are not the program's
extern void reach_error(void);
int main(int argc, char **argv) {
    static int again;
    if (again && argc != -7) reach_error();
    if (!again) { again = 1; main(-7, 0); }
    return 0;
}
