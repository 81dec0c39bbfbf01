/* Atomic objects that the machine has no instruction for: there is one thread, so they are ordinary ones. The compiler knows these
 * functions under their names, which is why they have others here. */
typedef __SIZE_TYPE__ size;

static void copy(void *target, const void *source, size count) { __builtin_memmove(target, source, count); }

void euclase_atomic_load(size count, void *object, void *result, int order) __asm__("__atomic_load");
void euclase_atomic_load(size count, void *object, void *result, int order) {
    (void)order;
    copy(result, object, count);
}

void euclase_atomic_store(size count, void *object, void *value, int order) __asm__("__atomic_store");
void euclase_atomic_store(size count, void *object, void *value, int order) {
    (void)order;
    copy(object, value, count);
}

void euclase_atomic_exchange(size count, void *object, void *value, void *result, int order) __asm__("__atomic_exchange");
void euclase_atomic_exchange(size count, void *object, void *value, void *result, int order) {
    unsigned char *at = object, *next = value, *before = result;
    (void)order;
    for (size i = 0; i < count; i++) {
        unsigned char old = at[i];
        at[i] = next[i];
        before[i] = old;
    }
}

_Bool euclase_atomic_compare(size count, void *object, void *expected, void *value, int success,
                             int failure) __asm__("__atomic_compare_exchange");
_Bool euclase_atomic_compare(size count, void *object, void *expected, void *value, int success, int failure) {
    const unsigned char *at = object, *wanted = expected;
    (void)success, (void)failure;
    for (size i = 0; i < count; i++)
        if (at[i] != wanted[i]) {
            copy(expected, object, count);
            return 0;
        }
    copy(object, value, count);
    return 1;
}

#define SIZED(type, bytes) \
    type euclase_load_##bytes(type *object, int order) __asm__("__atomic_load_" #bytes); \
    type euclase_load_##bytes(type *object, int order) { return (void)order, *object; } \
    void euclase_store_##bytes(type *object, type value, int order) __asm__("__atomic_store_" #bytes); \
    void euclase_store_##bytes(type *object, type value, int order) { (void)order, *object = value; } \
    _Bool euclase_compare_##bytes(type *object, type *expected, type value, int success, int failure) __asm__( \
        "__atomic_compare_exchange_" #bytes); \
    _Bool euclase_compare_##bytes(type *object, type *expected, type value, int success, int failure) { \
        (void)success, (void)failure; \
        if (*object != *expected) { \
            *expected = *object; \
            return 0; \
        } \
        *object = value; \
        return 1; \
    } \
    UPDATE(type, bytes, exchange, value) \
    UPDATE(type, bytes, fetch_add, old + value) \
    UPDATE(type, bytes, fetch_sub, old - value) \
    UPDATE(type, bytes, fetch_and, old & value) \
    UPDATE(type, bytes, fetch_or, old | value) \
    UPDATE(type, bytes, fetch_xor, old ^ value) \
    UPDATE(type, bytes, fetch_nand, ~(old & value))

#define UPDATE(type, bytes, name, next) \
    type euclase_##name##_##bytes(type *object, type value, int order) __asm__("__atomic_" #name "_" #bytes); \
    type euclase_##name##_##bytes(type *object, type value, int order) { \
        type old = *object; \
        (void)order; \
        *object = next; \
        return old; \
    }

SIZED(unsigned char, 1)
SIZED(unsigned short, 2)
SIZED(unsigned, 4)
SIZED(unsigned long long, 8)
#ifdef __SIZEOF_INT128__
SIZED(unsigned __int128, 16)
#endif
