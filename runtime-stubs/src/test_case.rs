//! A counterexample as a test that can be run without the verifier.
//!
//! Where all arbitrary values are results of functions such as `__VERIFIER_nondet_int`, the test is a C file
//! that defines those functions, to be compiled with the user's own files: it shows the error in the very
//! program the user knows, and whether a correction mends it. Values that C code cannot supply (those of
//! uninitialised variables and of memory from `malloc`) need the prepared module, which is then put beside the test.

use crate::glue::{self, Contents};
use crate::process::{self, Ended, Limits};
use crate::replay::{ERROR_REACHED, LINK_OPTIONS, RUNTIME, WRAP_OPTIONS};
use euclase_logic::BitVecValue;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Functions for a test in C: what the values are handed out by.
const SUPPORT: &str = include_str!("../c/test_support.c");

/// Flags without which clang 19 refuses C as it used to be written.
const OLD_C: &[&str] = &[
    "-std=gnu11",
    "-fgnu89-inline",
    "-fbracket-depth=4096",
    "-w",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
];

/// One arbitrary value of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestInput {
    /// The C function whose result it is, such as `__VERIFIER_nondet_int`; nothing if it is no input but, say,
    /// the value of an uninitialised variable.
    pub function: Option<String>,
    /// Its bits.
    pub bits: BitVecValue,
    /// What to tell the reader, such as `foo.c:12: x = -3`.
    pub comment: String,
}

/// A test to write.
#[derive(Clone, Debug)]
pub struct Test<'a> {
    /// The compiler.
    pub clang: &'a Path,
    /// The user's files.
    pub sources: &'a [PathBuf],
    /// The user's flags for the compiler.
    pub flags: &'a [String],
    /// The prepared module.
    pub bitcode: &'a Path,
    /// Whether the program is for 32 bits.
    pub ilp32: bool,
    /// The arbitrary values in order, as for [`crate::Replay::inputs`].
    pub inputs: &'a [TestInput],
    /// What memory holds at first, where that matters.
    pub contents: &'a Contents,
    /// Whether the user's own files may be run as they are.
    pub is_harmless: bool,
    /// Whether the error is that a signed number overflows, rather than a call.
    pub error_is_overflow: bool,
    /// How long the test may take when it is tried.
    pub limit: Duration,
}

/// How the sanitizer is asked to stop at signed numbers that overflow.
const TRAPPING: &[&str] =
    &["-fno-wrapv", "-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"];

/// The same where left shifts count, too.
const TRAPPING_SHIFTS: &[&str] = &[
    "-fno-wrapv",
    "-fsanitize=signed-integer-overflow,shift-base",
    "-fsanitize-trap=signed-integer-overflow,shift-base",
];

/// What a written test consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestForm {
    /// `test.c`, compiled together with the user's files.
    Source,
    /// `test.c` and `values.ll`, compiled together with a copy of the prepared module.
    Bitcode,
}

/// Writes a test into a folder, which is made if it is not there: `test.c` and `run.sh`, which compiles and runs
/// it and succeeds if and only if the error is reached. The test is tried before it is called done.
///
/// # Errors
///
/// A message when a file cannot be written, or when the test does not reach the error.
pub fn write_test(folder: &Path, test: &Test<'_>) -> Result<TestForm, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = absolute(folder)?;
    let deadline = Instant::now() + test.limit;
    if test.is_harmless && test.contents.is_empty() && test.inputs.iter().all(|input| input.function.is_some()) {
        write_source_form(&folder, test)?;
        // It fails where the program's own `reach_error` returns as if nothing were wrong, for one.
        if let Ok(Ended::Code(0)) = try_out(&folder, deadline) {
            return Ok(TestForm::Source);
        }
    }
    write_bitcode_form(&folder, test, deadline)?;
    match try_out(&folder, deadline) {
        Ok(Ended::Code(0)) => Ok(TestForm::Bitcode),
        Ok(Ended::OutOfTime) => Err(format!("the test in {} was written, but takes too long", folder.display())),
        Ok(_) => Err(format!("the test in {} was written, but does not reach the error", folder.display())),
        Err(error) => Err(format!("the test in {} cannot be run: {error}", folder.display())),
    }
}

/// Whether a signed number overflows when the user's own files are run on the values, which C does not define. None where
/// that cannot be told: not all values are results of functions, or the files do not compile so.
pub fn overflows(folder: &Path, test: &Test<'_>) -> Option<bool> {
    if !test.is_harmless || !test.contents.is_empty() || test.inputs.iter().any(|input| input.function.is_none()) {
        return None;
    }
    let folder = absolute(folder).ok()?.join("overflow");
    std::fs::create_dir_all(&folder).ok()?;
    write(&folder.join("test.c"), &source_text(test).ok()?).ok()?;
    let mut compile = Command::new(test.clang);
    compile.args([mode(test), "-O0"]).args(OLD_C).args(test.flags);
    compile.args(if test.error_is_overflow { TRAPPING_SHIFTS } else { TRAPPING });
    // No function may be left out.
    compile.args(["-Dno_sanitize=annotate", "-D__no_sanitize__=annotate"]);
    for source in test.sources {
        compile.arg(absolute(source).ok()?);
    }
    compile.arg("test.c").args(LINK_OPTIONS).args(["-o", "test"]);
    let limits = Limits { deadline: Instant::now() + test.limit, memory: 16 << 30, file_size: 1 << 30 };
    if process::run(compile, &folder, None, limits).ok()? != Ended::Code(0) {
        return None;
    }
    match process::run(Command::new(folder.join("test")), &folder, None, limits).ok()? {
        // What a trap of the sanitizer ends with.
        Ended::Signal(libc::SIGILL | libc::SIGTRAP) => Some(true),
        Ended::Signal(libc::SIGABRT) => Some(false),
        _ => None,
    }
}

fn try_out(folder: &Path, deadline: Instant) -> std::io::Result<Ended> {
    let limits = Limits { deadline, memory: 16 << 30, file_size: 1 << 30 };
    process::run(Command::new(folder.join("run.sh")), folder, None, limits)
}

fn write_source_form(folder: &Path, test: &Test<'_>) -> Result<(), String> {
    write(&folder.join("test.c"), &source_text(test)?)?;
    let mut arguments: Vec<String> = OLD_C.iter().map(|&flag| flag.into()).collect();
    arguments.extend(test.flags.iter().cloned());
    if test.error_is_overflow {
        arguments.extend(TRAPPING_SHIFTS.iter().map(|flag| flag.to_string()));
    }
    for source in test.sources {
        arguments.push(path_text(&absolute(source)?)?);
    }
    arguments.push("test.c".into());
    // How a shell sees SIGILL, with which the sanitizer stops, and SIGABRT, with which the test stops at the error.
    let error_code = if test.error_is_overflow { 132 } else { 134 };
    write_script(folder, test, "the program and the values in test.c", &arguments, error_code)
}

fn write_bitcode_form(folder: &Path, test: &Test<'_>, deadline: Instant) -> Result<(), String> {
    let module = folder.join("program.bc");
    std::fs::copy(test.bitcode, &module).map_err(|error| format!("{}: {error}", test.bitcode.display()))?;
    // The types of the values that the module asks for are read off its machine code.
    let object = folder.join("program.o");
    let mut compile = Command::new(test.clang);
    compile.args([mode(test), "-O0", "-w", "-c", "-x", "ir"]).arg(&module).arg("-o").arg(&object);
    let limits = Limits { deadline, memory: 16 << 30, file_size: 1 << 30 };
    match process::run(compile, folder, None, limits) {
        Ok(Ended::Code(0)) => {}
        Ok(Ended::OutOfTime) => return Err("compiling the test took too long".into()),
        Ok(_) => return Err(format!("{} does not compile", test.bitcode.display())),
        Err(error) => return Err(format!("{}: {error}", test.clang.display())),
    }
    let machine_code = std::fs::read(&object).map_err(|error| format!("{}: {error}", object.display()))?;
    drop(std::fs::remove_file(&object));
    let values: Vec<BitVecValue> = test.inputs.iter().map(|input| input.bits.clone()).collect();
    let assembly = glue::assembly(&values, test.contents, &glue::requested_types(&machine_code), test.ilp32)?;
    let mut listing = String::from("; The arbitrary values, in the order in which the program takes them:\n");
    for (index, input) in test.inputs.iter().enumerate() {
        let _ = writeln!(listing, ";   {:>4}  {}", index + 1, one_line(&input.comment));
    }
    write(&folder.join("values.ll"), &(listing + &assembly))?;
    write(&folder.join("test.c"), RUNTIME)?;
    let mut arguments: Vec<String> = ["test.c", "values.ll", "program.bc"].map(String::from).into();
    arguments.extend(WRAP_OPTIONS.iter().map(|option| option.to_string()));
    write_script(folder, test, "the prepared program.bc and the values in values.ll", &arguments, ERROR_REACHED)
}

fn write_script(
    folder: &Path,
    test: &Test<'_>,
    what: &str,
    arguments: &[String],
    error_code: i32,
) -> Result<(), String> {
    let mut command = format!("\"${{CC:-{}}}\" {} -O0 -g", in_double_quotes(&path_text(test.clang)?), mode(test));
    for argument in arguments.iter().map(String::as_str).chain(LINK_OPTIONS.iter().copied()) {
        let _ = write!(command, " \\\n    {}", quoted(argument));
    }
    let script = format!(
        "#!/bin/sh\n\
         # Compiles and runs {what}; succeeds if the error is reached.\n\
         # The executable, ./test, stays for a debugger.\n\
         cd \"$(dirname \"$0\")\" || exit 2\n\
         {command} \\\n    -o test || exit 2\n\
         (ulimit -c 0; exec ./test) >output.txt 2>&1\n\
         code=$?\n\
         if [ \"$code\" -eq {error_code} ]; then\n\
         \x20   echo \"the error was reached\"\n\
         else\n\
         \x20   echo \"the error was not reached (exit code $code); the program printed:\"\n\
         \x20   cat output.txt\n\
         \x20   exit 1\n\
         fi\n"
    );
    let path = folder.join("run.sh");
    write(&path, &script)?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The C file of a test: the values, and the functions that give them to the program.
fn source_text(test: &Test<'_>) -> Result<String, String> {
    let mut text = String::from(
        "/* Arbitrary values with which the program reaches the error. Compile it with the program: run.sh does. */\n\
         #include <signal.h>\n#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\n\n\
         struct value {\n    const char *function;\n    unsigned long long low, high; /* the bits */\n};\n\n\
         static const struct value values[] = {\n",
    );
    for input in test.inputs {
        let bytes = input.bits.to_big().to_u64_digits();
        let (low, high) = (bytes.first().copied().unwrap_or(0), bytes.get(1).copied().unwrap_or(0));
        let function = input.function.as_deref().unwrap_or_default();
        let comment = one_line(&input.comment).replace("*/", "* /");
        let _ = writeln!(text, "    {{\"{function}\", {low:#x}u, {high:#x}u}}, /* {comment} */");
    }
    text.push_str("    {0, 0, 0},\n};\n\n");
    text.push_str(SUPPORT);
    text.push('\n');
    let standard = STANDARD_TYPES.iter().map(|(name, _)| format!("{STANDARD}{name}"));
    let mut functions: Vec<String> = standard.collect();
    for input in test.inputs {
        if let Some(function) = &input.function
            && !functions.contains(function)
        {
            functions.push(function.clone());
        }
    }
    for function in functions {
        let width = test.inputs.iter().find(|i| i.function.as_ref() == Some(&function)).map(|i| i.bits.width());
        let Some(c_type) = c_type(&function, width, test.ilp32)? else { continue };
        let next = format!("euclase_next(\"{function}\")");
        let body = match c_type {
            "float" | "double" | "void *" => {
                format!("{c_type} result; memcpy(&result, &{next}->low, sizeof result); return result;")
            }
            "__int128" | "unsigned __int128" => {
                format!("const struct value *v = {next}; return ((unsigned __int128)v->high << 64) | v->low;")
            }
            _ => format!("return ({c_type}){next}->low;"),
        };
        let _ = writeln!(text, "WEAK {c_type} {function}(void) {{ {body} }}");
    }
    Ok(text)
}

const STANDARD: &str = "__VERIFIER_nondet_";

/// The ends of the names that SV-COMP gives its functions, with the types of their results.
const STANDARD_TYPES: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("char", "char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("unsigned_int", "unsigned"),
    ("u8", "unsigned char"),
    ("u16", "unsigned short"),
    ("u32", "unsigned"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("size_t", "unsigned long"),
    ("loff_t", "long long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("int128", "__int128"),
    ("uint128", "unsigned __int128"),
    ("float", "float"),
    ("double", "double"),
    ("pointer", "void *"),
    ("charp", "void *"),
];

/// The C type of a function's result; nothing if the type does not exist for this target.
fn c_type(function: &str, width: Option<u32>, ilp32: bool) -> Result<Option<&'static str>, String> {
    let plain = !function.is_empty()
        && !function.starts_with(|c: char| c.is_ascii_digit())
        && function.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !plain {
        return Err(format!("'{function}' is not the name of a C function"));
    }
    let end = function.strip_prefix(STANDARD);
    if let Some((_, c_type)) = STANDARD_TYPES.iter().find(|(name, _)| Some(*name) == end) {
        return Ok((!(ilp32 && c_type.contains("__int128"))).then_some(c_type));
    }
    // Which sign it is does not matter: the caller is given all bits of the type.
    match width {
        Some(1) => Ok(Some("_Bool")),
        Some(8) => Ok(Some("signed char")),
        Some(16) => Ok(Some("short")),
        Some(32) => Ok(Some("int")),
        Some(64) => Ok(Some("long long")),
        Some(128) if !ilp32 => Ok(Some("__int128")),
        _ => Err(format!("the type of {function} is not known")),
    }
}

fn mode(test: &Test<'_>) -> &'static str {
    if test.ilp32 { "-m32" } else { "-m64" }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A word of a shell command.
fn quoted(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-_=./,+:".contains(c);
    if !word.is_empty() && word.chars().all(harmless) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn in_double_quotes(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        if matches!(c, '"' | '\\' | '$' | '`' | '}') {
            result.push('\\');
        }
        result.push(c);
    }
    result
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn path_text(path: &Path) -> Result<String, String> {
    path.to_str().map(String::from).ok_or_else(|| format!("{} is not in UTF-8", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quoted("-DA=1"), "-DA=1");
        assert_eq!(quoted("-DA=it's $x"), "'-DA=it'\\''s $x'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn types_of_functions() {
        assert_eq!(c_type("__VERIFIER_nondet_ulong", Some(32), true), Ok(Some("unsigned long")));
        assert_eq!(c_type("__VERIFIER_nondet_int128", None, true), Ok(None));
        assert_eq!(c_type("my_input", Some(16), false), Ok(Some("short")));
        assert!(c_type("my_input", Some(24), false).is_err());
        assert!(c_type("bad name", Some(32), false).is_err());
    }
}
