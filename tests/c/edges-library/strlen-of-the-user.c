// expect: UNKNOWN: 'strlen'
// about: a model is for the function of the library only
extern void reach_error(void);
struct text {
    int length;
};
int strlen(struct text *);

int main(void) {
    struct text t = {3};
    if (strlen(&t) != 3) reach_error();
    return 0;
}
