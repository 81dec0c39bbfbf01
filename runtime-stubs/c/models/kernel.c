/* Allocators of the Linux kernel: a new object, or null, since memory may be short there. */
typedef __SIZE_TYPE__ size;
extern void *malloc(size);
extern void *calloc(size, size);
extern void free(void *);
extern void *memcpy(void *, const void *, size);
extern _Bool __VERIFIER_nondet_bool(void);

static void *some(size count) { return __VERIFIER_nondet_bool() ? malloc(count) : 0; }
static void *zeros(size number, size width) {
    size count;
    if (__builtin_mul_overflow(number, width, &count)) return 0;
    return __VERIFIER_nondet_bool() ? calloc(count, 1) : 0;
}
static void *array(size number, size width) {
    size count;
    return __builtin_mul_overflow(number, width, &count) ? 0 : some(count);
}

void *kmalloc(size count, unsigned flags) { return (void)flags, some(count); }
void *__kmalloc(size count, unsigned flags) { return (void)flags, some(count); }
void *kmalloc_node(size count, unsigned flags, int node) { return (void)flags, (void)node, some(count); }
void *kvmalloc(size count, unsigned flags) { return (void)flags, some(count); }
void *vmalloc(unsigned long count) { return some(count); }
void *kmalloc_array(size number, size width, unsigned flags) { return (void)flags, array(number, width); }
void *kzalloc(size count, unsigned flags) { return (void)flags, zeros(count, 1); }
void *kvzalloc(size count, unsigned flags) { return (void)flags, zeros(count, 1); }
void *kzalloc_node(size count, unsigned flags, int node) { return (void)flags, (void)node, zeros(count, 1); }
void *vzalloc(unsigned long count) { return zeros(count, 1); }
void *kcalloc(size number, size width, unsigned flags) { return (void)flags, zeros(number, width); }
void *devm_kzalloc(void *device, size count, unsigned flags) { return (void)device, (void)flags, zeros(count, 1); }
void *devm_kmalloc(void *device, size count, unsigned flags) { return (void)device, (void)flags, some(count); }

void kfree(const void *object) { free((void *)object); }
void kzfree(const void *object) { free((void *)object); }
void kvfree(const void *object) { free((void *)object); }
void vfree(const void *object) { free((void *)object); }

void *kmemdup(const void *source, size count, unsigned flags) {
    void *copy = some(count);
    (void)flags;
    if (copy) memcpy(copy, source, count);
    return copy;
}

char *kstrdup(const char *text, unsigned flags) {
    size length = 0;
    if (!text) return 0;
    while (text[length] != 0) length++;
    return kmemdup(text, length + 1, flags);
}
