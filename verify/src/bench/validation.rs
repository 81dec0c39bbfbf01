//! Whether the witness of an answer is right: `verify bench --validate`.
//!
//! Every TRUE and FALSE of `verify` about a C program is also written as a witness, and the witness is validated by the
//! `verify` that does the measuring. That is a run of its own, within the same limits, and what it takes is not counted
//! as the engine's.

use super::engines::Engine;
use super::outcome::Trouble;
use super::reading::read_end;
use super::results::Row;
use super::runner::{Bench, Control, Log, read_output};
use super::tasks::Task;
use super::warden::Run;
use euclase_sv_comp::Found;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of the witnesses, in a folder of results.
pub const FOLDER: &str = "witnesses";

/// What became of the witness of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Validation {
    Confirmed,
    /// It is wrong, or of another answer, or it cannot even be read.
    Rejected,
    /// The validator cannot tell.
    Unknown,
    /// There is an answer, but no witness of it.
    Missing,
    Timeout,
    OutOfMemory,
    /// The validator died, or could not be started.
    Crash,
}

impl Validation {
    /// As it is written in results.
    pub fn word(self) -> &'static str {
        match self {
            Validation::Confirmed => "confirmed",
            Validation::Rejected => "rejected",
            Validation::Unknown => "unknown",
            Validation::Missing => "missing",
            Validation::Timeout => "timeout",
            Validation::OutOfMemory => "out-of-memory",
            Validation::Crash => "crash",
        }
    }

    /// What a run of the validator, which was told to take no more than `timeout`, said about the witness of an answer.
    fn read(run: &Run, stdout: &str, found: &Found, timeout: Duration) -> Validation {
        if let Some(end) = read_end(run) {
            return match end.trouble {
                Some(Trouble::Timeout) => Validation::Timeout,
                Some(Trouble::OutOfMemory) => Validation::OutOfMemory,
                Some(Trouble::Error | Trouble::Crash) | None => Validation::Crash,
            };
        }
        let object = serde_json::from_str(stdout).unwrap_or(Value::Null);
        let kind = if *found == Found::True { "correctness" } else { "violation" };
        match (object["conclusion"].as_str(), run.code) {
            (Some("confirmed"), Some(0)) if object["kind"] == kind => Validation::Confirmed,
            // It is right, but the answer is not what it says.
            (Some("confirmed"), Some(0)) => Validation::Rejected,
            (Some("rejected"), Some(1)) => Validation::Rejected,
            // Malformed: nobody else would take it, either.
            (Some("error"), Some(2)) => Validation::Rejected,
            // It gives up in time and says so in words only.
            (Some("unknown"), Some(3)) if run.wall_seconds >= timeout.as_secs_f64() => Validation::Timeout,
            (Some("unknown"), Some(3)) => Validation::Unknown,
            _ => Validation::Crash,
        }
    }
}

/// The witness of the run that has this log, both relative to the folder of results.
pub fn witness_of(log: &Path) -> PathBuf {
    Path::new(FOLDER).join(log.with_extension("yml").file_name().unwrap_or_default())
}

/// Whether there can be a witness of what `verify` answers: it writes them of C programs only.
pub fn is_c(task: &Task) -> bool {
    let is_c = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c" || extension == "i");
    task.files.iter().all(is_c)
}

impl Bench {
    /// Validates the witness of an answer; nothing if that was interrupted.
    pub fn validate(
        &self,
        (task, engine): (&Task, &Engine),
        found: &Found,
        witness: &Path,
        scratch: &Path,
        log: &mut Log,
        control: &Control,
    ) -> Result<Option<Validation>, String> {
        if !witness.exists() {
            log.note("there is no witness of the answer")?;
            return Ok(Some(Validation::Missing));
        }
        let command = engine.validation(task, &self.told, &self.bench_itself, witness);
        let errand = self.errand(command, scratch, "validate", engine.grace(self.told.timeout));
        let run = control.run(&self.bench_itself, &errand);
        if control.interrupted(&run) {
            return Ok(None);
        }
        log.note("the witness of the answer is validated, which is not counted as the engine's work")?;
        log.add(&errand, &run)?;
        Ok(Some(Validation::read(&run, &read_output(&errand.stdout), found, self.told.timeout)))
    }
}

/// Witnesses added up.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Witnesses {
    /// TRUEs that should have one.
    pub answers_true: usize,
    /// Those of them that have one that is confirmed.
    pub confirmed_true: usize,
    /// FALSEs that should have one.
    pub answers_false: usize,
    /// Those of them that have one that is confirmed.
    pub confirmed_false: usize,
    /// Witnesses of any answer that are wrong.
    pub rejected: usize,
}

impl Witnesses {
    /// Takes in a row.
    pub fn add(&mut self, row: &Row) {
        let Some(validation) = row.witness else { return };
        let confirmed = usize::from(validation == Validation::Confirmed);
        if row.verdict.starts_with("true") {
            self.answers_true += 1;
            self.confirmed_true += confirmed;
        } else {
            self.answers_false += 1;
            self.confirmed_false += confirmed;
        }
        self.rejected += usize::from(validation == Validation::Rejected);
    }

    /// Whether nothing was counted, as where nobody asked for witnesses.
    pub fn is_empty(&self) -> bool {
        *self == Witnesses::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Outcome;
    use super::super::results::tests::row;
    use super::super::warden::Limit;
    use super::*;

    #[test]
    fn what_the_validator_says_is_read() {
        let of_answer = |conclusion: &str, code: i32, wall_seconds: f64, found: Found| {
            let run = Run { code: Some(code), wall_seconds, ..Run::default() };
            let stdout = format!("{{\"conclusion\": \"{conclusion}\", \"kind\": \"correctness\"}}");
            Validation::read(&run, &stdout, &found, Duration::from_secs(10))
        };
        let read = |conclusion: &str, code, wall_seconds| of_answer(conclusion, code, wall_seconds, Found::True);
        assert_eq!(read("confirmed", 0, 1.0), Validation::Confirmed);
        assert_eq!(read("rejected", 1, 1.0), Validation::Rejected);
        assert_eq!(read("error", 2, 1.0), Validation::Rejected);
        assert_eq!(read("unknown", 3, 1.0), Validation::Unknown);
        assert_eq!(read("unknown", 3, 10.5), Validation::Timeout);
        assert_eq!(of_answer("confirmed", 0, 1.0, Found::False(None)), Validation::Rejected);
        // Words that do not fit to how it ended are not believed.
        assert_eq!(read("confirmed", 4, 1.0), Validation::Crash);
    }

    #[test]
    fn the_end_of_the_validator_is_told() {
        let stdout = "{\"conclusion\": \"confirmed\", \"kind\": \"correctness\"}";
        let read = |run: Run| Validation::read(&run, stdout, &Found::True, Duration::from_secs(10));
        let limit = |limit| Run { limit: Some(limit), ..Run::default() };
        assert_eq!(read(limit(Limit::Wall)), Validation::Timeout);
        assert_eq!(read(limit(Limit::Cpu)), Validation::Timeout);
        assert_eq!(read(limit(Limit::Memory)), Validation::OutOfMemory);
        assert_eq!(read(Run { signal: Some(11), ..Run::default() }), Validation::Crash);
        assert_eq!(read(Run { trouble: Some("no such file".into()), ..Run::default() }), Validation::Crash);
        let silent = Run { code: Some(0), ..Run::default() };
        assert_eq!(Validation::read(&silent, "", &Found::True, Duration::from_secs(10)), Validation::Crash);
    }

    #[test]
    fn witnesses_are_called_like_logs() {
        assert_eq!(witness_of(Path::new("logs/a__b.yml.euf+x=1.log")), Path::new("witnesses/a__b.yml.euf+x=1.yml"));
    }

    #[test]
    fn only_runs_that_were_asked_for_a_witness_count() {
        let mut rows = [Outcome::CorrectTrue, Outcome::CorrectTrue, Outcome::CorrectFalse, Outcome::CorrectTrue]
            .map(|outcome| row("a", "euf", outcome, 1.0));
        rows[0].witness = Some(Validation::Confirmed);
        rows[1].witness = Some(Validation::Rejected);
        rows[2].witness = Some(Validation::Missing);
        let mut witnesses = Witnesses::default();
        rows.iter().for_each(|row| witnesses.add(row));
        assert_eq!((witnesses.answers_true, witnesses.confirmed_true), (2, 1));
        assert_eq!((witnesses.answers_false, witnesses.confirmed_false), (1, 0));
        assert_eq!(witnesses.rejected, 1);
    }

    #[test]
    fn words_are_those_of_the_results() {
        for validation in [Validation::Confirmed, Validation::OutOfMemory, Validation::Missing] {
            assert_eq!(serde_json::to_value(validation).unwrap(), validation.word());
        }
    }
}
