// The other file of static-names.c.
static int value = 2;
static int get(void) { return value; }
int other(void) { return get(); }
