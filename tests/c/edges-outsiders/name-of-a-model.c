// expect: UNKNOWN: may change 'euclase_shared'
// about: no name is special
extern void reach_error(void);
int euclase_shared;
void tick(void);

int main(void) {
    tick();
    if (euclase_shared) reach_error();
    return 0;
}
