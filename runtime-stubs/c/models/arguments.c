/* What `main` is called with: texts of any length and content, and a null pointer behind the last. They are objects that nobody
 * frees. No system passes longer texts, or more of them, than are said here. */
typedef __SIZE_TYPE__ size;
extern void *malloc(size);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

enum { LONGEST = 0x1ffff, MOST = 0xfffff };

static void *euclase_own_memory(size count) { return malloc(count); }

static void *memory(size count) {
    void *made = euclase_own_memory(count);
    __VERIFIER_assume(made != 0);
    return made;
}

char **euclase_arguments(unsigned count) {
    char **all;
    __VERIFIER_assume(count <= MOST);
    all = memory((count + 1ul) * sizeof *all);
    for (unsigned i = 0; i < count; i++) {
        unsigned length = __VERIFIER_nondet_uint();
        __VERIFIER_assume(length <= LONGEST);
        all[i] = memory(length + 1ul);
        all[i][length] = 0;
    }
    all[count] = 0;
    return all;
}

char **euclase_environment(void) { return euclase_arguments(__VERIFIER_nondet_uint()); }
