/* What programs written by csmith include, made for verification: arithmetic that is defined for all
 * operands, and a checksum without tables. The end of main is one of three things:
 *
 *   EUCLASE_NATIVE          prints the checksum; runs with too many iterations end with code 3
 *   EUCLASE_EQUAL=C         the error is a checksum other than C
 *   EUCLASE_DIFFERENT=C     the error is the checksum C
 *
 * Signed arithmetic wraps: a native compiler needs -fwrapv. */
#ifndef EUCLASE_CSMITH_H
#define EUCLASE_CSMITH_H

#include <stdint.h>

static uint32_t crc32_context = 7;

#define crc32_gentab()
#define transparent_crc(value, name, flag) \
    (crc32_context = crc32_context * 31 + (uint32_t)(value) + 17 * (uint32_t)((uint64_t)(value) >> 32))

#if defined(EUCLASE_NATIVE)
#include <stdio.h>
#include <unistd.h>
static unsigned long euclase_iterations;
#define platform_main_begin() alarm(2)
#define platform_main_end(checksum, flag) printf("%lu\n", (unsigned long)(uint32_t)(checksum))
#define EUCLASE_COUNT if (++euclase_iterations > EUCLASE_NATIVE) _exit(3); else
#define for(...) for (__VA_ARGS__) EUCLASE_COUNT
#define goto EUCLASE_COUNT goto
#else
extern void reach_error(void);
#define platform_main_begin()
#if defined(EUCLASE_EQUAL)
#define platform_main_end(checksum, flag) if ((uint32_t)(checksum) != EUCLASE_EQUAL) reach_error()
#else
#define platform_main_end(checksum, flag) if ((uint32_t)(checksum) == EUCLASE_DIFFERENT) reach_error()
#endif
#endif

/* Operations of a signed type whose least value is `least`. */
#define EUCLASE_SIGNED(type, least)                                                                            \
    static type safe_unary_minus_func_##type##_s(type a) { return -a; }                                        \
    static type safe_add_func_##type##_s_s(type a, type b) { return a + b; }                                   \
    static type safe_sub_func_##type##_s_s(type a, type b) { return a - b; }                                   \
    static type safe_mul_func_##type##_s_s(type a, type b) { return a * b; }                                   \
    static type safe_div_func_##type##_s_s(type a, type b) {                                                   \
        return b == 0 || (a == (least) && b == -1) ? a : a / b;                                                \
    }                                                                                                          \
    static type safe_mod_func_##type##_s_s(type a, type b) {                                                   \
        return b == 0 || (a == (least) && b == -1) ? a : a % b;                                                \
    }                                                                                                          \
    EUCLASE_SHIFTS(type, s_s, int) EUCLASE_SHIFTS(type, s_u, unsigned)

#define EUCLASE_UNSIGNED(type)                                                                                 \
    static type safe_unary_minus_func_##type##_u(type a) { return -a; }                                        \
    static type safe_add_func_##type##_u_u(type a, type b) { return a + b; }                                   \
    static type safe_sub_func_##type##_u_u(type a, type b) { return a - b; }                                   \
    static type safe_mul_func_##type##_u_u(type a, type b) { return a * b; }                                   \
    static type safe_div_func_##type##_u_u(type a, type b) { return b == 0 ? a : a / b; }                      \
    static type safe_mod_func_##type##_u_u(type a, type b) { return b == 0 ? a : a % b; }                      \
    EUCLASE_SHIFTS(type, u_s, int) EUCLASE_SHIFTS(type, u_u, unsigned)

/* Amounts that are out of range leave the value alone. */
#define EUCLASE_SHIFTS(type, kinds, amount)                                                                    \
    static type safe_lshift_func_##type##_##kinds(type a, amount n) {                                          \
        return (unsigned)n >= 8 * sizeof(type) ? a : a << n;                                                   \
    }                                                                                                          \
    static type safe_rshift_func_##type##_##kinds(type a, amount n) {                                          \
        return (unsigned)n >= 8 * sizeof(type) ? a : a >> n;                                                   \
    }

EUCLASE_SIGNED(int8_t, INT8_MIN)
EUCLASE_SIGNED(int16_t, INT16_MIN)
EUCLASE_SIGNED(int32_t, INT32_MIN)
EUCLASE_SIGNED(int64_t, INT64_MIN)
EUCLASE_UNSIGNED(uint8_t)
EUCLASE_UNSIGNED(uint16_t)
EUCLASE_UNSIGNED(uint32_t)
EUCLASE_UNSIGNED(uint64_t)

#endif
