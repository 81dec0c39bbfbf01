//! Results: one row for each run, appended to a CSV file as it comes.

use super::outcome::Outcome;
use super::validation::Validation;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file in a folder of results.
pub const FILE: &str = "results.csv";

/// The result of a run: the columns of the file, in their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What the task is counted under.
    pub category: String,
    /// The task's name.
    pub task: String,
    /// The name of its property.
    pub property: String,
    /// What scales the task, in a family.
    pub parameter: Option<f64>,
    /// The engine, as it was asked for.
    pub engine: String,
    /// The right answer.
    pub expected: String,
    /// The answer.
    pub verdict: String,
    /// What became of the run.
    pub outcome: Outcome,
    /// Its points.
    pub score: i64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Time.
    pub wall_seconds: f64,
    /// The most memory.
    pub memory_bytes: u64,
    /// Why there is no answer.
    pub reason: String,
    /// Which engine of a portfolio answered.
    pub winner: String,
    /// The log, relative to the folder.
    pub log: String,
    /// What became of the witness, if one was asked for. Results of before there were any have no such column.
    #[serde(default)]
    pub witness: Option<Validation>,
}

impl Row {
    /// What the row is about.
    pub fn key(&self) -> (&str, &str, &str) {
        (&self.task, &self.property, &self.engine)
    }
}

/// The results file of a path: the path itself, or the file in a folder.
pub fn file_of(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(FILE) } else { path.to_path_buf() }
}

/// Reads results, or says what is wrong with them.
pub fn read(path: &Path) -> Result<Vec<Row>, String> {
    let wrong = |error: csv::Error| match error.kind() {
        csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound => {
            format!("{}: there are no results", path.display())
        }
        _ => format!("{}: {error}", path.display()),
    };
    let mut reader = csv::Reader::from_path(path).map_err(wrong)?;
    reader.deserialize().collect::<Result<_, _>>().map_err(wrong)
}

/// Results that are added to.
pub struct Appender {
    writer: csv::Writer<File>,
}

impl Appender {
    /// Opens a file for more rows; gives the rows that are there. A row that a bench was killed while
    /// writing is dropped.
    pub fn open(path: &Path) -> Result<(Appender, Vec<Row>), String> {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let rows = if path.exists() { read_whole_rows(path)? } else { Vec::new() };
        // Written anew, and only then in place of the old ones.
        let fresh = path.with_extension("csv.new");
        let mut writer = csv::Writer::from_path(&fresh).map_err(|e| wrong(&e))?;
        for row in &rows {
            writer.serialize(row).map_err(|e| wrong(&e))?;
        }
        writer.flush().map_err(|e| wrong(&e))?;
        std::fs::rename(&fresh, path).map_err(|e| wrong(&e))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|e| wrong(&e))?;
        let writer = csv::WriterBuilder::new().has_headers(rows.is_empty()).from_writer(file);
        Ok((Appender { writer }, rows))
    }

    /// Adds a row; it is in the file when this returns.
    pub fn add(&mut self, row: &Row) -> Result<(), String> {
        let wrong = |error: &dyn std::fmt::Display| format!("cannot write results: {error}");
        self.writer.serialize(row).map_err(|e| wrong(&e))?;
        self.writer.flush().map_err(|e| wrong(&e))
    }
}

fn read_whole_rows(path: &Path) -> Result<Vec<Row>, String> {
    let mut text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let end = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    text.truncate(end);
    let mut reader = csv::Reader::from_reader(text.as_slice());
    reader.deserialize().collect::<Result<_, _>>().map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes all rows of a file.
pub fn write_rows(path: &Path, rows: &[Row]) -> Result<(), String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|e| wrong(&e))?;
    }
    let bytes = writer.into_inner().map_err(|e| wrong(&e))?;
    write_whole(path, &String::from_utf8(bytes).map_err(|e| wrong(&e))?)
}

/// Writes a file so that nobody ever sees half of it.
pub fn write_whole(path: &Path, text: &str) -> Result<(), String> {
    let fresh = path.with_extension("new");
    let write = || {
        let mut file = File::create(&fresh)?;
        file.write_all(text.as_bytes())?;
        std::fs::rename(&fresh, path)
    };
    write().map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A row about a task and an engine.
    pub fn row(task: &str, engine: &str, outcome: Outcome, cpu_seconds: f64) -> Row {
        let (expected, verdict, score) = match outcome {
            Outcome::CorrectTrue => ("true", "true", 2),
            Outcome::CorrectFalse => ("false", "false", 1),
            Outcome::WrongTrue => ("false", "true", -32),
            Outcome::WrongFalse => ("true", "false", -16),
            _ => ("true", "unknown", 0),
        };
        Row {
            category: "Loops".into(),
            task: task.into(),
            property: "unreach-call".into(),
            parameter: None,
            engine: engine.into(),
            expected: expected.into(),
            verdict: verdict.into(),
            outcome,
            score,
            cpu_seconds,
            wall_seconds: cpu_seconds,
            memory_bytes: 1 << 20,
            reason: String::new(),
            winner: String::new(),
            log: format!("logs/{task}.{engine}.log"),
            witness: None,
        }
    }

    #[test]
    fn rows_are_read_as_they_were_written_and_torn_ones_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let rows = [row("a,\"b\"", "euf", Outcome::CorrectTrue, 0.125), row("c", "bmc", Outcome::OutOfMemory, 3.0)];
        let (mut appender, before) = Appender::open(&path).unwrap();
        assert!(before.is_empty());
        appender.add(&rows[0]).unwrap();
        drop(appender);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"Loops,torn,unreach").unwrap();
        let (mut appender, before) = Appender::open(&path).unwrap();
        assert_eq!(before, rows[..1]);
        appender.add(&rows[1]).unwrap();
        assert_eq!(read(&path).unwrap(), rows);
    }

    #[test]
    fn rows_of_before_there_were_witnesses_are_read_and_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let old = "category,task,property,parameter,engine,expected,verdict,outcome,score,cpu_seconds,wall_seconds,\
            memory_bytes,reason,winner,log\n\
            Loops,a,unreach-call,,euf,true,true,correct-true,2,1.0,1.0,1048576,,,logs/a.euf.log\n";
        std::fs::write(&path, old).unwrap();
        let mut rows = vec![row("a", "euf", Outcome::CorrectTrue, 1.0), row("b", "euf", Outcome::CorrectTrue, 1.0)];
        assert_eq!(read(&path).unwrap(), rows[..1]);
        let (mut appender, before) = Appender::open(&path).unwrap();
        assert_eq!(before, rows[..1]);
        rows[1].witness = Some(Validation::OutOfMemory);
        appender.add(&rows[1]).unwrap();
        assert_eq!(read(&path).unwrap(), rows);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.lines().next().unwrap().ends_with(",log,witness"), "{text}");
        assert!(text.ends_with(",logs/b.euf.log,out-of-memory\n"), "{text}");
    }

    #[test]
    fn an_empty_file_gets_its_header_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        drop(Appender::open(&path).unwrap());
        let (mut appender, _) = Appender::open(&path).unwrap();
        appender.add(&row("a", "euf", Outcome::Unknown, 1.0)).unwrap();
        assert_eq!(read(&path).unwrap().len(), 1);
        assert!(read(&folder.path().join("none.csv")).unwrap_err().ends_with("there are no results"));
    }
}
