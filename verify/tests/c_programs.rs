//! The C programs in `tests/c`, each with the verdict it must get.
//!
//! A program says in its first lines what to expect: `// expect: TRUE`, `FALSE` or `UNKNOWN: word`, where the answer
//! must contain the word; `// about:` what it shows; and where needed `// options:` for `verify`, `// data-models:`
//! under each of which it gets this verdict, `// with:` further files, `// check:` the check that a FALSE violates, and
//! `// violation:` or `// at:` a line that the answer must name.
//!
//! What is checked is what a program says in its options. Programs that say nothing are about assertions, but for those of the folder
//! `check-default`.
//!
//! The programs about calls are verified with each of the ways to treat calls.
//!
//! Each program is a test: `cargo nextest run -p euclase --test c_programs memory-heap` runs those of a folder.

mod support;

use libtest_mimic::{Arguments, Trial};
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
    check: Option<String>,
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
        check: header(&text, "check").map(String::from),
        options: words("options").map(String::from).collect(),
        data_models: words("data-models").map(String::from).collect(),
        with: words("with").map(|name| path.with_file_name(name)).collect(),
    })
}

/// What is checked of a program that does not say so.
fn checks(path: &Path, expected: &Expectation) -> &'static [&'static str] {
    let says_so =
        expected.options.iter().any(|option| option.starts_with("--check") || option.starts_with("--property"));
    let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    match says_so || folder.starts_with("check-") {
        true => &[],
        false => &["--check", "assert"],
    }
}

/// Whether `malloc` fails: programs of old do not think of it.
fn allocation(path: &Path, expected: &Expectation) -> &'static [&'static str] {
    let says_so =
        expected.options.iter().any(|option| option.starts_with("--malloc") || option.starts_with("--property"));
    let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    if says_so || folder.starts_with("check-") { &[] } else { &["--malloc-never-fails"] }
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
    command.args(checks(path, expected)).args(allocation(path, expected));
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
    if let Some(check) = &expected.check
        && !text.contains(&format!("[{check}]"))
    {
        return Some(format!("the answer does not name the check '{check}': {}", whole()));
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

/// What a program is verified with besides its own options, one after the other.
fn modes(folder: &str) -> &'static [&'static [&'static str]] {
    match folder {
        "calls-failing" => &[&["inline"], &["wait"], &["auto"], &["inline", MIXED], &["wait", MIXED], &["auto", MIXED]],
        _ if folder.starts_with("calls-") => &[&["inline"], &["wait"], &["auto"], &["wait", MIXED]],
        _ => &[&["auto"]],
    }
}

fn folders() -> Vec<String> {
    let entries = std::fs::read_dir(root()).expect("the folder is there").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Every program is a test of its own, so that they run side by side and one can be run alone.
fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for folder in folders() {
        let files = programs(&folder);
        let all: Vec<_> = files.into_iter().map(|path| (expectation(&path), path)).collect();
        let parts: BTreeSet<PathBuf> =
            all.iter().filter_map(|(e, _)| e.as_ref()).flat_map(|e| e.with.clone()).collect();
        assert!(all.iter().any(|(expected, _)| expected.is_some()), "there are no programs in {folder}");
        for (expected, path) in all {
            assert!(expected.is_some() != parts.contains(&path), "{} is no program and no part of one", path.display());
            let Some(expected) = expected else { continue };
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let modes = modes(&folder);
            trials.push(Trial::test(format!("{folder}::{name}"), move || {
                let found = complaints(&path, &expected, modes);
                if found.is_empty() { Ok(()) } else { Err(found.join("\n").into()) }
            }));
        }
    }
    trials
}

fn main() {
    libtest_mimic::run(&Arguments::from_args(), trials()).exit();
}
