//! What must stay out of which folder, where crates cannot enforce it.

use std::path::{Path, PathBuf};

/// The source files below `verify/src`, by their paths there.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut sources) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path: PathBuf = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).expect("it is below").to_string_lossy().into_owned();
                sources.push((name, std::fs::read_to_string(&path).expect("text")));
            }
        }
    }
    sources
}

/// The files that have one of some words, but for those below some paths.
fn with(words: &[&str], except: &[(&str, &str)]) -> Vec<String> {
    let is_excepted = |name: &str| except.iter().any(|(path, _)| name.starts_with(path));
    let has = |text: &str| words.iter().any(|word| text.contains(word));
    let all = sources();
    for (path, reason) in except {
        assert!(all.iter().any(|(name, _)| name.starts_with(path)), "{path} is gone, which was excepted: {reason}");
    }
    all.into_iter().filter(|(name, text)| !is_excepted(name) && has(text)).map(|(name, _)| name).collect()
}

/// Whether there is no such file; else it says which.
fn is_empty(files: &[String]) -> bool {
    files.iter().for_each(|file| eprintln!("not in {file}"));
    files.is_empty()
}

#[test]
fn threads_and_channels_are_in_the_job_graph_only() {
    let words = ["std::thread", "thread::", "sync::atomic", "AtomicBool", "AtomicUsize", "mpsc", "Mutex<", "Condvar"];
    let except = [
        ("jobs/", "the loop: it listens to its workers and to a solver that gives a second opinion"),
        ("signals.rs", "a signal handler may touch an atomic and nothing else"),
        ("bench/", "it runs other programs side by side and is no part of a verification"),
        ("worker/mod.rs", "a worker that searches hears notes of its parent meanwhile; and it keeps what a panic says"),
    ];
    assert!(is_empty(&with(&words, &except)));
}

#[test]
fn workers_start_in_one_file() {
    let except =
        [("jobs/process.rs", "where they start"), ("bench/", "its supervisor is started as a worker of the bench")];
    assert!(is_empty(&with(&["arg(\"worker\")", "args([\"worker\""], &except)));
    let except = [
        ("jobs/process.rs", "where workers start"),
        ("jobs/second_opinion.rs", "the user's own solver"),
        ("bench/", "the tools that it compares"),
        ("worker/native.rs", "in a worker: the compiler and the user's program"),
        ("witness/make.rs", "clang, asked about the user's file"),
        ("witness/meaning.rs", "clang, asked about the user's file"),
    ];
    assert!(is_empty(&with(&["Command::new"], &except)));
}

#[test]
fn the_strategy_only_decides() {
    let words = ["Instant::now", ".elapsed()", "std::fs", "signals::", "crate::jobs::", "println!", "log::"];
    let all = with(&words, &[]);
    let is_own = |name: &String| name.starts_with("strategy/") && !name.starts_with("strategy/tests/");
    assert!(is_empty(&all.into_iter().filter(is_own).collect::<Vec<_>>()));
}
