/* What comes from outside: numbers from a generator of random ones, where RAND_MAX is the largest int, bytes from a stream, each of
 * which may be at its end, texts, and the time. */
typedef __SIZE_TYPE__ size;
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int number(void) {
    int any = __VERIFIER_nondet_int();
    return any < 0 ? 0 : any;
}

/* Numbers of files that are closed, or open for the other direction only, as long as there are few: nothing comes from them, or
 * goes there, as far as it is known here what they stand for now. Streams have no numbers. */
__attribute__((weak)) int euclase_no_reads[4], euclase_no_reads_count, euclase_no_writes[4], euclase_no_writes_count;
__attribute__((weak)) int euclase_streams_are_certain;
static int is_among(const int *files, int count, int file) {
    return count > 4 || (count > 0 && files[0] == file) || (count > 1 && files[1] == file) || (count > 2 && files[2] == file)
        || (count > 3 && files[3] == file);
}
extern int euclase_result_of_read(void);

static int byte_from(int is_certain) {
    if (is_certain) {
        int any = euclase_result_of_read();
        return 0 <= any && any <= 255 ? any : -1;
    }
    if (__VERIFIER_nondet_bool()) return -1;
    return __VERIFIER_nondet_uchar();
}

static int byte(void) { return byte_from(euclase_streams_are_certain); }

/* Which numbers come after a seed is not said, but they are the same each time, and those after no seed are those after the
 * seed 1: once a program has seeded again, the numbers are not any. */
extern int euclase_result_of_rand(void);
static int was_seeded, was_taken, is_again;

static void seeded(void) {
    if (was_seeded || was_taken) is_again = 1;
    was_seeded = 1;
}

static int taken(void) {
    int again;
    was_taken = 1;
    if (!is_again) return number();
    again = euclase_result_of_rand();
    return again < 0 ? 0 : again;
}

void srand(unsigned seed) { (void)seed, seeded(); }
void srandom(unsigned seed) { (void)seed, seeded(); }
int rand(void) { return taken(); }
long random(void) { return taken(); }

/* The number and the next seed follow from the seed. */
extern int euclase_result_of_rand_r(void);
int rand_r(unsigned *seed) {
    int any = euclase_result_of_rand_r();
    *seed = (unsigned)euclase_result_of_rand_r();
    return any < 0 ? 0 : any;
}

int getchar(void) { return byte(); }
int getchar_unlocked(void) { return byte(); }
int fgetc(void *stream) { return (void)stream, byte(); }
int getc(void *stream) { return (void)stream, byte(); }
int getc_unlocked(void *stream) { return (void)stream, byte(); }
int _IO_getc(void *stream) { return (void)stream, byte(); }

/* A line: at most one byte less than there is room for, ended by a zero. After an error, what was read until then is there, and
 * there is no result. */
char *fgets(char *target, int room, void *stream) {
    int i = 0;
    (void)stream;
    if (room <= 0) return 0;
    for (; i < room - 1; i++) {
        int c = byte();
        if (c < 0) break;
        target[i] = (char)c;
        if (c == '\n') {
            i++;
            break;
        }
    }
    if ((i == 0 && room > 1) || __VERIFIER_nondet_bool()) return 0;
    target[i] = 0;
    return target;
}

/* Bytes: of as many as were asked for some are there, none at the end or after an error. */
static size bytes(unsigned char *target, size count, int is_certain) {
    size i = 0;
    for (; i < count; i++) {
        int c = byte_from(is_certain);
        if (c < 0) break;
        target[i] = (unsigned char)c;
    }
    return i;
}

long read(int file, void *target, size count) {
    int is_certain = is_among(euclase_no_reads, euclase_no_reads_count, file);
    size got;
    if (file < 0) return -1;
    got = bytes(target, count, is_certain);
    if (is_certain) return euclase_result_of_read() < 0 ? -1 : (long)got;
    return __VERIFIER_nondet_bool() ? -1 : (long)got;
}

size fread(void *target, size width, size count, void *stream) {
    (void)stream;
    return width == 0 || count == 0 ? 0 : bytes(target, width * count, euclase_streams_are_certain) / width;
}

long time(long *target) {
    long now = __VERIFIER_nondet_long();
    if (target) *target = now;
    return now;
}
