// expect: TRUE
// about: the first argument is copied if it fits
#include <string.h>

int main(int argc, char **argv) {
    char name[8] = "world";
    if (argc > 1 && strlen(argv[1]) < sizeof name) strcpy(name, argv[1]);
    return name[0] == 'w';
}
