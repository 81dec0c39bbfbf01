// expect: TRUE
// about: functions without a body that are said not to return do not, however they are declared and called
// options: --check default
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void stop(int code) __attribute__((noreturn));
extern _Noreturn void leave(void);
typedef void never(int) __attribute__((noreturn));
extern never vanish;
static void (*end)(int) __attribute__((noreturn)) = stop;

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) leave();
    if (x == 2) vanish(x);
    if (x == 3) end(x);
    if (x >= 1 && x <= 3) reach_error();
    return 0;
}
