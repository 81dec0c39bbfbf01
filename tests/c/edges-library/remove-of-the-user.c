// expect: UNKNOWN: 'remove'
// about: the result has the type of the library, the parameter has not
extern void reach_error(void);
struct list {
    int length;
};
int remove(struct list *);

int main(void) {
    struct list l = {1};
    remove(&l);
    if (l.length != 1) reach_error();
    return 0;
}
