// expect: TRUE
// about: every call counts itself in a global
extern void reach_error(void);

static int calls;
static void visit(int n) {
    calls++;
    if (n == 0) return;
    visit(n - 1);
    visit(n - 1);
}
int main(void) {
    visit(3);
    if (calls != 15) reach_error();
    return 0;
}
