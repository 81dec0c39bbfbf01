/* Classes of characters in the locale "C". The standard says that the answer "yes" is a number other
 * than zero, and libraries differ in which: it is any. */
extern int __VERIFIER_nondet_int(void);

static int answer(int yes) {
    if (!yes) return 0;
    int number = __VERIFIER_nondet_int();
    return number != 0 ? number : 1;
}

static int upper(int c) { return 'A' <= c && c <= 'Z'; }
static int lower(int c) { return 'a' <= c && c <= 'z'; }
static int digit(int c) { return '0' <= c && c <= '9'; }

int isupper(int c) { return answer(upper(c)); }
int islower(int c) { return answer(lower(c)); }
int isdigit(int c) { return answer(digit(c)); }
int isalpha(int c) { return answer(upper(c) || lower(c)); }
int isalnum(int c) { return answer(upper(c) || lower(c) || digit(c)); }
int isxdigit(int c) { return answer(digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F')); }
int isblank(int c) { return answer(c == ' ' || c == '\t'); }
int isspace(int c) { return answer(c == ' ' || ('\t' <= c && c <= '\r')); }
int iscntrl(int c) { return answer((0 <= c && c <= 31) || c == 127); }
int isprint(int c) { return answer(32 <= c && c <= 126); }
int isgraph(int c) { return answer(33 <= c && c <= 126); }
int ispunct(int c) { return answer(33 <= c && c <= 126 && !upper(c) && !lower(c) && !digit(c)); }

int toupper(int c) { return lower(c) ? c - 'a' + 'A' : c; }
int tolower(int c) { return upper(c) ? c - 'A' + 'a' : c; }

int isascii(int c) { return answer(0 <= c && c <= 127); }
int toascii(int c) { return c & 127; }
