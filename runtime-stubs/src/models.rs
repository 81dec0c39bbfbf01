//! Library functions in plain C, for programs that call them and do not define them.
//!
//! A model is compiled like the program, without its user's flags, and linked where the program has no body of its own. It does everything that the C standard allows the function to do, and nothing else.

const STDLIB: &str = include_str!("../c/models/stdlib.c");
const STRING: &str = include_str!("../c/models/string.c");
const INPUT: &str = include_str!("../c/models/input.c");
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
    ("ffs", STRING),
    ("ffsl", STRING),
    ("ffsll", STRING),
    ("rand", INPUT),
    ("random", INPUT),
    ("getchar", INPUT),
    ("getchar_unlocked", INPUT),
    ("fgetc", INPUT),
    ("getc", INPUT),
    ("getc_unlocked", INPUT),
    ("_IO_getc", INPUT),
];

/// All models there are: each function with the text of a C file that defines it and includes nothing. Several
/// functions may share a file, whose other definitions are then to be left out or made internal.
///
/// <ctype.h> of glibc turns calls such as `isdigit(c)` into look-ups in a table, unless the program is compiled
/// with `-D__NO_CTYPE`.
pub fn models() -> &'static [(&'static str, &'static str)] {
    MODELS
}
