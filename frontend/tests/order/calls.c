// Functions with variables without a value, inputs and results through pointers, called from several places.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

struct point {
  int x;
  char tag;
};

int count;

static int pick(int set) {
  int local;
  if (set) local = __VERIFIER_nondet_int() % 4;
  if (local % 4 == 1) count++;
  return local;
}

static void fill(struct point *p, int how) {
  struct point fresh;
  unsigned char c = __VERIFIER_nondet_uchar();
  fresh.x = pick(c & 1);
  if (how) fresh.tag = 'a';
  *p = fresh;
}

static struct point both(int how) {
  struct point p, q;
  fill(&p, how);
  fill(&q, 1);
  p.x = p.x ^ q.x;
  return p;
}

static int walk(int n) {
  int bits[3];
  for (int i = 0; i < n; i++) {
    bits[i % 3] = pick(i > 1);
    if (bits[__VERIFIER_nondet_uchar() % 3] == 3) break;
  }
  return bits[0];
}

int main(void) {
  struct point p = both(0);
  for (int i = 0; i < 4; i++) {
    if (walk(i) % 2) p = both(i > 2);
    count += pick(1);
  }
  struct point q;
  fill(&q, p.tag == 'a');
  if (walk(2) + q.x > 0 && count > 3) reach_error();
  return count;
}
