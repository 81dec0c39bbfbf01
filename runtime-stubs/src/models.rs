//! Library functions in plain C, for programs that call them and do not define them.
//!
//! A model is compiled like the program, without its user's flags, and linked where the program has no body of its own. It does everything that the C standard allows the function to do, and nothing else.

use crate::library::{Effect, Row, rows};
use std::sync::OnceLock;

const STDLIB: &str = include_str!("../c/models/stdlib.c");
const NUMBER: &str = include_str!("../c/models/number.c");
const STRING: &str = include_str!("../c/models/string.c");
const INPUT: &str = include_str!("../c/models/input.c");
const CTYPE: &str = include_str!("../c/models/ctype.c");
const PRINT: &str = include_str!("../c/models/print.c");
const MEMORY: &str = include_str!("../c/models/memory.c");
const ATOMIC: &str = include_str!("../c/models/atomic.c");
const WORLD: &str = include_str!("../c/models/world.c");
const SIZED: &str = include_str!("../c/models/sized.c");
const ARGUMENTS: &str = include_str!("../c/models/arguments.c");
const KERNEL: &str = include_str!("../c/models/kernel.c");
const KERNEL_CACHE: &str = include_str!("../c/models/kernel_cache.c");

/// The C files of models, by their names in the table of library functions.
const FILES: &[(&str, &str)] = &[
    ("stdlib.c", STDLIB),
    ("number.c", NUMBER),
    ("string.c", STRING),
    ("input.c", INPUT),
    ("ctype.c", CTYPE),
    ("print.c", PRINT),
    ("memory.c", MEMORY),
    ("atomic.c", ATOMIC),
    ("world.c", WORLD),
    ("sized.c", SIZED),
    ("arguments.c", ARGUMENTS),
    ("kernel.c", KERNEL),
    ("kernel_cache.c", KERNEL_CACHE),
];

/// All models there are: each function with the text of a C file that defines it and includes nothing. Several
/// functions may share a file, whose other definitions are then to be left out or made internal.
///
/// <ctype.h> of glibc turns calls such as `isdigit(c)` into look-ups in a table, unless the program is compiled
/// with `-D__NO_CTYPE`.
pub fn models() -> &'static [(&'static str, &'static str)] {
    static MODELS: OnceLock<Vec<(&'static str, &'static str)>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let source = |file: &str| FILES.iter().find(|(name, _)| *name == file).map(|(_, source)| *source);
        let model = |row: &Row| match row.effect {
            Effect::Model(file) => source(file).map(|source| (row.name, source)),
            _ => None,
        };
        rows().iter().filter_map(model).collect()
    })
}

/// The model of what `main` is called with: the text of its file, and the functions that make the arguments and the environment.
pub fn arguments() -> (&'static str, (&'static str, &'static str)) {
    (ARGUMENTS, ("euclase_arguments", "euclase_environment"))
}

/// The model of what prints to memory: the text of its file.
pub fn printing() -> &'static str {
    PRINT
}

/// What a function of a model reads and writes as a whole, whatever its body does byte by byte: a pointer and a number of bytes, both
/// by their places among the parameters, and whether they are written.
pub fn whole_ranges(function: &str) -> &'static [(usize, usize, bool)] {
    match function {
        "memcmp" | "bcmp" => &[(0, 2, false), (1, 2, false)],
        "mempcpy" => &[(1, 2, false), (0, 2, true)],
        "bcopy" => &[(0, 2, false), (1, 2, true)],
        "bzero" | "explicit_bzero" => &[(0, 1, true)],
        "memset_explicit" => &[(0, 2, true)],
        _ => &[],
    }
}

/// The name of the file that is the text of a model.
pub fn file_name(source: &str) -> &'static str {
    FILES.iter().find(|(_, text)| *text == source).map_or("model.c", |(name, _)| name)
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
