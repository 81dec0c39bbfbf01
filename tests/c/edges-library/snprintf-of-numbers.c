// expect: TRUE
// about: numbers have no zeros in their texts, and are always printed
extern void reach_error(void);
extern int snprintf(char *, __SIZE_TYPE__, const char *, ...);

int main(void) {
    char text[4];
    int length = snprintf(text, sizeof text, "%d", 5);
    if (length < 0) reach_error();
    if (length == 1 && text[0] == 0) reach_error();
    return 0;
}
