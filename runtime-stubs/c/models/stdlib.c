/* The absolute values of <stdlib.h>. That of the least number is the least number, since arithmetic wraps. */
int abs(int x) { return x < 0 ? -x : x; }

long labs(long x) { return x < 0 ? -x : x; }

long long llabs(long long x) { return x < 0 ? -x : x; }
