// expect: TRUE
// about: by the rules of SV-COMP a function without a body changes nothing
// options: --sv-comp
extern void change(int *);
extern void reach_error(void);
int main(void) {
    int x = 1;
    change(&x);
    if (x != 1) reach_error();
    return 0;
}
