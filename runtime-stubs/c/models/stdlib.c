/* The numbers of <stdlib.h> and <inttypes.h>. What they cannot compute is an error of their caller, where that is checked; elsewhere the
 * absolute value of the least number is the least number, since arithmetic wraps, and division ends the execution where the machine
 * refuses it. */
int abs(int x) { return x < 0 ? -x : x; }

long labs(long x) { return x < 0 ? -x : x; }

long long llabs(long long x) { return x < 0 ? -x : x; }

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

typedef struct {
    int quot, rem;
} int_pair;
typedef struct {
    long quot, rem;
} long_pair;
typedef struct {
    long long quot, rem;
} long_long_pair;

int_pair div(int x, int y) { return (int_pair){x / y, x % y}; }

long_pair ldiv(long x, long y) { return (long_pair){x / y, x % y}; }

long_long_pair lldiv(long long x, long long y) { return (long_long_pair){x / y, x % y}; }
