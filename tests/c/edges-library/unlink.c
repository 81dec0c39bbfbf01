// expect: TRUE
// about: the function of POSIX leaves the memory of the program alone
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    char name[] = "a";
    int result = unlink(name);
    if (name[0] != 'a') reach_error();
    if (result != 0 && result != -1) reach_error();
    return 0;
}
