// expect: UNKNOWN: write of 4 bytes
// about: what is stored beyond the end of a variable is not defined, and LLVM would forget the rest of it, too
// at: 8
extern void reach_error(void);

int main(void) {
    short narrow = 0;
    *(int *)&narrow = 5;
    if (narrow != 5) reach_error();
    return 0;
}
