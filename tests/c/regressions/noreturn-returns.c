// expect: FALSE
// about: a function that is said not to return, and does
extern void reach_error(void);

__attribute__((noreturn)) static void stop(void) {}
int main(void) {
    stop();
    reach_error();
    return 0;
}
