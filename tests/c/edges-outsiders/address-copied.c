// expect: UNKNOWN: may hold an address
// about: the bytes of a pointer
extern void reach_error(void);
typedef __SIZE_TYPE__ size;
extern void *memcpy(void *, const void *, size);
extern void ext(char);

int main(void) {
    int x = 0;
    int *p = &x;
    char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    for (int i = 0; i < (int)sizeof p; i++) ext(bytes[i]);
    if (x + (p != &x)) reach_error();
    return 0;
}
