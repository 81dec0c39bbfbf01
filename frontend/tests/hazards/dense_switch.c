// A switch that only chooses a value: tempting to make a table in memory.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int chosen;
    switch (__VERIFIER_nondet_int()) {
    case 0: chosen = 11; break;
    case 1: chosen = 7; break;
    case 2: chosen = 42; break;
    case 3: chosen = 5; break;
    case 4: chosen = 28; break;
    default: chosen = 0;
    }
    if (chosen == 42)
        reach_error();
    return 0;
}
