/* What depends on the world outside: files and processes. Each function has every result that it has in some world, and leaves the
 * memory of the program alone. `euclase_result_of_...` is a result that is not one of every world, which the answer FALSE takes
 * into account: a file that was opened second has another number than the first. */
typedef __SIZE_TYPE__ size;
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int euclase_result_of_open(void);
extern void *malloc(size);

/* Numbers of files that are closed, or open for the other direction only, as long as there are few: nothing comes from them, or
 * goes there, as far as it is known here what they stand for now. Streams have no numbers. */
__attribute__((weak)) int euclase_no_reads[4], euclase_no_reads_count, euclase_no_writes[4], euclase_no_writes_count;
__attribute__((weak)) int euclase_streams_are_certain;
static int is_among(const int *files, int count, int file) {
    return count > 4 || (count > 0 && files[0] == file) || (count > 1 && files[1] == file) || (count > 2 && files[2] == file)
        || (count > 3 && files[3] == file);
}
static void add(int *files, int *count, int file) {
    if (*count < 4) files[*count] = file;
    if (*count <= 4) ++*count;
}
extern int euclase_result_of_close(void);
extern int euclase_result_of_write(void);

static int outcome(void) { return __VERIFIER_nondet_bool() ? -1 : 0; }

int unlink(const char *path) { return (void)path, outcome(); }
int remove(const char *path) { return (void)path, outcome(); }
int rename(const char *from, const char *to) { return (void)from, (void)to, outcome(); }
int access(const char *path, int mode) { return (void)path, (void)mode, outcome(); }
int mkdir(const char *path, unsigned mode) { return (void)path, (void)mode, outcome(); }
int rmdir(const char *path) { return (void)path, outcome(); }
int chdir(const char *path) { return (void)path, outcome(); }
int chmod(const char *path, unsigned mode) { return (void)path, (void)mode, outcome(); }
int fsync(int file) {
    if (file < 0) return -1;
    if (is_among(euclase_no_writes, euclase_no_writes_count, file)) return euclase_result_of_close() < 0 ? -1 : 0;
    return outcome();
}

int close(int file) {
    static int closed[4], count;
    int result = is_among(closed, count, file) ? (euclase_result_of_close() < 0 ? -1 : 0) : outcome();
    if (file < 0) return -1;
    add(closed, &count, file);
    add(euclase_no_reads, &euclase_no_reads_count, file);
    add(euclase_no_writes, &euclase_no_writes_count, file);
    /* Streams have numbers of which nobody knows here. */
    euclase_streams_are_certain = 1;
    return result;
}

int fclose(void *stream) {
    (void)stream;
    euclase_streams_are_certain = 1;
    return outcome();
}

int fflush(void *stream) { return (void)stream, outcome(); }

int open(const char *path, int flags, ...) {
    static int is_open;
    int file;
    (void)path, (void)flags;
    if (__VERIFIER_nondet_bool()) return -1;
    file = is_open ? euclase_result_of_open() : __VERIFIER_nondet_int();
    is_open = 1;
    if (file < 0) file = 0;
    if ((flags & 3) == 0) add(euclase_no_writes, &euclase_no_writes_count, file);
    if ((flags & 3) == 1) add(euclase_no_reads, &euclase_no_reads_count, file);
    return file;
}

long write(int file, const void *source, size count) {
    long written = 0;
    (void)source;
    if (file < 0) return -1;
    written = is_among(euclase_no_writes, euclase_no_writes_count, file) ? euclase_result_of_write() : __VERIFIER_nondet_long();
    if (written < 0) return -1;
    return (size)written > count ? (long)count : written;
}

/* A stream is an object of the library's own: the program cannot free it. */
static void *euclase_own_stream(void) { return malloc(1); }
static void *stream(void) { return __VERIFIER_nondet_bool() ? 0 : euclase_own_stream(); }
static void *stream_for(const char *mode) {
    int is_for_both = mode[0] != 0 && (mode[1] == '+' || (mode[1] != 0 && mode[2] == '+'));
    if (mode[0] != 'r' && !is_for_both) euclase_streams_are_certain = 1;
    return stream();
}
void *fopen(const char *path, const char *mode) { return (void)path, stream_for(mode); }
void *fopen64(const char *path, const char *mode) { return (void)path, stream_for(mode); }
void *fdopen(int file, const char *mode) { return file < 0 ? (void *)0 : stream_for(mode); }
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

static char *euclase_own_text(size length) { return malloc(length + 1); }

char *getenv(const char *name) {
    static char *earlier[8];
    static int count, was_asked;
    size length;
    char *text;
    int is_set, which, i = 0;
    /* No name is empty, or has a '='. */
    while (name[i] != 0 && name[i] != '=') i++;
    if (i == 0 || name[i] != 0) return 0;
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
    text = euclase_own_text(length);
    if (text == 0) return 0;
    text[length] = 0;
    return earlier[count++] = text;
}
