// expect: TRUE
// about: a recursive search through an array: what is found is what was looked for
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[100];

int find(int *a, int i, int n, int key) {
    if (i >= n)
        return -1;
    if (a[i] == key)
        return i;
    return find(a, i + 1, n, key);
}

int main(void) {
    for (int i = 0; i < 100; i++)
        table[i] = __VERIFIER_nondet_int();
    int key = __VERIFIER_nondet_int();
    int at = find(table, 0, 100, key);
    if (at >= 0 && table[at] != key)
        reach_error();
    return 0;
}
