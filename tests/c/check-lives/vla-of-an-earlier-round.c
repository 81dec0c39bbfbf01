// expect: FALSE
// about: a pointer to the array of an earlier round
// check: pointer
// violation: 11
int main(void) {
    int *kept = 0;
    for (int count = 1; count < 4; count++) {
        int all[count];
        all[0] = count;
        if (count == 2) kept = all;
        if (count == 3) return *kept;
    }
    return 0;
}
