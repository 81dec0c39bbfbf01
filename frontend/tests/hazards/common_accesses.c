// Both branches access memory: tempting to merge the accesses and choose the address.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int a[10], b[10];

int main(void) {
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int())
        a[i] = 1;
    else
        b[j] = 1;
    if (a[j] + b[i] == 1)
        reach_error();
    return 0;
}
