/* Caches of objects of one size in the Linux kernel. A cache is nothing but that size; a program that makes its caches itself
 * allocates from them itself. */
typedef __SIZE_TYPE__ size;
extern void *malloc(size);
extern void *calloc(size, size);
extern void free(void *);
extern _Bool __VERIFIER_nondet_bool(void);

struct cache {
    size count;
    void (*construct)(void *);
};

void *kmem_cache_create(const char *name, size count, size alignment, unsigned long flags, void (*construct)(void *)) {
    struct cache *cache = __VERIFIER_nondet_bool() ? malloc(sizeof *cache) : 0;
    (void)name, (void)alignment, (void)flags;
    if (cache) *cache = (struct cache){count, construct};
    return cache;
}

void *kmem_cache_alloc(void *cache, unsigned flags) {
    struct cache *from = cache;
    void *object = __VERIFIER_nondet_bool() ? malloc(from->count) : 0;
    (void)flags;
    if (object && from->construct) from->construct(object);
    return object;
}

void *kmem_cache_zalloc(void *cache, unsigned flags) {
    struct cache *from = cache;
    return (void)flags, __VERIFIER_nondet_bool() ? calloc(from->count, 1) : 0;
}

void kmem_cache_free(void *cache, void *object) { (void)cache, free(object); }

void kmem_cache_destroy(void *cache) { free(cache); }
