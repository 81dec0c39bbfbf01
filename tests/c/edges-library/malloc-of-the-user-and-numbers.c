// expect: TRUE
// about: numbers are computed without memory
extern void reach_error(void);
extern double cos(double);
extern int isdigit(int);
static char room[100000];
static unsigned used;

void *malloc(__SIZE_TYPE__ size) {
    void *found = room + used;
    used += (size + 15) / 16 * 16;
    return found;
}

int main(void) {
    cos(1);
    if (isdigit('a') || used) reach_error();
    return 0;
}
