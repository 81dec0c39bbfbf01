// A declaration in a loop chooses a new value each time.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int first = 0;
    for (int i = 0; i < 2; i++) {
        int fresh;
        if (i == 0)
            first = fresh;
        else if (fresh != first)
            reach_error();
    }
    return 0;
}
