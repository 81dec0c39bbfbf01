//! Results as BenchExec writes them: one XML file for each engine, which its `table-generator` makes tables of, alone or
//! beside results of other tools.

use super::manifest::Manifest;
use super::outcome::Outcome;
use super::results::{self, Row};
use super::validation::Validation;
use std::fmt::Write;
use std::path::Path;

/// Writes the file of each engine that has rows.
pub fn write(folder: &Path, manifest: &Manifest, rows: &[Row]) -> Result<(), String> {
    for engine in manifest.engine_names() {
        let of_engine: Vec<&Row> = rows.iter().filter(|row| row.engine == engine).collect();
        if !of_engine.is_empty() {
            results::write_whole(&folder.join(file_name(&engine)), &document(manifest, &engine, &of_engine))?;
        }
    }
    Ok(())
}

/// The file of an engine.
pub fn file_name(engine: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_=+".contains(c) { c } else { '_' };
    format!("results.{}.xml", engine.chars().map(plain).collect::<String>())
}

fn document(manifest: &Manifest, engine: &str, rows: &[&Row]) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE result\n  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN'\n  \
         'https://www.sosy-lab.org/benchexec/result-3.0.dtd'>\n",
    );
    let date = date(manifest.started);
    let attributes = [
        ("benchmarkname", "verify bench".to_string()),
        ("name", engine.to_string()),
        ("date", date.clone()),
        ("starttime", date),
        ("tool", "euclase".to_string()),
        ("toolmodule", "benchexec.tools.euclase".to_string()),
        ("version", env!("CARGO_PKG_VERSION").to_string()),
        ("options", format!("--engine {engine}")),
        ("timelimit", format!("{}s", manifest.timeout_seconds)),
        ("memlimit", manifest.condition("the memory").unwrap_or_default().to_string()),
        ("generator", format!("euclase {}", env!("CARGO_PKG_VERSION"))),
    ];
    text.push_str("<result");
    for (name, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(text, " {name}=\"{}\"", escaped(value));
    }
    text.push_str(">\n  <columns>\n");
    let witness = rows.iter().any(|row| row.witness.is_some()).then_some("witness");
    for title in ["status", "cputime", "walltime", "memory", "reason", "winner"].into_iter().chain(witness) {
        let _ = writeln!(text, "    <column title=\"{title}\"/>");
    }
    text.push_str("  </columns>\n");
    for row in rows {
        run(&mut text, row);
    }
    text.push_str("</result>\n");
    text
}

fn run(text: &mut String, row: &Row) {
    let _ = writeln!(
        text,
        "  <run name=\"{0}\" files=\"[{0}]\" properties=\"{1}\" expectedVerdict=\"{2}\" logfile=\"{3}\">",
        escaped(&row.task),
        escaped(&row.property),
        escaped(&row.expected),
        escaped(&row.log)
    );
    let columns = [
        ("status", status(row)),
        ("cputime", format!("{}s", row.cpu_seconds)),
        ("walltime", format!("{}s", row.wall_seconds)),
        ("memory", format!("{}B", row.memory_bytes)),
        ("category", category(row.outcome).to_string()),
        ("reason", row.reason.clone()),
        ("winner", row.winner.clone()),
        ("witness", row.witness.map_or("", Validation::word).to_string()),
    ];
    for (title, value) in columns.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "    <column title=\"{title}\" value=\"{}\"/>", escaped(value));
    }
    text.push_str("  </run>\n");
}

/// The status in BenchExec's words.
fn status(row: &Row) -> String {
    match row.outcome {
        Outcome::Timeout => "TIMEOUT".to_string(),
        Outcome::OutOfMemory => "OUT OF MEMORY".to_string(),
        Outcome::Error | Outcome::CorrectError => "ERROR".to_string(),
        Outcome::Crash => "SEGMENTATION FAULT".to_string(),
        // What fails is the property of the task, if the tool names no part of it.
        _ if row.verdict == "false" => format!("false({})", row.property),
        _ => row.verdict.clone(),
    }
}

fn category(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::CorrectTrue | Outcome::CorrectFalse => "correct",
        Outcome::WrongTrue | Outcome::WrongFalse => "wrong",
        Outcome::Unknown => "unknown",
        Outcome::Answered => "missing",
        Outcome::CorrectError | Outcome::Timeout | Outcome::OutOfMemory | Outcome::Error | Outcome::Crash => "error",
    }
}

fn escaped(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' | '\t' | '\r' => result.push(' '),
            // Not allowed in XML, not even escaped.
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

/// A time, given in seconds since 1970, as `2026-03-01 12:30:00 UTC`.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that start in March have their odd day at the end; 400 of them have 146097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + late;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::row;
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(date(951_782_399), "2000-02-28 23:59:59 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00 UTC");
        assert_eq!(date(1_798_761_600), "2027-01-01 00:00:00 UTC");
    }

    #[test]
    fn a_run_is_told_in_the_words_of_benchexec() {
        let mut text = String::new();
        run(&mut text, &row("a&b.yml", "euf", Outcome::WrongFalse, 1.5));
        assert!(text.contains("name=\"a&amp;b.yml\""), "{text}");
        assert!(text.contains("title=\"status\" value=\"false(unreach-call)\""), "{text}");
        assert!(text.contains("title=\"category\" value=\"wrong\""), "{text}");
        assert!(text.contains("title=\"cputime\" value=\"1.5s\""), "{text}");
        assert!(text.contains("title=\"memory\" value=\"1048576B\""), "{text}");
        let mut text = String::new();
        run(&mut text, &row("a.yml", "euf", Outcome::Timeout, 1.5));
        assert!(text.contains("value=\"TIMEOUT\"") && text.contains("value=\"error\""), "{text}");
    }

    #[test]
    fn files_are_called_after_engines() {
        assert_eq!(file_name("auto+guidance=off"), "results.auto+guidance=off.xml");
        assert_eq!(file_name("a/b c"), "results.a_b_c.xml");
    }
}
