/* Numbers in texts: the conversions of <stdlib.h> in the locale "C". A number that does not fit becomes the nearest one that does,
 * where the standard says so (strtol and its kind), and what comes of the wider one where it says nothing (atoi). errno is left
 * alone: the program's own is not known here. */
static int is_space(char c) { return c == ' ' || ('\t' <= c && c <= '\r'); }

static int digit(char c) {
    if ('0' <= c && c <= '9') return c - '0';
    if ('a' <= c && c <= 'z') return c - 'a' + 10;
    if ('A' <= c && c <= 'Z') return c - 'A' + 10;
    return 36;
}

/* The number at the start of a text without its sign, at most `most` if it is positive, `most_negative` if not. */
static unsigned long long numeral(const char *text, char **end, int base, int *negative, int *overflow,
                                  unsigned long long most, unsigned long long most_negative) {
    const char *at = text;
    unsigned long long value = 0;
    int found = 0;
    *overflow = 0;
    *negative = 0;
    if (base < 0 || base == 1 || base > 36) return 0;
    while (is_space(*at)) at++;
    *negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0) base = *at == '0' ? 8 : 10;
    if (*negative) most = most_negative;
    for (; digit(*at) < base; at++) {
        unsigned long long next = (unsigned)digit(*at);
        found = 1;
        if (*overflow || value > (most - next) / (unsigned)base || next > most)
            *overflow = 1;
        else
            value = value * (unsigned)base + next;
    }
    if (end) *end = (char *)(found ? at : text);
    return *overflow ? most : value;
}

#define LARGEST(type) ((type)(((unsigned type) - 1) >> 1))

long strtol(const char *text, char **end, int base) {
    int negative, overflow;
    unsigned long long most = LARGEST(long);
    unsigned long long value = numeral(text, end, base, &negative, &overflow, most, most + 1);
    return (long)(negative ? -value : value);
}

long long strtoll(const char *text, char **end, int base) {
    int negative, overflow;
    unsigned long long most = LARGEST(long long);
    unsigned long long value = numeral(text, end, base, &negative, &overflow, most, most + 1);
    return (long long)(negative ? -value : value);
}

/* A number that does not fit is the largest one, also behind a minus sign. */
unsigned long strtoul(const char *text, char **end, int base) {
    int negative, overflow;
    unsigned long value = (unsigned long)numeral(text, end, base, &negative, &overflow, (unsigned long)-1, (unsigned long)-1);
    return negative && !overflow ? -value : value;
}

unsigned long long strtoull(const char *text, char **end, int base) {
    int negative, overflow;
    unsigned long long value = numeral(text, end, base, &negative, &overflow, -1ull, -1ull);
    return negative && !overflow ? -value : value;
}

typedef __INTMAX_TYPE__ intmax;
typedef __UINTMAX_TYPE__ uintmax;
intmax strtoimax(const char *text, char **end, int base) { return strtoll(text, end, base); }

uintmax strtoumax(const char *text, char **end, int base) { return strtoull(text, end, base); }

long long strtoq(const char *text, char **end, int base) { return strtoll(text, end, base); }

unsigned long long strtouq(const char *text, char **end, int base) { return strtoull(text, end, base); }

int atoi(const char *text) { return (int)strtol(text, 0, 10); }

long atol(const char *text) { return strtol(text, 0, 10); }

long long atoll(const char *text) { return strtoll(text, 0, 10); }
