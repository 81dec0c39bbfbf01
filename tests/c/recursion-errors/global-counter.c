// expect: FALSE
// about: a global counts one call less than there are
// violation: 15
extern void reach_error(void);

static int calls;
static void visit(int n) {
    if (n == 0) return;
    calls++;
    visit(n - 1);
    visit(n - 1);
}
int main(void) {
    visit(3);
    if (calls != 15) reach_error();
    return 0;
}
