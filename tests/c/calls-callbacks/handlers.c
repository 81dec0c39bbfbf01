// expect: TRUE
// about: handlers are registered and called later
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef void (*handler)(void);
static handler current;
static int state;
static void start(void) { state = 1; }
static void stop(void) { if (state != 1) reach_error(); state = 0; }
static void on(handler h) { current = h; }
static void fire(void) { if (current) current(); }

int main(void) {
    fire();
    on(start);
    fire();
    on(stop);
    fire();
    return 0;
}
