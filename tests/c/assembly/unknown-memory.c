// expect: UNKNOWN: memory
// about: assembly that may write anywhere is refused
extern void reach_error(void);
int x;
int main(void) {
    __asm__ volatile("stosb" ::: "memory");
    if (x) reach_error();
    return 0;
}
