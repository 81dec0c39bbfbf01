// expect: UNKNOWN: write
// about: nor to what is open for reading
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
    int file = open("a", O_RDONLY);
    if (file >= 0 && write(file, "a", 1) == 1) reach_error();
    return 0;
}
