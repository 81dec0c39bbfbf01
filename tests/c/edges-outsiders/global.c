// expect: UNKNOWN: may change 'counter'
// about: a function of another file may change a global variable
extern void reach_error(void);
int counter;
void tick(void);

int main(void) {
    tick();
    if (counter) reach_error();
    return 0;
}
