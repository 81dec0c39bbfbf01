//! Adapters: small files that make another tool an engine of the bench.
//!
//! They say how the tool is called and how its answer is read. `docs/BENCH.md` describes the format.

use super::outcome::{Reading, Trouble};
use super::reading::{ended_without_answer, one_line, read_end};
use super::warden::Run;
use crate::args::Stage;
use crate::units::parse_time;
use clap::ValueEnum;
use euclase_sv_comp::Found;
use regex_lite::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Another tool, and how to talk to it.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// How it is called among the engines.
    pub name: String,
    /// Its executable.
    pub program: PathBuf,
    /// The arguments, with placeholders.
    arguments: Vec<String>,
    /// What `verify` makes of the task first.
    pub emit: Option<Stage>,
    /// How much longer than it was told it may take.
    pub grace: Duration,
    answers: Vec<Answer>,
}

/// A text in the output, and what it means.
#[derive(Clone, Debug)]
struct Answer {
    pattern: Regex,
    meaning: Meaning,
}

#[derive(Clone, Debug)]
enum Meaning {
    Found(Found),
    Trouble(Trouble),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdapterFile {
    name: String,
    program: OneOrMany,
    arguments: Vec<String>,
    emit: Option<String>,
    grace: Option<String>,
    answer: Vec<AnswerFile>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerFile {
    pattern: String,
    means: String,
}

/// What placeholders stand for.
pub const PLACEHOLDERS: [&str; 11] = [
    "file",
    "files",
    "emitted",
    "property",
    "property_file",
    "data_model",
    "bits",
    "timeout",
    "timeout_ms",
    "memory",
    "memory_mib",
];

impl Adapter {
    /// Reads an adapter file, or says what is wrong with it.
    pub fn read(path: &Path) -> Result<Adapter, String> {
        let wrong = |why: String| format!("{}: {why}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::parse(&text, folder).map_err(wrong)
    }

    fn parse(text: &str, folder: &Path) -> Result<Adapter, String> {
        let file: AdapterFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let message = error.message();
            line.map_or(message.to_string(), |line| format!("line {line}: {message}"))
        })?;
        if file.name.is_empty() || file.name.contains([',', '+', '/']) || file.name.contains(char::is_whitespace) {
            return Err(format!("'{}' cannot be the name of an engine", file.name));
        }
        let programs = match file.program {
            OneOrMany::One(program) => vec![program],
            OneOrMany::Many(programs) => programs,
        };
        let program = programs.iter().find_map(|program| find_program(program, folder));
        let program = program.ok_or_else(|| format!("there is no program {}", programs.join(" or ")))?;
        for argument in &file.arguments {
            check_placeholders(argument)?;
        }
        let emit = file.emit.map(|stage| {
            Stage::from_str(&stage, true).map_err(|_| format!("'{stage}' is not a stage that verify can emit"))
        });
        let emit = emit.transpose()?;
        if emit.is_none() && file.arguments.iter().any(|argument| argument.contains("{emitted}")) {
            return Err("{emitted} needs 'emit', which says what to emit".to_string());
        }
        let grace = file.grace.as_deref().map_or(Ok(None), parse_time)?.unwrap_or(Duration::ZERO);
        let answers = file.answer.into_iter().map(answer).collect::<Result<_, _>>()?;
        Ok(Adapter { name: file.name, program, arguments: file.arguments, emit, grace, answers })
    }

    /// The arguments with what the placeholders stand for. `files` stands for several arguments.
    pub fn arguments(&self, values: &BTreeMap<&str, OsString>, files: &[PathBuf]) -> Vec<OsString> {
        let mut result = Vec::new();
        for argument in &self.arguments {
            if argument == "{files}" {
                result.extend(files.iter().map(|file| file.clone().into_os_string()));
                continue;
            }
            let mut text = OsString::new();
            let mut rest = argument.as_str();
            while let Some((before, name, after)) = next_placeholder(rest) {
                text.push(before);
                text.push(values.get(name).cloned().unwrap_or_default());
                rest = after;
            }
            text.push(rest);
            result.push(text);
        }
        result
    }

    /// What the tool said. The first pattern that is found counts.
    pub fn read_answer(&self, run: &Run, stdout: &str, stderr: &str) -> Reading {
        if let Some(reading) = read_end(run) {
            return reading;
        }
        for answer in &self.answers {
            let Some(line) = [stdout, stderr].into_iter().find_map(|text| answer.pattern.find(text)) else { continue };
            let reason = one_line(line.as_str());
            return match &answer.meaning {
                Meaning::Found(Found::Unknown) => {
                    Reading { found: Found::Unknown, trouble: None, reason, winner: String::new() }
                }
                Meaning::Found(found) => {
                    Reading { found: found.clone(), trouble: None, reason: String::new(), winner: String::new() }
                }
                Meaning::Trouble(trouble) => Reading::none(*trouble, reason),
            };
        }
        ended_without_answer(run, if stderr.trim().is_empty() { stdout } else { stderr })
    }
}

fn answer(file: AnswerFile) -> Result<Answer, String> {
    let pattern = Regex::new(&format!("(?m){}", file.pattern));
    let pattern = pattern.map_err(|error| format!("'{}' is not a pattern: {error}", file.pattern))?;
    let meaning = match file.means.as_str() {
        "true" => Meaning::Found(Found::True),
        "false" => Meaning::Found(Found::False(None)),
        "unknown" => Meaning::Found(Found::Unknown),
        "timeout" => Meaning::Trouble(Trouble::Timeout),
        "out-of-memory" => Meaning::Trouble(Trouble::OutOfMemory),
        "error" => Meaning::Trouble(Trouble::Error),
        "crash" => Meaning::Trouble(Trouble::Crash),
        other => {
            let known = "true, false, unknown, timeout, out-of-memory, error, crash";
            return Err(format!("an answer cannot mean '{other}'; it can mean {known}"));
        }
    };
    Ok(Answer { pattern, meaning })
}

/// The text before the next placeholder, its name, and what is behind it. Braces around anything but a
/// plain word are text.
fn next_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|index| index + from) {
        let close = text[open..].find('}')? + open;
        let name = &text[open + 1..close];
        if !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            return Some((&text[..open], name, &text[close + 1..]));
        }
        from = open + 1;
    }
    None
}

fn check_placeholders(argument: &str) -> Result<(), String> {
    let mut rest = argument;
    while let Some((_, name, after)) = next_placeholder(rest) {
        if !PLACEHOLDERS.contains(&name) {
            return Err(format!("'{{{name}}}' stands for nothing; there are {{{}}}", PLACEHOLDERS.join("}, {")));
        }
        if name == "files" && argument != "{files}" {
            return Err("{files} stands for several arguments, so it must be one of its own".to_string());
        }
        rest = after;
    }
    Ok(())
}

/// A program by its path, relative to the adapter, or by its name on the PATH.
fn find_program(program: &str, folder: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        let path = folder.join(program);
        return path.is_file().then(|| std::path::absolute(&path).unwrap_or(path));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
name = "sat"
program = ["./nowhere/sat", "sh"]
arguments = ["-T:{timeout}", "{files}", "--{bits}", "a{b c}"]
grace = "2s"

[[answer]]
pattern = "^unsat$"
means = "false"

[[answer]]
pattern = "^sat$"
means = "true"

[[answer]]
pattern = "out of (time|luck)"
means = "timeout"
"#;

    fn parse(text: &str) -> Result<Adapter, String> {
        Adapter::parse(text, Path::new("/"))
    }

    #[test]
    fn placeholders_are_filled_in() {
        let adapter = parse(TEXT).unwrap();
        assert!(adapter.program.ends_with("sh"));
        let values = BTreeMap::from([("timeout", "30".into()), ("bits", "32".into())]);
        let arguments = adapter.arguments(&values, &["x.c".into(), "y.c".into()]);
        assert_eq!(arguments, ["-T:30", "x.c", "y.c", "--32", "a{b c}"]);
        assert_eq!(adapter.grace, Duration::from_secs(2));
    }

    #[test]
    fn answers_are_read_by_patterns() {
        let adapter = parse(TEXT).unwrap();
        let read = |out: &str, err: &str| {
            let run = Run { code: Some(0), ..Run::default() };
            let reading = adapter.read_answer(&run, out, err);
            (reading.found, reading.trouble)
        };
        assert_eq!(read("x\nsat\n", ""), (Found::True, None));
        assert_eq!(read("unsat\n", ""), (Found::False(None), None));
        assert_eq!(read("", "out of luck"), (Found::Unknown, Some(Trouble::Timeout)));
        assert_eq!(read("satisfied\n", ""), (Found::Unknown, Some(Trouble::Crash)));
    }

    #[test]
    fn mistakes_are_told() {
        let error = |from: &str, to: &str| parse(&TEXT.replace(from, to)).unwrap_err();
        assert!(error("{bits}", "{bytes}").starts_with("'{bytes}' stands for nothing"));
        assert!(error("\"{files}\"", "\"-f{files}\"").contains("must be one of its own"));
        assert!(error("{bits}", "{emitted}").contains("needs 'emit'"));
        assert!(error("\"sh\"", "\"no-such-program\"").contains("there is no program"));
        assert!(error("means = \"true\"", "means = \"yes\"").contains("cannot mean 'yes'"));
        assert!(error("(time", "(time(").contains("is not a pattern"));
        assert!(error("grace", "grase").starts_with("line 5: unknown field `grase`"));
        assert!(error("\"sat\"", "\"s,t\"").contains("cannot be the name"));
    }
}
