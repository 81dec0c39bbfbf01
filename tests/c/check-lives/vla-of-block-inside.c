// expect: TRUE
// about: each round of a loop has an array of its own, which is used in that round
int main(void) {
    int sum = 0;
    for (int count = 1; count < 4; count++) {
        int all[count], *end = all + count;
        for (int *p = all; p != end; p++) *p = count;
        sum += all[count - 1];
    }
    return sum == 6 ? 0 : 1;
}
