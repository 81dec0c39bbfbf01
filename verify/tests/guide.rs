//! The user guide does what it says: every command in it is run, and must print what the page shows.
//!
//! In `docs/guide`, a block ```` ```c file=NAME ```` (of any language) is a file, and a block ```` ```console ```` has commands behind `$ `
//! with what they print below. The blocks of a page are taken in order, in a folder of their own. Times, sizes and
//! the name of the engine that was first may differ, and a line `...` stands for any lines. A workflow of GitHub Actions is
//! read, and its own commands are run, but for those of steps that download something.

mod support;

use regex_lite::Regex;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::*;

/// A part of a page.
enum Part {
    File { name: String, text: String },
    Command { command: String, expected: Vec<String>, line: usize },
}

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide")
}

/// What a page has in its blocks.
fn parts(page: &str) -> Vec<Part> {
    let text = std::fs::read_to_string(guide().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"));
    let mut parts = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        let Some(head) = line.strip_prefix("```") else { continue };
        let block: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
        if let Some((_, name)) = head.split_once(" file=") {
            let text = block.iter().map(|(_, line)| format!("{line}\n")).collect();
            parts.push(Part::File { name: name.to_string(), text });
            continue;
        }
        assert_eq!(head, "console", "{page}: a block is a file or has commands");
        for (number, line) in block {
            match (line.strip_prefix("$ "), parts.last_mut()) {
                (Some(command), _) => {
                    parts.push(Part::Command { command: command.to_string(), expected: Vec::new(), line: number + 1 })
                }
                (None, Some(Part::Command { expected, .. })) => expected.push(line.to_string()),
                (None, _) => panic!("{page}: line {}: a block starts with a command", number + 1),
            }
        }
    }
    parts
}

/// A line without what may differ from run to run.
fn masked(line: &str) -> String {
    let times = Regex::new(r"\b[0-9]+(\.[0-9]+)? (s|ms|min|KiB|MiB|GiB)\b").expect("an expression");
    let engines = Regex::new(r"\((euf|sa|bmc|kind|spacer|explicit|cells|run|symex), ").expect("an expression");
    // Some engines search a system, which then has replayed the execution as well.
    let systems = Regex::new(r"the system's evaluator \([0-9]+ steps?\), ").expect("an expression");
    // How many obligations a proof has depends on how far the search came before it had one.
    let obligations = Regex::new("[0-9]+ obligations? discharged by fresh solvers, [^;]*").expect("an expression");
    let line = times.replace_all(line.trim_end(), "#");
    let line = obligations.replace_all(&line, "# obligations");
    let line = systems.replace_all(&line, "");
    engines.replace_all(&line, "(#, ").into_owned()
}

/// Whether lines are as expected; `...` is for any lines.
fn agrees(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "..." => (0..=actual.len()).any(|skipped| agrees(rest, &actual[skipped..])),
        Some((first, rest)) => actual.split_first().is_some_and(|(line, more)| line == first && agrees(rest, more)),
    }
}

/// The folder for a page, in which its files are and its commands run, and what they find on their way.
struct Scratch {
    folder: Folder,
    /// What `export` has set.
    exported: Vec<String>,
}

impl Scratch {
    fn new(page: &str) -> Self {
        let folder = Folder::new(&format!("guide-{}", page.replace('/', "-")));
        for name in ["bin", "work", "archive", "archive/bin"] {
            std::fs::create_dir(folder.path(name)).expect("a folder can be made");
        }
        for link in ["bin/verify", "archive/bin/verify"] {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_verify"), folder.path(link)).expect("a link can be made");
        }
        let module = guide().join("../../sv-comp");
        std::os::unix::fs::symlink(module.canonicalize().expect("sv-comp"), folder.path("archive/benchexec"))
            .expect("a link");
        // What a cluster does with an array of jobs.
        let array = "#!/bin/sh\nfor last in \"$@\"; do :; done\nfor id in 1 2; do SLURM_ARRAY_TASK_ID=$id sh \"$last\" || exit; done\n";
        let benchexec = "#!/bin/sh\nexec /usr/bin/python3 -B -m benchexec.benchexec \"$@\"\n";
        for (name, text) in [("sbatch", array), ("benchexec", benchexec)] {
            let path = folder.file(&format!("bin/{name}"), text);
            let status = Command::new("chmod").args(["+x", &path]).status();
            assert!(status.is_ok_and(|status| status.success()));
        }
        Scratch { folder, exported: Vec::new() }
    }

    /// Runs a command; gives what it prints.
    fn run(&mut self, command: &str) -> Vec<String> {
        if command.starts_with("export ") {
            self.exported.push(command.to_string());
            return Vec::new();
        }
        let benchexec = std::env::var_os("EUCLASE_BENCHEXEC").map(PathBuf::from);
        let benchexec = benchexec.unwrap_or_else(|| guide().join("../../third_party/benchexec"));
        let path = std::env::var("PATH").unwrap_or_default();
        let script = format!("{}\n{{ {command}\n}} 2>&1", self.exported.join("\n"));
        let output = Command::new("bash")
            .args(["-c", &script])
            .current_dir(self.folder.path("work"))
            .env("PATH", format!("{}:{path}", self.folder.path("bin")))
            .env("PYTHONPATH", benchexec)
            .env("EUCLASE", self.folder.path("archive"))
            .env("HOME", self.folder.path("work"))
            .env("LC_ALL", "C.UTF-8")
            .envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.invalid")])
            .envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.invalid")])
            .env_remove("CC")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("bash is there");
        stdout(&output).lines().map(str::to_string).collect()
    }
}

/// Does what a page says.
fn follow(page: &str) {
    let mut scratch = Scratch::new(page);
    let mut wrong = String::new();
    for part in parts(page) {
        match part {
            Part::File { name, text } => {
                let path = PathBuf::from(scratch.folder.path(&format!("work/{name}")));
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
                std::fs::write(&path, &text).expect("a file can be written");
                if name.starts_with(".github/") {
                    workflow(&mut scratch, &name);
                }
            }
            Part::Command { command, expected, line } => {
                let actual = scratch.run(&command);
                let mask = |lines: &[String]| lines.iter().map(|line| masked(line)).collect::<Vec<_>>();
                if !agrees(&mask(&expected), &mask(&actual)) {
                    wrong += &format!(
                        "{page}:{line}: $ {command}\nprints\n{}\nbut the page says\n{}\n\n",
                        actual.join("\n"),
                        expected.join("\n")
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Runs what a workflow of GitHub Actions runs itself, one value of its matrix after the other.
fn workflow(scratch: &mut Scratch, name: &str) {
    let commands = "\
import sys, yaml
for job in yaml.safe_load(open(sys.argv[1]))['jobs'].values():
    for shard in job.get('strategy', {}).get('matrix', {}).get('shard', [None]):
        for step in job['steps']:
            if 'run' in step and step.get('name') != 'Get Euclase':
                print(step['run'].replace('${{ matrix.shard }}', str(shard)))
";
    let script = scratch.folder.file("commands.py", commands);
    let found = scratch.run(&format!("/usr/bin/python3 {script} {name}"));
    assert!(!found.is_empty(), "{name} runs nothing");
    for command in found {
        let said = scratch.run(&format!("{command} || echo FAILED"));
        assert!(!said.iter().any(|line| line.contains("FAILED")), "{name}: {command}: {}", said.join("\n"));
    }
}

macro_rules! pages {
    ($($name:ident: $file:literal,)*) => {
        const PAGES: &[&str] = &[$($file,)*];
        $(#[test] fn $name() { follow($file); })*
    };
}

pages! {
    overview: "README.md",
    tutorial: "tutorial.md",
    continuous_integration: "ci.md",
    soundness: "soundness.md",
    running_elsewhere: "running-elsewhere.md",
    engine_euf: "engines/euf.md",
    engine_sa: "engines/sa.md",
    engine_bmc: "engines/bmc.md",
    engine_kind: "engines/kind.md",
    engine_spacer: "engines/spacer.md",
    engine_explicit: "engines/explicit.md",
    engine_cells: "engines/cells.md",
    engine_summaries: "engines/summaries.md",
    engine_run: "engines/run.md",
}

#[test]
fn every_page_is_tested_and_every_link_leads_somewhere() {
    let mut found: Vec<String> = Vec::new();
    for folder in ["", "engines/"] {
        for entry in std::fs::read_dir(guide().join(folder)).expect("the guide is there").flatten() {
            let name = entry.file_name().into_string().expect("a name in UTF-8");
            if name.ends_with(".md") {
                found.push(format!("{folder}{name}"));
            }
        }
    }
    let mut pages: Vec<String> = PAGES.iter().map(|page| page.to_string()).collect();
    found.sort();
    pages.sort();
    assert_eq!(found, pages);
    let link = Regex::new(r"\]\(([^)#:]+)\)").expect("an expression");
    for page in pages {
        let path = guide().join(&page);
        let text = std::fs::read_to_string(&path).expect("a page");
        for found in link.captures_iter(&text) {
            assert!(path.parent().expect("a folder").join(&found[1]).exists(), "{page} leads to {}", &found[1]);
        }
    }
}

/// The comparison itself can fail.
#[test]
fn other_output_is_not_accepted() {
    let lines = |text: &str| text.lines().map(masked).collect::<Vec<_>>();
    assert!(agrees(&lines("a (bmc, 0.1 s)\n...\nb"), &lines("a (euf, 12.34 s)\nx\ny\nb")));
    assert!(!agrees(&lines("a\n...\nb"), &lines("a\nx")));
    assert!(!agrees(&lines("a"), &lines("a\nb")));
    assert!(!agrees(&lines("x = 1"), &lines("x = 2")));
}
