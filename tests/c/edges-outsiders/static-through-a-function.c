// expect: UNKNOWN: may call 'count'
// about: a function of another file may call one that changes what only this file sees
extern void reach_error(void);
static int counter;
void tick(void);

void count(void) { counter++; }

int main(void) {
    tick();
    if (counter) reach_error();
    return 0;
}
