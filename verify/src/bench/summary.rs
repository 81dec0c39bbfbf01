//! Results added up: by category and engine, and by engine.

use super::outcome::Outcome;
use super::results::Row;
use super::validation::Witnesses;
use serde::Serialize;

/// What an engine did in a category.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// The category; empty for all together.
    pub category: String,
    /// The engine.
    pub engine: String,
    /// How many tasks it ran on.
    pub tasks: usize,
    /// Right answers.
    pub correct: usize,
    /// Right proofs.
    pub correct_true: usize,
    /// Right alarms.
    pub correct_false: usize,
    /// Wrong answers.
    pub wrong: usize,
    /// Answers of which nobody knows whether they are right.
    pub answered: usize,
    /// Runs that gave up.
    pub unknown: usize,
    /// Runs out of time.
    pub timeout: usize,
    /// Runs out of memory.
    pub out_of_memory: usize,
    /// Refused inputs, crashes.
    pub failed: usize,
    /// The points.
    pub score: i64,
    /// Processor time of the answers that are not wrong.
    pub cpu_seconds: f64,
    /// Processor time of all runs.
    pub cpu_seconds_of_all: f64,
    /// What became of witnesses, if there should be any.
    #[serde(skip_serializing_if = "Witnesses::is_empty")]
    pub witnesses: Witnesses,
}

impl Tally {
    fn add(&mut self, row: &Row) {
        self.tasks += 1;
        self.score += row.score;
        self.cpu_seconds_of_all += row.cpu_seconds;
        self.witnesses.add(row);
        if row.outcome.is_solved() {
            self.cpu_seconds += row.cpu_seconds;
        }
        self.correct += usize::from(row.outcome.is_correct());
        match row.outcome {
            Outcome::CorrectTrue => self.correct_true += 1,
            Outcome::CorrectFalse => self.correct_false += 1,
            Outcome::CorrectError => {}
            Outcome::WrongTrue | Outcome::WrongFalse => self.wrong += 1,
            Outcome::Answered => self.answered += 1,
            Outcome::Unknown => self.unknown += 1,
            Outcome::Timeout => self.timeout += 1,
            Outcome::OutOfMemory => self.out_of_memory += 1,
            Outcome::Error | Outcome::Crash => self.failed += 1,
        }
    }
}

/// Values in the order of their first occurrence.
pub fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::HashSet::new();
    values.filter(|value| seen.insert(*value)).collect()
}

/// The categories in order of their names, each with the engines in the given order, and last the sum over
/// all categories.
pub fn tallies(rows: &[Row], engines: &[String]) -> Vec<Tally> {
    let mut categories = distinct(rows.iter().map(|row| row.category.as_str()));
    categories.sort_unstable();
    let mut result = Vec::new();
    let single = categories.len() == 1;
    let all = std::iter::once(None).filter(|_| !single);
    for category in categories.into_iter().map(Some).chain(all) {
        for engine in engines {
            let mut tally = Tally {
                category: category.unwrap_or_default().to_string(),
                engine: engine.to_string(),
                ..Tally::default()
            };
            let wanted = |row: &&Row| row.engine == *engine && category.is_none_or(|category| row.category == category);
            rows.iter().filter(wanted).for_each(|row| tally.add(row));
            if tally.tasks > 0 {
                result.push(tally);
            }
        }
    }
    result
}

/// The table for the terminal.
pub fn table(tallies: &[Tally]) -> String {
    let mut head = vec![
        "category", "engine", "tasks", "correct", "wrong", "unknown", "timeout", "memory", "failed", "score", "cpu s",
    ];
    let with_witnesses = tallies.iter().any(|tally| !tally.witnesses.is_empty());
    if with_witnesses {
        head.extend(["true confirmed", "false confirmed", "rejected"]);
    }
    let mut lines: Vec<Vec<String>> = vec![head.into_iter().map(str::to_string).collect()];
    let mut previous: Option<&str> = None;
    for tally in tallies {
        let category = if tally.category.is_empty() { "all" } else { &tally.category };
        let solved = match tally.answered {
            0 => tally.correct.to_string(),
            answered => format!("{} +{answered}?", tally.correct),
        };
        let mut line = vec![
            if previous == Some(category) { String::new() } else { category.to_string() },
            tally.engine.clone(),
            tally.tasks.to_string(),
            solved,
            tally.wrong.to_string(),
            tally.unknown.to_string(),
            tally.timeout.to_string(),
            tally.out_of_memory.to_string(),
            tally.failed.to_string(),
            tally.score.to_string(),
            format!("{:.1}", tally.cpu_seconds),
        ];
        if with_witnesses {
            let Witnesses { answers_true, confirmed_true, answers_false, confirmed_false, rejected } = tally.witnesses;
            line.push(format!("{confirmed_true}/{answers_true}"));
            line.push(format!("{confirmed_false}/{answers_false}"));
            line.push(rejected.to_string());
        }
        lines.push(line);
        previous = Some(category);
    }
    aligned(&lines, 2)
}

/// Lines in columns, the first `left` of which are aligned to the left. All lines have the same columns.
pub fn aligned(lines: &[impl AsRef<[String]>], left: usize) -> String {
    let columns = lines.first().map_or(0, |line| line.as_ref().len());
    let width = |column: usize| lines.iter().map(|line| line.as_ref()[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.as_ref().iter().zip(&widths).enumerate().map(|(index, (cell, width))| {
            if index < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::row;
    use super::super::validation::Validation;
    use super::*;

    #[test]
    fn points_and_times_are_added_up() {
        let mut rows = vec![
            row("a", "euf", Outcome::CorrectTrue, 1.0),
            row("b", "euf", Outcome::WrongTrue, 2.0),
            row("a", "bmc", Outcome::Timeout, 30.0),
        ];
        rows[1].category = "Arrays".into();
        let all = tallies(&rows, &["euf".into(), "bmc".into()]);
        let found: Vec<_> = all.iter().map(|t| (t.category.as_str(), t.engine.as_str(), t.score)).collect();
        let expected =
            [("Arrays", "euf", -32), ("Loops", "euf", 2), ("Loops", "bmc", 0), ("", "euf", -30), ("", "bmc", 0)];
        assert_eq!(found, expected);
        assert_eq!((all[3].correct, all[3].wrong, all[3].cpu_seconds), (1, 1, 1.0));
        assert_eq!((all[4].timeout, all[4].cpu_seconds, all[4].cpu_seconds_of_all), (1, 0.0, 30.0));
    }

    #[test]
    fn the_table_counts_witnesses_where_there_should_be_some() {
        let mut rows = [Outcome::CorrectTrue, Outcome::CorrectTrue, Outcome::CorrectFalse, Outcome::Timeout]
            .map(|outcome| row("a", "euf", outcome, 1.0));
        rows[0].witness = Some(Validation::Confirmed);
        rows[1].witness = Some(Validation::Rejected);
        rows[2].witness = Some(Validation::Confirmed);
        let tallies = tallies(&rows, &["euf".into()]);
        let table = table(&tallies);
        assert!(table.starts_with("category  engine "), "{table}");
        let ends: Vec<Vec<&str>> = table.lines().map(|line| line.split("  ").collect()).collect();
        assert_eq!(ends[0][ends[0].len() - 3..], ["true confirmed", "false confirmed", "rejected"]);
        let cells: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(cells[cells.len() - 3..], ["1/2", "1/1", "1"]);
        let object = serde_json::to_value(&tallies[0]).unwrap();
        assert_eq!(object["witnesses"]["confirmed_true"], 1);
        rows.iter_mut().for_each(|row| row.witness = None);
        let object = serde_json::to_value(&super::tallies(&rows, &["euf".into()])[0]).unwrap();
        assert!(object.get("witnesses").is_none());
    }

    #[test]
    fn the_table_names_a_category_once() {
        let rows = [row("a", "euf", Outcome::CorrectTrue, 1.0), row("a", "bmc", Outcome::CorrectTrue, 0.25)];
        assert_eq!(
            table(&tallies(&rows, &["euf".into(), "bmc".into()])),
            "category  engine  tasks  correct  wrong  unknown  timeout  memory  failed  score  cpu s\n\
             Loops     euf         1        1      0        0        0       0       0      2    1.0\n\
             \u{20}         bmc         1        1      0        0        0       0       0      2    0.2\n"
        );
    }
}
