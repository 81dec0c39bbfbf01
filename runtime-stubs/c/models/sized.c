/* realloc, which must know how large an object is. In a program that calls it, every object on the heap starts with its size, in
 * front of what the program sees of it: malloc, calloc and free are replaced by these. Only realloc and functions whose names start
 * as theirs do may touch the sizes; the program's interpreter knows (program/src/interpret/machine.rs). */
typedef __SIZE_TYPE__ size;
extern void *malloc(size);
extern void *calloc(size, size);
extern void free(void *);
extern void *memcpy(void *, const void *, size);
extern _Bool __VERIFIER_nondet_bool(void);
/* Says that this must be the start of an object that may be freed. */
extern void euclase_is_freeable(void *);

/* Keeps the alignment that malloc gives. */
enum { FRONT = 16 };

static size whole(size count) { return count > (size)-1 - FRONT ? (size)-1 : count + FRONT; }

static void *euclase_sized_visible(char *object, size count) {
    if (!object) return 0;
    *(size *)object = count;
    return object + FRONT;
}

void *euclase_sized_malloc(size count) { return euclase_sized_visible(malloc(whole(count)), count); }

void *euclase_sized_calloc(size number, size width) {
    size count;
    if (__builtin_mul_overflow(number, width, &count)) count = -1;
    return euclase_sized_visible(calloc(whole(count), 1), count);
}

void euclase_sized_free(void *object) {
    if (object) free((char *)object - FRONT);
}

void *realloc(void *old, size count) {
    if (!old) return euclase_sized_malloc(count);
    euclase_is_freeable((char *)old - FRONT);
    if (count == 0 && __VERIFIER_nondet_bool()) return euclase_sized_free(old), (void *)0;
    size before = *(size *)((char *)old - FRONT);
    void *new = euclase_sized_malloc(count);
    if (!new) return 0;
    memcpy(new, old, before < count ? before : count);
    euclase_sized_free(old);
    return new;
}

void *reallocarray(void *old, size number, size width) {
    size count;
    if (__builtin_mul_overflow(number, width, &count)) return 0;
    return realloc(old, count);
}
