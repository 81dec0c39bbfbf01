// expect: FALSE
// about: the zeros stay only until something else is stored
void reach_error(void);
int input(void);

int main(void)
{
    static union { int i; char c[8]; } u = { 1 };
    if (input()) u.c[7] = 1;
    if (u.c[7])
        reach_error();
    return 0;
}
