/* What SV-COMP's functions do when the program does not say it. */
extern void reach_error(void);

void __VERIFIER_assert(int holds) {
    if (!holds) reach_error();
}
