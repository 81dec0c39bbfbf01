// expect: TRUE
// about: functions that nobody calls, and one of a table that is never called through, do not matter, whatever they do.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct operations {
    void (*run)(int);
    void (*stop)(int);
};
static void run(int x) { if (x > 3) reach_error(); }
static void unused(int x) { if (x) __asm__ volatile("hlt"); reach_error(); }
static void stop(int x) { while (x) __asm__ volatile("cli"); reach_error(); }
static struct operations table = {run, stop};

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 4) table.run(x);
    return table.stop != 0;
}
