// expect: FALSE
// about: an account is overdrawn by one
// violation: 19
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct account { int id, balance; };
static void pay(struct account *from, struct account *to, int amount) {
    if (from->balance < amount - 1 || amount < 0) return;
    from->balance -= amount;
    to->balance += amount;
}

int main(void) {
    struct account a = {1, 50}, b = {2, 50};
    pay(&a, &b, __VERIFIER_nondet_int());
    pay(&b, &a, __VERIFIER_nondet_int());
    if (a.balance + b.balance != 100) reach_error();
    if (a.balance < 0 || b.balance < 0) reach_error();
    return 0;
}
