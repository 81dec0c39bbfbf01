// expect: UNKNOWN: kept
// about: a list of compound literals, all of which end with their round
struct node { int value; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) head = &(struct node){i, head};
    return head->value;
}
