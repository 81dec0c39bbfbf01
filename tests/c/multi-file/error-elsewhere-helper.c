// The other file of error-elsewhere.c.
extern void reach_error(void);

void check(int x) {
    if (x == 1000) reach_error();
}
