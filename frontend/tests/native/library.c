/* Functions that are run natively and interpreted, each about one part of C. */

unsigned long long arrays(void) {
  int a[8];
  for (int i = 0; i < 8; i++) a[i] = __euclase_nondet_i32(0);
  for (int i = 0; i < 8; i++)
    for (int j = i + 1; j < 8; j++)
      if (a[j] < a[i]) { int t = a[i]; a[i] = a[j]; a[j] = t; }
  unsigned long long sum = 0;
  for (int i = 0; i < 8; i++) sum = sum * 1000003 + (unsigned)a[i];
  return sum;
}

struct pair { signed char x; long long y; unsigned bits : 5; int more : 7; };

static struct pair swapped(struct pair p) {
  struct pair q = p;
  q.x = (signed char)p.y;
  q.y = p.x;
  q.bits = p.more;
  q.more = p.bits + p.x;
  return q;
}

unsigned long long structs(void) {
  struct pair p = { __euclase_nondet_i8(0), __euclase_nondet_i64(0), __euclase_nondet_i32(0), __euclase_nondet_i32(0) };
  struct pair table[3] = { p, swapped(p), swapped(swapped(p)) };
  struct pair *last = &table[__euclase_nondet_i8(0) % 3u];
  return last->x * 7 + last->y * 11 + last->bits * 13 + last->more;
}

static unsigned long long ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

unsigned long long recursion(void) { return ackermann(__euclase_nondet_i8(0) & 1, __euclase_nondet_i8(0) & 7); }

static int counter = 3;
static int table[4] = { 1, -2, 3 };
static const char *words[3] = { "one", "three", "" };

static long long twice(long long x) { counter++; return 2 * x; }
static long long less(long long x) { counter += 5; return x - table[counter & 3]; }
static long long (*operations[2])(long long) = { twice, less };

unsigned long long globals(void) {
  counter = __euclase_nondet_i8(0);
  long long x = __euclase_nondet_i64(0);
  for (int i = 0; i < 6; i++) {
    x = operations[(x >> i) & 1](x);
    table[i & 3] += counter;
  }
  for (const char *c = words[(unsigned char)counter % 3]; *c; c++) x = x * 3 + *c;
  /* As at the start, for the next run in the same process. */
  table[0] = 1, table[1] = -2, table[2] = 3, table[3] = 0;
  return x + counter;
}

union view { unsigned long long whole; unsigned char bytes[8]; double real; float reals[2]; };

unsigned long long unions(void) {
  union view v;
  v.whole = __euclase_nondet_i64(0);
  unsigned char first = v.bytes[0];
  v.bytes[0] = v.bytes[7];
  v.bytes[7] = first;
  return v.whole;
}

unsigned long long heap(void) {
  unsigned n = (__euclase_nondet_i8(0) & 7u) + 1;
  long long *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b);
  for (unsigned i = 0; i < n; i++) a[i] = __euclase_nondet_i64(0);
  memcpy(b, a, (n / 2) * sizeof *a);
  memset(a, 7, n);
  long long sum = 0;
  for (unsigned i = 0; i < n; i++) sum = sum * 3 + a[i] - b[i];
  free(a);
  free(b);
  return sum;
}

unsigned long long reals(void) {
  int i = __euclase_nondet_i32(0);
  unsigned u = __euclase_nondet_i32(0);
  double d = i / 3.0 + u;
  float f = (float)d * 0.1f - i;
  d = d * f - (d < f ? -d : d / 7);
  union view v;
  v.real = d;
  unsigned long long sum = v.whole;
  v.reals[0] = f;
  v.reals[1] = (float)u;
  return sum ^ v.whole ^ (unsigned long long)(long long)(f / 4) ^ (d == f) ^ (d != d);
}

unsigned long long overflow(void) {
  int a = __euclase_nondet_i32(0), b = __euclase_nondet_i32(0), r;
  unsigned u = a, v = b, s;
  long long x = __euclase_nondet_i64(0), y = __euclase_nondet_i64(0), z;
  unsigned long long sum = 0;
  sum = sum * 2 + __builtin_sadd_overflow(a, b, &r), sum += (unsigned)r;
  sum = sum * 2 + __builtin_ssub_overflow(a, b, &r), sum += (unsigned)r;
  sum = sum * 2 + __builtin_smul_overflow(a, b, &r), sum += (unsigned)r;
  sum = sum * 2 + __builtin_uadd_overflow(u, v, &s), sum += s;
  sum = sum * 2 + __builtin_usub_overflow(u, v, &s), sum += s;
  sum = sum * 2 + __builtin_umul_overflow(u, v, &s), sum += s;
  sum = sum * 2 + __builtin_smulll_overflow(x, y, &z), sum += z;
  sum = sum * 2 + __builtin_saddll_overflow(x, y, &z), sum += z;
  sum = sum * 2 + __builtin_ssubll_overflow(x, y, &z), sum += z;
  return sum;
}

unsigned long long bits(void) {
  unsigned u = __euclase_nondet_i32(0);
  unsigned long long w = __euclase_nondet_i64(0), sum = 0;
  unsigned short h = __euclase_nondet_i16(0);
  sum = sum * 131 + __builtin_popcount(u) + __builtin_popcountll(w);
  sum = sum * 131 + __builtin_clz(u | 1) + __builtin_clzll(w | 1);
  sum = sum * 131 + __builtin_ctz(u | 0x80000000u) + __builtin_ctzll(w | 0x8000000000000000u);
  sum = sum * 131 + __builtin_bswap16(h) + __builtin_bswap32(u) + __builtin_bswap64(w);
  sum = sum * 131 + __builtin_bitreverse8((unsigned char)u) + __builtin_bitreverse32(u) + __builtin_bitreverse64(w);
  sum = sum * 131 + __builtin_rotateleft32(u, h) + __builtin_rotateright64(w, h) + __builtin_rotateleft8((unsigned char)u, (unsigned char)h);
  sum = sum * 131 + __builtin_abs((int)u) + __builtin_ffs((int)u) + __builtin_parity(u);
  sum = sum * 131 + __builtin_elementwise_max((int)u, (int)w) + __builtin_elementwise_min(u, (unsigned)w);
  sum = sum * 131 + (unsigned)__builtin_elementwise_add_sat((int)u, (int)w) + __builtin_elementwise_sub_sat(u, (unsigned)w);
  sum = sum * 131 + (unsigned)__builtin_elementwise_sub_sat((int)u, (int)w) + __builtin_elementwise_add_sat(u, (unsigned)w);
  return sum;
}

unsigned long long wide(void) {
  unsigned __int128 a = __euclase_nondet_i64(0), b = __euclase_nondet_i64(0);
  a = a << 64 | b;
  __int128 c = (__int128)a * -3 + (__int128)(b << 70);
  a = a * ((unsigned __int128)0x123456789abcdef << 61 | 77) + (a >> 77);
  return (unsigned long long)(a >> 64) ^ (unsigned long long)a ^ (unsigned long long)(c / 1000003) ^ (unsigned long long)(c >> 100);
}

unsigned long long jumps(void) {
  unsigned n = __euclase_nondet_i8(0) & 31, x = 1;
  if (n & 1) goto inside;
outside:
  x = x * 5 + 1;
  if (n == 0) return x;
inside:
  n--;
  x ^= n;
  if ((x & 12) == 4 && n < 40) goto inside;
  if (n < 40 && n > 0) goto outside;
  return x * 3;
}

unsigned long long atomics(void) {
  static int shared;
  shared = __euclase_nondet_i32(0);
  int old = __atomic_fetch_add(&shared, 3, __ATOMIC_SEQ_CST);
  old ^= __atomic_fetch_nand(&shared, 0x55, __ATOMIC_SEQ_CST);
  int expected = shared & ~1;
  int swapped = __atomic_compare_exchange_n(&shared, &expected, old, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return (unsigned)(old + shared * 3 + expected * 5 + swapped);
}
