// expect: UNKNOWN: 'unlink'
// about: a function with the name of a library function and another type is not the library function
extern void reach_error(void);
struct node {
    struct node *next;
};
void unlink(struct node *);

int main(void) {
    struct node a, b;
    a.next = &b;
    unlink(&a);
    if (a.next != &b) reach_error();
    return 0;
}
