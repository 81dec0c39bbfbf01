// expect: UNKNOWN: may change 'shared'
// about: a function of another file may change an object of another file
extern void reach_error(void);
extern int shared;
void tick(void);

int main(void) {
    int before = shared;
    tick();
    if (shared != before) reach_error();
    return 0;
}
