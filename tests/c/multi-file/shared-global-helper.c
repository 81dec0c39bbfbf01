// The other file of shared-global.c.
int counter = 0;
void step(void) { counter++; }
