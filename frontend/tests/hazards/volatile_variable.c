// There is one thread, so volatile variables are variables like others.
int __VERIFIER_nondet_int(void);
void reach_error(void);

volatile int flag;

int main(void) {
    flag = __VERIFIER_nondet_int();
    if (flag == 1)
        reach_error();
    return 0;
}
