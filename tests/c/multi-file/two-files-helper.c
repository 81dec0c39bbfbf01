// The other file of two-files.c.
int twice(int x) { return 2 * x; }
