/* Texts that are printed to memory: what is printed is not known here, so it is any text, ended by a zero and not longer than there
 * is room for. The value of `euclase_any_text` is not one that C allows each time, which the answer FALSE takes into account.
 * `euclase_any_failure` is 0 in a program whose formats cannot fail and print no zeros. Elsewhere, it lets them: the result is
 * negative then, and what is there is not ended. */
typedef __SIZE_TYPE__ size;
extern unsigned char euclase_any_text(void);
extern int euclase_any_length(void);
extern int euclase_any_failure(void);

static int print(char *target, size room) {
    int length = euclase_any_length();
    int fails = euclase_any_failure(), has_zeros = euclase_any_failure();
    size i = 0;
    if (length < 0) length = 0;
    if (room == 0) return fails ? -1 : length;
    for (; i < (size)length && i < room - 1; i++) {
        unsigned char c = euclase_any_text();
        target[i] = (char)(c != 0 || has_zeros ? c : 1);
    }
    if (fails) return -1;
    target[i] = 0;
    return length;
}

int sprintf(char *target, const char *format, ...) { return (void)format, print(target, (size)-1); }

int snprintf(char *target, size room, const char *format, ...) { return (void)format, print(target, room); }

int vsprintf(char *target, const char *format, void *list) { return (void)format, (void)list, print(target, (size)-1); }

int vsnprintf(char *target, size room, const char *format, void *list) {
    return (void)format, (void)list, print(target, room);
}

int scnprintf(char *target, size room, const char *format, ...) {
    int length = print(target, room);
    (void)format;
    if (room == 0) return 0;
    if (length < 0) return length;
    return (size)length < room ? length : (int)(room - 1);
}

/* The parts of formats that are known exactly: each prints from a place on as far as there is room, and gives the place behind it. */
size euclase_put_character(char *target, size room, size at, int c) {
    if (at + 1 < room) target[at] = (char)c;
    return at + 1;
}

size euclase_put_text(char *target, size room, size at, const char *text) {
    for (size i = 0; text[i] != 0; i++) at = euclase_put_character(target, room, at, text[i]);
    return at;
}

size euclase_put_number(char *target, size room, size at, unsigned long long number, int is_signed, int base) {
    char digits[24];
    int count = 0;
    if (is_signed && (long long)number < 0) {
        at = euclase_put_character(target, room, at, '-');
        number = 0ull - number;
    }
    do {
        int digit = (int)(number % (unsigned)base);
        digits[count++] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
        number /= (unsigned)base;
    } while (number != 0);
    while (count > 0) at = euclase_put_character(target, room, at, digits[--count]);
    return at;
}

int euclase_put_end(char *target, size room, size at) {
    if (room > 0) target[at < room ? at : room - 1] = 0;
    return (int)at;
}
