// expect: TRUE
// about: the rules of SV-COMP say that functions without a body change nothing
// options: --assume-pure-externals
extern void reach_error(void);
int counter;
void tick(void);

int main(void) {
    tick();
    if (counter) reach_error();
    return 0;
}
