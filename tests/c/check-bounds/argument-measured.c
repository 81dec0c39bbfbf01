// expect: FALSE
// about: the length of an argument is tested against the size of the buffer, which has no room for the zero then
// check: bounds
// violation: 11
#include <string.h>

int main(int argc, char **argv) {
    char name[16];
    if (argc < 2) return 1;
    if (strlen(argv[1]) > sizeof name) return 1;
    strcpy(name, argv[1]);
    return name[0] == 0;
}
