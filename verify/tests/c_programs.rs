//! The C programs in `tests/c`, each with the verdict it must get.
//!
//! A program says in its first lines what to expect: `// expect: TRUE`, `FALSE` or `UNKNOWN: word`, where the answer
//! must contain the word; `// about:` what it shows; and where needed `// options:` for `verify`, `// data-models:`
//! under each of which it gets this verdict, `// with:` further files, and `// violation:` or `// at:` a line that
//! the answer must name.
//!
//! The programs about calls are verified with each of the ways to treat calls.
//!
//! `EUCLASE_C_PROGRAMS=text` restricts the tests to programs with the text in their path.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const SECONDS: u32 = 180;

/// Lets functions that callers wait for have a copy for calls that fail.
const MIXED: &str = "--mixed-semantics";

/// What a program says about itself.
struct Expectation {
    verdict: String,
    reason: Option<String>,
    line: Option<u32>,
    options: Vec<String>,
    data_models: Vec<String>,
    with: Vec<PathBuf>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/c")
}

fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let lines = text.lines().take_while(|line| line.starts_with("//"));
    lines.filter_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(':')).map(str::trim).next()
}

/// What is expected of a file; nothing if it is a part of another program.
fn expectation(path: &Path) -> Option<Expectation> {
    let text = std::fs::read_to_string(path).expect("a program can be read");
    let expected = header(&text, "expect")?;
    assert!(header(&text, "about").is_some_and(|about| !about.is_empty()), "{} says nothing", path.display());
    let (verdict, reason) = match expected.split_once(':') {
        Some((verdict, reason)) => (verdict, Some(reason.trim().to_lowercase())),
        None => (expected, None),
    };
    assert!(["TRUE", "FALSE", "UNKNOWN"].contains(&verdict), "{}: '{verdict}' is no verdict", path.display());
    let line = header(&text, "violation").or(header(&text, "at"));
    let words = |key| header(&text, key).unwrap_or_default().split_whitespace();
    Some(Expectation {
        verdict: verdict.into(),
        reason,
        line: line.map(|line| line.parse().unwrap_or_else(|_| panic!("{}: line '{line}'", path.display()))),
        options: words("options").map(String::from).collect(),
        data_models: words("data-models").map(String::from).collect(),
        with: words("with").map(|name| path.with_file_name(name)).collect(),
    })
}

/// What is wrong with the answers for a program, one for each data model; nothing if all are as expected.
fn complaints(path: &Path, expected: &Expectation, modes: &[&[&str]]) -> Vec<String> {
    let models = match &expected.data_models[..] {
        [] => vec![Vec::new()],
        models => models.iter().map(|model| vec!["--data-model", model]).collect(),
    };
    let mut found = Vec::new();
    for model in &models {
        for mode in modes {
            found.extend(complaint(path, expected, &[&model[..], &["--calls"], mode].concat()));
        }
    }
    found
}

fn complaint(path: &Path, expected: &Expectation, model: &[&str]) -> Option<String> {
    let mut command = support::verify();
    command.args(["--color", "never", "--timeout", &format!("{SECONDS}s")]).args(model).args(&expected.options);
    let output = command.arg(path).args(&expected.with).output().expect("verify starts");
    let (text, messages) = (support::stdout(&output), support::stderr(&output));
    let code = match expected.verdict.as_str() {
        "TRUE" => 0,
        "FALSE" => 1,
        _ => 3,
    };
    let whole = || format!("{} {}\n{text}{messages}", path.display(), model.join(" "));
    if output.status.code() != Some(code) || !text.lines().any(|line| line.starts_with(&expected.verdict)) {
        return Some(format!("expected {}, exit code is {:?}: {}", expected.verdict, output.status.code(), whole()));
    }
    if let Some(reason) = &expected.reason
        && !text.to_lowercase().contains(reason)
    {
        return Some(format!("the answer does not mention '{reason}': {}", whole()));
    }
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
    if let Some(line) = expected.line
        && !mentions(&text, &format!("{name}:{line}"))
    {
        return Some(format!("the answer does not name line {line}: {}", whole()));
    }
    None
}

/// Whether a place is in the text, and not as the beginning of another (`a.c:1` in `a.c:12`).
fn mentions(text: &str, place: &str) -> bool {
    text.match_indices(place).any(|(at, _)| !text[at + place.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn check(folder: &str) {
    let only = std::env::var("EUCLASE_C_PROGRAMS").unwrap_or_default();
    let mut found = Vec::new();
    let mut seen = 0;
    let modes: &[&[&str]] = match folder {
        "calls-failing" => &[&["inline"], &["wait"], &["auto"], &["inline", MIXED], &["wait", MIXED], &["auto", MIXED]],
        _ if folder.starts_with("calls-") => &[&["inline"], &["wait"], &["auto"], &["wait", MIXED]],
        _ => &[&["auto"]],
    };
    for path in programs(folder) {
        if let Some(expected) = expectation(&path) {
            seen += 1;
            if path.to_string_lossy().contains(&only) {
                found.extend(complaints(&path, &expected, modes));
            }
        }
    }
    assert!(seen > 0, "there are no programs in {folder}");
    assert!(found.is_empty(), "{} complaints about {seen} programs:\n\n{}", found.len(), found.join("\n"));
}

macro_rules! folders {
    ($($test:ident: $folder:literal,)*) => {
        $(
            #[test]
            fn $test() {
                check($folder);
            }
        )*

        const FOLDERS: &[&str] = &[$($folder),*];
    };
}

folders! {
    allocation: "allocation",
    arrays: "arrays",
    assembly: "assembly",
    assumptions: "assumptions",
    bit_fields: "bit-fields",
    calls_callbacks: "calls-callbacks",
    calls_exits: "calls-exits",
    calls_failing: "calls-failing",
    calls_globals: "calls-globals",
    calls_loops: "calls-loops",
    calls_nested: "calls-nested",
    calls_out_parameters: "calls-out-parameters",
    calls_sites: "calls-sites",
    calls_sizes: "calls-sizes",
    calls_variadic: "calls-variadic",
    conversions: "conversions",
    data_model: "data-model",
    deep_errors: "deep-errors",
    division_and_shifts: "division-and-shifts",
    edges_library: "edges-library",
    edges_lifetimes: "edges-lifetimes",
    edges_machine: "edges-machine",
    edges_outsiders: "edges-outsiders",
    edges_representation: "edges-representation",
    enums: "enums",
    floats: "floats",
    functions: "functions",
    globals: "globals",
    goto: "goto",
    guidance: "guidance",
    libc: "libc",
    locks: "locks",
    loops: "loops",
    memory_arrays: "memory-arrays",
    memory_from_nowhere: "memory-from-nowhere",
    memory_function_pointers: "memory-function-pointers",
    memory_heap: "memory-heap",
    memory_initialisers: "memory-initialisers",
    memory_library: "memory-library",
    memory_pointers: "memory-pointers",
    memory_strings: "memory-strings",
    memory_structs: "memory-structs",
    memory_uninitialised: "memory-uninitialised",
    memory_unions: "memory-unions",
    multi_file: "multi-file",
    nondet: "nondet",
    operators: "operators",
    outside_of_objects: "outside-of-objects",
    overflow: "overflow",
    overflow_arithmetic: "overflow-arithmetic",
    overflow_conversions: "overflow-conversions",
    overflow_ends: "overflow-ends",
    overflow_shifts: "overflow-shifts",
    polynomials: "polynomials",
    protocols: "protocols",
    recursion_bounded: "recursion-bounded",
    recursion_errors: "recursion-errors",
    recursion_functions: "recursion-functions",
    recursion_memory: "recursion-memory",
    recursion_summaries: "recursion-summaries",
    regressions: "regressions",
    state_machines: "state-machines",
    strings: "strings",
    structs: "structs",
    switch: "switch",
    uninitialised: "uninitialised",
    unreachable_errors: "unreachable-errors",
    unsupported: "unsupported",
    widths: "widths",
}

#[test]
fn every_program_is_in_a_folder_that_is_tested() {
    let entries = std::fs::read_dir(root()).expect("the folder is there").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let there: BTreeSet<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let tested: BTreeSet<String> = FOLDERS.iter().map(|&folder| folder.into()).collect();
    assert_eq!(there, tested);
}

#[test]
fn every_file_is_a_program_or_part_of_one() {
    for folder in FOLDERS {
        let files = programs(folder);
        let parts: BTreeSet<PathBuf> =
            files.iter().filter_map(|path| expectation(path)).flat_map(|expected| expected.with).collect();
        for path in files {
            assert!(expectation(&path).is_some() != parts.contains(&path), "{}", path.display());
        }
    }
}
