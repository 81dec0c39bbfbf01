/* What <string.h> and <strings.h> do, byte by byte. Of the result of a comparison only the sign is said, so it is any
 * number of that sign. */
typedef __SIZE_TYPE__ size;
extern int __VERIFIER_nondet_int(void);

static int sign(int left, int right) {
    if (left == right) return 0;
    int number = __VERIFIER_nondet_int();
    if (left < right) return number < 0 ? number : -1;
    return number > 0 ? number : 1;
}

size strlen(const char *text) {
    size length = 0;
    while (text[length] != 0) length++;
    return length;
}

size strnlen(const char *text, size most) {
    size length = 0;
    while (length < most && text[length] != 0) length++;
    return length;
}

int strcmp(const char *left, const char *right) {
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    size i = 0;
    while (a[i] != 0 && a[i] == b[i]) i++;
    return sign(a[i], b[i]);
}

int strncmp(const char *left, const char *right, size most) {
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (size i = 0; i < most; i++) {
        if (a[i] != b[i]) return sign(a[i], b[i]);
        if (a[i] == 0) return 0;
    }
    return 0;
}

int memcmp(const void *left, const void *right, size count) {
    const unsigned char *a = left, *b = right;
    for (size i = 0; i < count; i++)
        if (a[i] != b[i]) return sign(a[i], b[i]);
    return 0;
}

char *strchr(const char *text, int wanted) {
    for (;; text++) {
        if (*text == (char)wanted) return (char *)text;
        if (*text == 0) return 0;
    }
}

char *strrchr(const char *text, int wanted) {
    const char *found = 0;
    for (;; text++) {
        if (*text == (char)wanted) found = text;
        if (*text == 0) return (char *)found;
    }
}

void *memchr(const void *memory, int wanted, size count) {
    const unsigned char *bytes = memory;
    for (size i = 0; i < count; i++)
        if (bytes[i] == (unsigned char)wanted) return (void *)(bytes + i);
    return 0;
}

char *strcpy(char *target, const char *source) {
    size i = 0;
    while ((target[i] = source[i]) != 0) i++;
    return target;
}

char *strncpy(char *target, const char *source, size count) {
    size i = 0;
    for (; i < count && source[i] != 0; i++) target[i] = source[i];
    for (; i < count; i++) target[i] = 0;
    return target;
}

char *strcat(char *target, const char *source) {
    size end = 0, i = 0;
    while (target[end] != 0) end++;
    while ((target[end + i] = source[i]) != 0) i++;
    return target;
}

char *strncat(char *target, const char *source, size most) {
    size end = 0, i = 0;
    while (target[end] != 0) end++;
    for (; i < most && source[i] != 0; i++) target[end + i] = source[i];
    target[end + i] = 0;
    return target;
}

char *stpcpy(char *target, const char *source) {
    while ((*target = *source++) != 0) target++;
    return target;
}

size strlcpy(char *target, const char *source, size room) {
    size i = 0;
    for (; source[i] != 0; i++)
        if (i + 1 < room) target[i] = source[i];
    if (room > 0) target[i < room ? i : room - 1] = 0;
    return i;
}

char *strstr(const char *text, const char *wanted) {
    for (;; text++) {
        size i = 0;
        while (wanted[i] != 0 && text[i] == wanted[i]) i++;
        if (wanted[i] == 0) return (char *)text;
        if (*text == 0) return 0;
    }
}

static int is_in(char c, const char *set) {
    for (; *set != 0; set++)
        if (*set == c) return 1;
    return 0;
}

size strspn(const char *text, const char *set) {
    size length = 0;
    while (text[length] != 0 && is_in(text[length], set)) length++;
    return length;
}

size strcspn(const char *text, const char *set) {
    size length = 0;
    while (text[length] != 0 && !is_in(text[length], set)) length++;
    return length;
}

char *strpbrk(const char *text, const char *set) {
    for (; *text != 0; text++)
        if (is_in(*text, set)) return (char *)text;
    return 0;
}

static int small(unsigned char c) { return 'A' <= c && c <= 'Z' ? c - 'A' + 'a' : c; }

int strcasecmp(const char *left, const char *right) {
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    size i = 0;
    while (a[i] != 0 && small(a[i]) == small(b[i])) i++;
    return sign(small(a[i]), small(b[i]));
}

int strncasecmp(const char *left, const char *right, size most) {
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (size i = 0; i < most; i++) {
        if (small(a[i]) != small(b[i])) return sign(small(a[i]), small(b[i]));
        if (a[i] == 0) return 0;
    }
    return 0;
}

void *mempcpy(void *target, const void *source, size count) {
    unsigned char *to = target;
    const unsigned char *from = source;
    for (size i = 0; i < count; i++) to[i] = from[i];
    return to + count;
}

void bzero(void *memory, size count) {
    unsigned char *bytes = memory;
    for (size i = 0; i < count; i++) bytes[i] = 0;
}

/* The number of the lowest bit that is set, counted from one. */
int ffs(int x) { return __builtin_ffs(x); }

int ffsl(long x) { return __builtin_ffsl(x); }

int ffsll(long long x) { return __builtin_ffsll(x); }

void explicit_bzero(void *memory, size count) { bzero(memory, count); }

void *memset_explicit(void *memory, int byte, size count) {
    unsigned char *bytes = memory;
    for (size i = 0; i < count; i++) bytes[i] = (unsigned char)byte;
    return memory;
}

int bcmp(const void *left, const void *right, size count) { return memcmp(left, right, count); }

void bcopy(const void *source, void *target, size count) { __builtin_memmove(target, source, count); }

char *index(const char *text, int wanted) { return strchr(text, wanted); }

char *rindex(const char *text, int wanted) { return strrchr(text, wanted); }

char *strchrnul(const char *text, int wanted) {
    while (*text != 0 && *text != (char)wanted) text++;
    return (char *)text;
}

void *rawmemchr(const void *memory, int wanted) {
    const unsigned char *byte = memory;
    while (*byte != (unsigned char)wanted) byte++;
    return (void *)byte;
}

void *memrchr(const void *memory, int wanted, size count) {
    const unsigned char *bytes = memory;
    for (size i = count; i > 0; i--)
        if (bytes[i - 1] == (unsigned char)wanted) return (void *)(bytes + i - 1);
    return 0;
}

void *memmem(const void *memory, size count, const void *wanted, size length) {
    const unsigned char *bytes = memory;
    if (length > count) return 0;
    for (size i = 0; i <= count - length; i++)
        if (memcmp(bytes + i, wanted, length) == 0) return (void *)(bytes + i);
    return 0;
}

char *strcasestr(const char *text, const char *wanted) {
    size length = strlen(wanted);
    for (;; text++) {
        if (strncasecmp(text, wanted, length) == 0) return (char *)text;
        if (*text == 0) return 0;
    }
}
