/* Numbers that come from outside: from a generator of random numbers, where RAND_MAX is the largest int, and from a stream, where
 * each is a byte or EOF. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int number(void) {
    int any = __VERIFIER_nondet_int();
    return any < 0 ? 0 : any;
}

static int byte(void) {
    if (__VERIFIER_nondet_bool()) return -1;
    return __VERIFIER_nondet_uchar();
}

int rand(void) { return number(); }
long random(void) { return number(); }

int getchar(void) { return byte(); }
int getchar_unlocked(void) { return byte(); }
int fgetc(void *stream) { return (void)stream, byte(); }
int getc(void *stream) { return (void)stream, byte(); }
int getc_unlocked(void *stream) { return (void)stream, byte(); }
int _IO_getc(void *stream) { return (void)stream, byte(); }
