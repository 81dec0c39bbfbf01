// expect: UNKNOWN: declaration
// about: a switch enters the block of a variable anew each time
extern void reach_error(void);

int main(void) {
    for (int i = 0; i < 2; i++) {
        switch (i) {
            int x;
        case 0:
            x = 3;
            break;
        case 1:
            if (x != 3) reach_error();
        }
    }
    return 0;
}
