// expect: TRUE
// about: a function of the program that has the name of one of the library
// options: --assume-pure-externals
extern void reach_error(void);
struct node { int value; };
extern void bcopy(struct node *);

int main(void) {
    struct node node = { 0 };
    bcopy(&node);
    if (node.value) reach_error();
    return 0;
}
