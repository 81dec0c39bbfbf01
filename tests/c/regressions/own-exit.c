// expect: FALSE
// about: the program's own exit, which returns
extern void reach_error(void);

void exit(int status) { (void)status; }

int main(void) {
    exit(0);
    reach_error();
    return 0;
}
