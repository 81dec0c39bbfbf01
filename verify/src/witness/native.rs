//! Programs for native runs that break an invariant.
//!
//! An invariant may be wrong only after billions of iterations, where no search gets and no interpreter, but a compiled
//! program does in seconds. The program that asserts the invariants is compiled with simple choices for its arbitrary
//! values: the largest, zero, one, random ones. A run that comes to a wrong invariant is an execution that breaks
//! it. The sanitizers stop a run at whatever C does not define, so that what comes after it does not count.

use super::edits::Edited;
use super::instrument::{VIOLATION, WRONG_INVARIANT};
use super::structure::Structure;
use crate::worker::protocol::NativeRequest;
use euclase_program::DataModel;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The file that a run writes when it has come to a wrong invariant, with the number behind it. An exit code could be
/// the program's own.
const MARK: &str = "wrong-";

/// How arbitrary values are chosen: an expression of the type `T`.
const CHOICES: [&str; 5] = [
    "((T)-1 < 0 ? (T)((1ULL << (sizeof (T) * 8 - 1)) - 1) : (T)-1)",
    "((T)0)",
    "((T)1)",
    "((T)(__witness_random() & 15))",
    "((T)__witness_random())",
];

/// The functions that give arbitrary values, by the ends of their names.
const INPUTS: [(&str, &str); 21] = [
    ("bool", "_Bool"),
    ("_Bool", "_Bool"),
    ("char", "char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("unsigned_short", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned int"),
    ("unsigned_int", "unsigned int"),
    ("unsigned", "unsigned int"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("unsigned_long", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("size_t", "__SIZE_TYPE__"),
    ("u8", "unsigned char"),
    ("u16", "unsigned short"),
    ("u32", "unsigned int"),
];

/// More memory than this is not given to a run, in bytes.
const MOST_MEMORY: u64 = 2_000 << 20;

/// What is needed to try runs.
pub struct Runs<'r> {
    /// The compiler.
    pub clang: PathBuf,
    /// Flags for it.
    pub flags: Vec<String>,
    /// The data model.
    pub data_model: Option<DataModel>,
    /// The program that asserts the invariants.
    pub edited: &'r Edited,
    /// The program as it is.
    pub structure: &'r Structure,
    /// How many invariants there are.
    pub invariants: usize,
    /// A folder for files.
    pub folder: PathBuf,
}

impl Runs<'_> {
    /// What a worker is asked that tries the runs; nothing if there is nothing to try.
    pub fn request(self, verbosity: u8) -> Option<NativeRequest> {
        let quotable = self.folder.to_str().is_some_and(|name| !name.contains(['"', '\\', '\n', '%']));
        (self.invariants > 0 && quotable).then(|| NativeRequest {
            programs: (0..CHOICES.len()).map(|choice| self.text(choice)).collect(),
            marks: (0..self.invariants).map(|number| self.mark(number)).collect(),
            clang: self.clang,
            flags: self.flags,
            data_model: self.data_model,
            memory: MOST_MEMORY,
            seconds: None,
            verbosity,
        })
    }

    /// The file that says that an invariant is wrong.
    fn mark(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{MARK}{number}"))
    }

    /// The program with the functions that it lacks.
    fn text(&self, choice: usize) -> String {
        let mut text = self.edited.text.clone();
        for number in 0..self.invariants {
            let body = |what: &str| format!("void {WRONG_INVARIANT}{number}(void) {{ {what}; }}");
            let mark = self.mark(number);
            let leave = format!("__witness_create(\"{}\", 0600); __witness_exit(0)", mark.display());
            text = text.replacen(&body(&format!("{VIOLATION}()")), &body(&leave), 1);
        }
        text = format!(
            "extern void __witness_exit(int) __asm__(\"_exit\"); \
             extern int __witness_create(const char *, unsigned) __asm__(\"creat\"); {text}\n"
        );
        text.push_str(
            "static unsigned long long __witness_seed = 88172645463325252ULL;\n\
             static unsigned long long __witness_random(void) { __witness_seed ^= __witness_seed << 13; \
             __witness_seed ^= __witness_seed >> 7; return __witness_seed ^= __witness_seed << 17; }\n",
        );
        let _ = writeln!(text, "void {VIOLATION}(void) {{ __witness_exit(0); }}");
        let defined = |name: &str| self.structure.functions.iter().any(|function| function.name == name);
        let words = 0..self.structure.tokens.tokens.len();
        let names: std::collections::BTreeSet<&str> = words.map(|token| self.structure.tokens.word(token)).collect();
        for (end, kind) in INPUTS {
            let name = format!("__VERIFIER_nondet_{end}");
            if names.contains(name.as_str()) && !defined(&name) {
                let value = CHOICES[choice].replace("(T)", &format!("({kind})"));
                let _ = writeln!(text, "{kind} {name}() {{ return {value}; }}");
            }
        }
        for name in ["reach_error", "__VERIFIER_error"] {
            if names.contains(name) && !defined(name) {
                let _ = writeln!(text, "void {name}() {{ __witness_exit(0); }}");
            }
        }
        if names.contains("__VERIFIER_assume") && !defined("__VERIFIER_assume") {
            let _ = writeln!(text, "void __VERIFIER_assume(int holds) {{ if (!holds) __witness_exit(0); }}");
        }
        text
    }
}

/// The compiler to use: the one that was asked for, or the first that there is.
pub fn clang(wanted: Option<&str>) -> PathBuf {
    let there = |name: &&str| {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
    };
    let found = ["clang-19", "clang"].into_iter().find(there).unwrap_or("clang-19");
    Path::new(wanted.unwrap_or(found)).to_path_buf()
}
