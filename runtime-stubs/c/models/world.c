/* What depends on the world outside: files and processes. Each function has every result that it has in some world, and leaves the
 * memory of the program alone. `euclase_result_of_...` is a result that is not one of every world, which the answer FALSE takes
 * into account: a file that was opened second has another number than the first. */
typedef __SIZE_TYPE__ size;
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int euclase_result_of_open(void);
extern void *malloc(size);

static int outcome(void) { return __VERIFIER_nondet_bool() ? -1 : 0; }

int unlink(const char *path) { return (void)path, outcome(); }
int remove(const char *path) { return (void)path, outcome(); }
int rename(const char *from, const char *to) { return (void)from, (void)to, outcome(); }
int access(const char *path, int mode) { return (void)path, (void)mode, outcome(); }
int mkdir(const char *path, unsigned mode) { return (void)path, (void)mode, outcome(); }
int rmdir(const char *path) { return (void)path, outcome(); }
int chdir(const char *path) { return (void)path, outcome(); }
int chmod(const char *path, unsigned mode) { return (void)path, (void)mode, outcome(); }
int fsync(int file) { return file < 0 ? -1 : outcome(); }
int close(int file) { return file < 0 ? -1 : outcome(); }
int fclose(void *stream) { return (void)stream, outcome(); }
int fflush(void *stream) { return (void)stream, outcome(); }

int open(const char *path, int flags, ...) {
    static int is_open;
    int file;
    (void)path, (void)flags;
    if (__VERIFIER_nondet_bool()) return -1;
    file = is_open ? euclase_result_of_open() : __VERIFIER_nondet_int();
    is_open = 1;
    return file < 0 ? 0 : file;
}

long write(int file, const void *source, size count) {
    long written = __VERIFIER_nondet_long();
    (void)source;
    if (file < 0 || written < 0) return -1;
    return (size)written > count ? (long)count : written;
}

/* A stream is an object of its own. */
static void *stream(void) { return __VERIFIER_nondet_bool() ? 0 : malloc(1); }
void *fopen(const char *path, const char *mode) { return (void)path, (void)mode, stream(); }
void *fopen64(const char *path, const char *mode) { return (void)path, (void)mode, stream(); }
void *fdopen(int file, const char *mode) { return (void)mode, file < 0 ? (void *)0 : stream(); }
void *tmpfile(void) { return stream(); }

unsigned sleep(unsigned seconds) {
    unsigned left = (unsigned)__VERIFIER_nondet_int();
    return left > seconds ? seconds : left;
}
int usleep(unsigned microseconds) { return (void)microseconds, outcome(); }

int system(const char *command) { return (void)command, __VERIFIER_nondet_int(); }

int getpid(void) {
    static int process;
    if (process == 0) {
        process = __VERIFIER_nondet_int();
        if (process <= 0) process = 1;
    }
    return process;
}

/* The environment: a text, or none. The same name gives the same text, so that what a second call gives is not any; it may well be
 * what an earlier one gave. */
extern int euclase_result_of_getenv(void);
extern void euclase_not_modelled(void);
extern unsigned __VERIFIER_nondet_uint(void);

char *getenv(const char *name) {
    static char *earlier[8];
    static int count, was_asked;
    size length;
    char *text;
    int is_set, which;
    (void)name;
    if (was_asked) {
        is_set = euclase_result_of_getenv() != 0;
        which = euclase_result_of_getenv();
        if (is_set && 0 <= which && which < count) return earlier[which];
    } else {
        is_set = __VERIFIER_nondet_bool();
    }
    was_asked = 1;
    if (!is_set) return 0;
    if (count == 8) euclase_not_modelled();
    length = __VERIFIER_nondet_uint() >> 1;
    text = malloc(length + 1);
    if (text == 0) return 0;
    text[length] = 0;
    return earlier[count++] = text;
}
