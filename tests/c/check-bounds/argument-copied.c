// expect: FALSE
// about: an argument of the program may be longer than the buffer
// check: bounds
// violation: 11
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char name[16];
    if (argc < 2) return 1;
    strcpy(name, argv[1]);
    printf("%s\n", name);
    return 0;
}
