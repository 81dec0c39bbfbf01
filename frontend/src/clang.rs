//! Finding and running clang.
//!
//! The flags ask for bitcode in which everything the source says is still there, and nothing that
//! would let LLVM exploit undefined behaviour: see the table in [`FLAGS`].

use crate::{DataModel, Error, Options, sanitizer};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of clang whose bitcode we read.
const VERSION: u32 = 19;

/// What sources are compiled with unless the user says otherwise.
const DEFAULTS: &[&str] = &["-std=gnu11", "-fgnu89-inline", "-fbracket-depth=4096"];

/// What every source is compiled with, behind the user's own flags: these decide what the program means to us, and
/// none may be taken back.
const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    // What clang says at -O0, but also the bodies of functions that are `extern inline`, and no `optnone`, with which
    // our passes would do nothing. No pass is run, and the headers see -O0.
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-U__OPTIMIZE__",
    "-D__NO_INLINE__=1",
    // Locations and names, for the answer.
    "-g",
    "-fno-discard-value-names",
    // Undefined behaviour is for the verifier to see, not for LLVM to exploit.
    "-fno-strict-aliasing",
    "-fwrapv",
    "-fno-delete-null-pointer-checks",
    "-fno-finite-loops",
    // Marks the variables that the source leaves uninitialised; the zero is replaced by any value.
    "-ftrivial-auto-var-init=zero",
    // Nothing that is about machines, linkers and profilers.
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fno-exceptions",
    "-fno-unwind-tables",
    "-fno-asynchronous-unwind-tables",
    "-fno-sanitize=all",
    "-ffp-contract=off",
    // A function of the program is what its body says, also if the C library has one of that name.
    "-fno-builtin",
    // Calls of <ctype.h>, which have models, rather than look-ups in a table of the C library.
    "-D__NO_CTYPE",
    // Old C.
    "-Wno-everything",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-incompatible-pointer-types",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-return-type",
    "-Wno-return-mismatch",
    "-fno-color-diagnostics",
];

/// Where the lives of variables begin and end matters only where memory is checked.
const NO_LIVES: &[&str] = &["-Xclang", "-disable-lifetime-markers"];

/// The compiler to use: the one asked for, or the first of the usual ones that is clang 19.
pub(crate) fn find(asked: Option<&Path>) -> Result<PathBuf, Error> {
    if let Some(path) = asked {
        return match version(path) {
            Some(VERSION) => Ok(path.to_owned()),
            Some(other) => {
                Err(Error::Environment(format!("{} is clang {other}, but clang {VERSION} is needed", path.display())))
            }
            None => {
                let why = trouble(path).map(|why| format!(": {why}")).unwrap_or_default();
                Err(Error::Environment(format!("{} is not clang, or cannot be run{why}", path.display())))
            }
        };
    }
    // One that comes with this program goes first, so that an archive of both does the same on every machine.
    let mut candidates: Vec<PathBuf> = bundled().into_iter().collect();
    candidates.extend([PathBuf::from("clang-19"), PathBuf::from("clang")]);
    candidates.extend(std::env::var_os("CC").map(PathBuf::from));
    if let Some(found) = candidates.iter().find(|candidate| version(candidate) == Some(VERSION)) {
        return Ok(found.clone());
    }
    // One that is there and does not run says more than that there is none.
    let broken = candidates.iter().find_map(|candidate| Some((candidate, trouble(candidate)?)));
    Err(Error::Environment(match broken {
        Some((candidate, why)) => format!("{} cannot be run: {why}", candidate.display()),
        None => format!(
            "clang {VERSION} is needed and none of clang-19, clang and $CC is it: run `make setup`, or name one with --clang"
        ),
    }))
}

/// The compiler in `../lib/llvm-19` beside this program, where `make archive` puts one.
fn bundled() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let clang = program.parent()?.parent()?.join(format!("lib/llvm-{VERSION}/bin/clang"));
    clang.is_file().then_some(clang)
}

/// The headers of the C library that come with a compiler. They are for machines that have none, or not those for the
/// other data model.
fn headers_beside(clang: &Path) -> Option<PathBuf> {
    let folder = clang.parent()?.parent()?.join("libc-headers");
    folder.is_dir().then_some(folder)
}

/// The major version that a compiler reports; none if it is not clang.
fn version(compiler: &Path) -> Option<u32> {
    let output = Command::new(compiler).arg("--version").output().ok()?;
    version_in(&String::from_utf8_lossy(&output.stdout))
}

/// Why a compiler that is there does not run: what it says last, or how it ended. Too little memory is a reason.
fn trouble(compiler: &Path) -> Option<String> {
    let output = Command::new(compiler).arg("--version").output().ok()?;
    if output.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    Some(last.map_or_else(|| output.status.to_string(), |line| line.trim().to_string()))
}

fn version_in(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("clang version ")?;
    rest.split('.').next()?.parse().ok()
}

/// Library functions whose type old programs leave to the compiler to know: used first, declared later, or never.
const PROTOTYPES: &[(&str, &str)] = &[
    ("memcpy", "void *memcpy(void *, const void *, __typeof__(sizeof 0));"),
    ("memmove", "void *memmove(void *, const void *, __typeof__(sizeof 0));"),
    ("memset", "void *memset(void *, int, __typeof__(sizeof 0));"),
    ("memcmp", "int memcmp(const void *, const void *, __typeof__(sizeof 0));"),
    ("memchr", "void *memchr(const void *, int, __typeof__(sizeof 0));"),
    ("strlen", "__typeof__(sizeof 0) strlen(const char *);"),
    ("strcpy", "char *strcpy(char *, const char *);"),
    ("strncpy", "char *strncpy(char *, const char *, __typeof__(sizeof 0));"),
    ("strcat", "char *strcat(char *, const char *);"),
    ("strncat", "char *strncat(char *, const char *, __typeof__(sizeof 0));"),
    ("strcmp", "int strcmp(const char *, const char *);"),
    ("strncmp", "int strncmp(const char *, const char *, __typeof__(sizeof 0));"),
    ("strchr", "char *strchr(const char *, int);"),
    ("strrchr", "char *strrchr(const char *, int);"),
    ("strstr", "char *strstr(const char *, const char *);"),
    ("strdup", "char *strdup(const char *);"),
    ("malloc", "void *malloc(__typeof__(sizeof 0));"),
    ("calloc", "void *calloc(__typeof__(sizeof 0), __typeof__(sizeof 0));"),
    ("realloc", "void *realloc(void *, __typeof__(sizeof 0));"),
    ("free", "void free(void *);"),
    ("abort", "void abort(void);"),
    ("exit", "void exit(int);"),
    ("alloca", "void *alloca(__typeof__(sizeof 0));"),
];

/// The name of a file as clang can take it: clang hands it on to itself, where one that starts with a dash is an option.
pub(crate) fn safe_name(file: &Path) -> Cow<'_, Path> {
    let is_dashed = file.as_os_str().as_encoded_bytes().starts_with(b"-");
    if is_dashed { Path::new(".").join(file).into() } else { file.into() }
}

/// Compiles one source to bitcode, with flags that come last; gives what clang said.
pub(crate) fn compile(
    clang: &Path,
    source: &Path,
    output: &Path,
    options: &Options,
    last: &[&str],
) -> Result<String, Error> {
    let error = match attempt(clang, source, output, options, (last, None)) {
        Ok(said) => return Ok(said),
        Err(error) => error,
    };
    let Error::Input(said) = &error else { return Err(error) };
    let header = prototypes_for(said);
    if header.is_empty() {
        return Err(error);
    }
    // Preprocessed files take no further headers, so the declarations come before a copy.
    let text = std::fs::read(source).map_err(|error| Error::Input(format!("{}: {error}", source.display())))?;
    let kind = source.extension().and_then(|extension| extension.to_str()).unwrap_or("c");
    let copy = output.with_extension(kind);
    let name = source.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let mut whole = format!("{header}# 1 \"{name}\"\n").into_bytes();
    whole.extend_from_slice(&text);
    std::fs::write(&copy, whole)
        .map_err(|error| Error::Environment(format!("{} cannot be written: {error}", copy.display())))?;
    attempt(clang, &copy, output, options, (last, source.parent())).map_err(|_| error)
}

/// Declarations of the functions that are said to be used before they are declared.
fn prototypes_for(said: &str) -> String {
    let mut header = String::new();
    for (name, prototype) in PROTOTYPES {
        let complaint = format!("conflicting types for '{name}'");
        let mut lines = said.lines();
        if lines.any(|line| line.contains(&complaint)) && lines.any(|line| line.contains("implicit declaration")) {
            header.push_str(prototype);
            header.push('\n');
        }
    }
    header
}

fn attempt(
    clang: &Path,
    source: &Path,
    output: &Path,
    options: &Options,
    (last, quoted): (&[&str], Option<&Path>),
) -> Result<String, Error> {
    let mut command = Command::new(clang);
    command.args(DEFAULTS).args(&options.flags).args(FLAGS);
    if sanitizer::is_used(options) {
        command.args(sanitizer::flags(options));
    }
    if !options.checks.has_memory() {
        command.args(NO_LIVES);
    }
    command.args(last);
    match options.data_model {
        Some(DataModel::Ilp32) => drop(command.arg("-m32")),
        Some(DataModel::Lp64) => drop(command.arg("-m64")),
        None => {}
    }
    // Where `#include "..."` looks first.
    if let Some(folder) = quoted.filter(|folder| !folder.as_os_str().is_empty()) {
        command.arg("-iquote").arg(folder);
    }
    if let Some(folder) = headers_beside(clang) {
        command.arg("-idirafter").arg(folder);
    }
    command.arg("-o").arg(output).arg("--").arg(source);
    let result =
        command.output().map_err(|error| Error::Environment(format!("{} cannot be run: {error}", clang.display())))?;
    let said = String::from_utf8_lossy(&result.stderr).trim_end().to_owned();
    if result.status.success() {
        return Ok(said);
    }
    if result.status.code().is_none() {
        return Err(Error::Environment(format!("{} was killed while compiling: {said}", clang.display())));
    }
    Err(Error::Input(if said.is_empty() { format!("{} cannot be compiled", source.display()) } else { said }))
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn the_version_is_read_from_what_distributions_print() {
        assert_eq!(version_in("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64"), Some(19));
        assert_eq!(version_in("clang version 14.0.6"), Some(14));
        assert_eq!(version_in("gcc (Debian 12.2.0-14) 12.2.0"), None);
    }
}
