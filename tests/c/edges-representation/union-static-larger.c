// expect: TRUE
// about: bytes that only a larger member covers are zero in a static object
void reach_error(void);
static union { int i; long long l[4]; } u = { 0 };

int main(void)
{
    if (u.l[0] || u.l[3])
        reach_error();
    return 0;
}
