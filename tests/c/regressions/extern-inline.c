// expect: TRUE
// about: a definition that is extern inline, as C99 means it
extern void reach_error(void);

extern inline int four(void) { return 4; }
int main(void) {
    if (four() != 4) reach_error();
    return 0;
}
