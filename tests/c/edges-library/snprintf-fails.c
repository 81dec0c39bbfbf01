// expect: UNKNOWN
// about: a width that is too large makes printing fail
extern void reach_error(void);
extern int snprintf(char *, __SIZE_TYPE__, const char *, ...);

int main(void) {
    char text[4];
    if (snprintf(text, sizeof text, "%2147483648d", 1) < 0) reach_error();
    return 0;
}
