//! Library functions in plain C, for programs that call them and do not define them.
//!
//! A model is compiled like the program, without its user's flags, and linked where the program has no body of its own. It does everything that the C standard allows the function to do, and nothing else.

const STDLIB: &str = include_str!("../c/models/stdlib.c");
const NUMBER: &str = include_str!("../c/models/number.c");
const STRING: &str = include_str!("../c/models/string.c");
const INPUT: &str = include_str!("../c/models/input.c");
const CTYPE: &str = include_str!("../c/models/ctype.c");
const PRINT: &str = include_str!("../c/models/print.c");
const MEMORY: &str = include_str!("../c/models/memory.c");
const SIZED: &str = include_str!("../c/models/sized.c");
const KERNEL: &str = include_str!("../c/models/kernel.c");
const KERNEL_CACHE: &str = include_str!("../c/models/kernel_cache.c");

const MODELS: &[(&str, &str)] = &[
    ("abs", STDLIB),
    ("labs", STDLIB),
    ("llabs", STDLIB),
    ("imaxabs", STDLIB),
    ("div", STDLIB),
    ("ldiv", STDLIB),
    ("lldiv", STDLIB),
    ("strtol", NUMBER),
    ("strtoll", NUMBER),
    ("strtoul", NUMBER),
    ("strtoull", NUMBER),
    ("atoi", NUMBER),
    ("atol", NUMBER),
    ("atoll", NUMBER),
    ("strlen", STRING),
    ("strnlen", STRING),
    ("strcmp", STRING),
    ("strncmp", STRING),
    ("memcmp", STRING),
    ("strchr", STRING),
    ("strrchr", STRING),
    ("memchr", STRING),
    ("strcpy", STRING),
    ("strncpy", STRING),
    ("strcat", STRING),
    ("strncat", STRING),
    ("stpcpy", STRING),
    ("strlcpy", STRING),
    ("strstr", STRING),
    ("strspn", STRING),
    ("strcspn", STRING),
    ("strpbrk", STRING),
    ("strcasecmp", STRING),
    ("strncasecmp", STRING),
    ("mempcpy", STRING),
    ("bzero", STRING),
    ("ffs", STRING),
    ("ffsl", STRING),
    ("ffsll", STRING),
    ("rand", INPUT),
    ("random", INPUT),
    ("rand_r", INPUT),
    ("getchar", INPUT),
    ("getchar_unlocked", INPUT),
    ("fgetc", INPUT),
    ("getc", INPUT),
    ("getc_unlocked", INPUT),
    ("_IO_getc", INPUT),
    ("fgets", INPUT),
    ("read", INPUT),
    ("fread", INPUT),
    ("time", INPUT),
    ("isupper", CTYPE),
    ("islower", CTYPE),
    ("isdigit", CTYPE),
    ("isalpha", CTYPE),
    ("isalnum", CTYPE),
    ("isxdigit", CTYPE),
    ("isblank", CTYPE),
    ("isspace", CTYPE),
    ("iscntrl", CTYPE),
    ("isprint", CTYPE),
    ("isgraph", CTYPE),
    ("ispunct", CTYPE),
    ("toupper", CTYPE),
    ("tolower", CTYPE),
    ("sprintf", PRINT),
    ("snprintf", PRINT),
    ("vsprintf", PRINT),
    ("vsnprintf", PRINT),
    ("scnprintf", PRINT),
    ("strdup", MEMORY),
    ("__strdup", MEMORY),
    ("strndup", MEMORY),
    ("valloc", MEMORY),
    ("realloc", SIZED),
    ("reallocarray", SIZED),
    ("kmalloc", KERNEL),
    ("__kmalloc", KERNEL),
    ("kmalloc_node", KERNEL),
    ("kvmalloc", KERNEL),
    ("vmalloc", KERNEL),
    ("kmalloc_array", KERNEL),
    ("kzalloc", KERNEL),
    ("kvzalloc", KERNEL),
    ("kzalloc_node", KERNEL),
    ("vzalloc", KERNEL),
    ("kcalloc", KERNEL),
    ("devm_kzalloc", KERNEL),
    ("devm_kmalloc", KERNEL),
    ("kfree", KERNEL),
    ("kzfree", KERNEL),
    ("kvfree", KERNEL),
    ("vfree", KERNEL),
    ("kmemdup", KERNEL),
    ("kstrdup", KERNEL),
    ("kmem_cache_create", KERNEL_CACHE),
    ("kmem_cache_alloc", KERNEL_CACHE),
    ("kmem_cache_zalloc", KERNEL_CACHE),
    ("kmem_cache_free", KERNEL_CACHE),
    ("kmem_cache_destroy", KERNEL_CACHE),
];

/// All models there are: each function with the text of a C file that defines it and includes nothing. Several
/// functions may share a file, whose other definitions are then to be left out or made internal.
///
/// <ctype.h> of glibc turns calls such as `isdigit(c)` into look-ups in a table, unless the program is compiled
/// with `-D__NO_CTYPE`.
pub fn models() -> &'static [(&'static str, &'static str)] {
    MODELS
}

/// Whether the functions of a model's file are used together or not at all: if the program defines one of them, it
/// knows about their objects what the model does not.
pub fn is_whole(source: &str) -> bool {
    source == SIZED || source == KERNEL_CACHE
}

/// Functions of the allocator, each with the one that stands for it in a program that uses a model: `realloc` must know
/// the sizes of objects, so all of them have to be made in its file.
pub fn replacements(source: &str) -> &'static [(&'static str, &'static str)] {
    if source == SIZED {
        &[("malloc", "euclase_sized_malloc"), ("calloc", "euclase_sized_calloc"), ("free", "euclase_sized_free")]
    } else {
        &[]
    }
}
