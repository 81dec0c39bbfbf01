// The access comes first: tempting to conclude that the pointer is not null.
int __VERIFIER_nondet_int(void);
void *__VERIFIER_nondet_pointer(void);
void reach_error(void);

int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    int x = *p;
    if (p == 0)
        reach_error();
    return x;
}
