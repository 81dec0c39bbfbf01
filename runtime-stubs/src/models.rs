//! Library functions in plain C, for programs that call them and do not define them.
//!
//! A model is compiled with the flags of the program and `-fno-builtin`, and linked where the program has no body
//! of its own. It does everything that the C standard allows the function to do, and nothing else.

const STDLIB: &str = include_str!("../c/models/stdlib.c");
const CTYPE: &str = include_str!("../c/models/ctype.c");

const MODELS: &[(&str, &str)] = &[
    ("abs", STDLIB),
    ("labs", STDLIB),
    ("llabs", STDLIB),
    ("imaxabs", STDLIB),
    ("isalnum", CTYPE),
    ("isalpha", CTYPE),
    ("isblank", CTYPE),
    ("iscntrl", CTYPE),
    ("isdigit", CTYPE),
    ("isgraph", CTYPE),
    ("islower", CTYPE),
    ("isprint", CTYPE),
    ("ispunct", CTYPE),
    ("isspace", CTYPE),
    ("isupper", CTYPE),
    ("isxdigit", CTYPE),
    ("tolower", CTYPE),
    ("toupper", CTYPE),
];

/// All models there are: each function with the text of a C file that defines it and includes nothing. Several
/// functions may share a file, whose other definitions are then to be left out or made internal.
///
/// <ctype.h> of glibc turns calls such as `isdigit(c)` into look-ups in a table, unless the program is compiled
/// with `-D__NO_CTYPE`.
pub fn models() -> &'static [(&'static str, &'static str)] {
    MODELS
}
