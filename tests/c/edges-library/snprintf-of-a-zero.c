// expect: FALSE
// about: a character that is zero is a zero inside of the text, and counts
// violation: 10
extern void reach_error(void);
extern int snprintf(char *, __SIZE_TYPE__, const char *, ...);

int main(void) {
    char text[4];
    int length = snprintf(text, sizeof text, "%c", 0);
    if (length == 1 && text[0] == 0) reach_error();
    return 0;
}
