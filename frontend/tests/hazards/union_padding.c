// The bytes between the members of a struct are read through a union.
void reach_error(void);

int main(void) {
    union { struct { char c; int i; } s; int words[2]; } u;
    u.s.c = 0;
    if (u.words[0] == 0x100)
        reach_error();
    return 0;
}
