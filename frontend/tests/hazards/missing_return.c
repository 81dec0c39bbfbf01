// A function that ends without the result that its caller looks at.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int half(int x) {
    if (x % 2 == 0)
        return x / 2;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x % 2 != 0 && half(x) == 3)
        reach_error();
    return 0;
}
