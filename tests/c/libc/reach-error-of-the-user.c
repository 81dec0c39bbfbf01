// expect: FALSE
// about: its call is the error, whatever its body does
// violation: 10
static int failed;
void reach_error(void) { failed = 1; }

void __VERIFIER_error(void) { reach_error(); }

int main(void) {
    reach_error();
    return 0;
}
