// expect: FALSE
// about: the first argument is copied whatever its length
// check: bounds
// violation: 10
#include <string.h>

int main(int argc, char **argv) {
    char name[8] = "world";
    if (argc > 1)
        strcpy(name, argv[1]);
    return name[0] == 'w';
}
