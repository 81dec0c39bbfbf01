//! What was gained and lost between two runs of the bench.

use super::outcome::Outcome;
use super::results::Row;
use super::summary::{aligned, distinct};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Below this, times say more about the clock than about an engine.
const SHORTEST: f64 = 0.01;

/// How a result changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
enum Change {
    /// It is wrong now, and was not.
    BecameWrong,
    /// It was wrong before, too.
    StillWrong,
    Lost,
    Gained,
    /// Neither is right, but they are different.
    Other,
    Same,
}

/// Two results of the same task and engine.
struct Pair<'a> {
    old: &'a Row,
    new: &'a Row,
    change: Change,
}

/// Two runs side by side.
pub struct Comparison<'a> {
    pairs: Vec<Pair<'a>>,
    only_old: usize,
    only_new: usize,
}

impl<'a> Comparison<'a> {
    /// Pairs results by task and engine; where each side has a single engine, by task alone.
    pub fn new(old: &'a [Row], new: &'a [Row]) -> Self {
        let engines = |rows: &'a [Row]| distinct(rows.iter().map(|row| row.engine.as_str()));
        let by_task = engines(old).len() == 1 && engines(new).len() == 1;
        let key =
            |row: &'a Row| (row.task.as_str(), row.property.as_str(), if by_task { "" } else { row.engine.as_str() });
        let before: HashMap<_, _> = old.iter().map(|row| (key(row), row)).collect();
        let mut pairs: Vec<Pair> = Vec::new();
        for row in new {
            if let Some(old) = before.get(&key(row)) {
                pairs.push(Pair { old, new: row, change: change(old.outcome, row.outcome) });
            }
        }
        pairs.sort_by_key(|pair| pair.change);
        let (only_old, only_new) = (before.len() - pairs.len().min(before.len()), new.len() - pairs.len());
        Comparison { pairs, only_old, only_new }
    }

    fn with(&self, change: Change) -> Vec<&Pair<'a>> {
        self.pairs.iter().filter(|pair| pair.change == change).collect()
    }

    /// Whether something is worse than before.
    pub fn is_worse(&self) -> bool {
        self.pairs.iter().any(|pair| matches!(pair.change, Change::BecameWrong | Change::Lost))
    }

    /// Processor time on what both solve: old, new, and how often the old time the new one is, as a geometric mean.
    fn times(&self) -> (usize, f64, f64, f64) {
        let both = self.pairs.iter().filter(|pair| pair.old.outcome.is_solved() && pair.new.outcome.is_solved());
        let (mut number, mut old, mut new, mut logarithms) = (0, 0.0, 0.0, 0.0);
        for pair in both {
            number += 1;
            old += pair.old.cpu_seconds;
            new += pair.new.cpu_seconds;
            logarithms += (pair.new.cpu_seconds.max(SHORTEST) / pair.old.cpu_seconds.max(SHORTEST)).ln();
        }
        (number, old, new, if number == 0 { 1.0 } else { (logarithms / number as f64).exp() })
    }

    /// The comparison for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let sections = [
            (Change::BecameWrong, "WRONG now, and not before"),
            (Change::StillWrong, "wrong now as before"),
            (Change::Lost, "lost"),
            (Change::Gained, "gained"),
            (Change::Other, "changed otherwise"),
        ];
        for (change, title) in sections {
            let pairs = self.with(change);
            if pairs.is_empty() {
                continue;
            }
            text.push_str(&format!("{title}: {}\n", pairs.len()));
            let lines: Vec<[String; 5]> = pairs.iter().map(|pair| line(pair)).collect();
            text.push_str(&aligned(&lines, 5));
            text.push('\n');
        }
        let correct = |of: fn(&Pair<'a>) -> Outcome| self.pairs.iter().filter(|pair| of(pair).is_correct()).count();
        text.push_str(&format!(
            "compared: {}, correct before {} and now {}: gained {}, lost {}, wrong now {}\n",
            crate::units::count(self.pairs.len(), "run"),
            correct(|pair| pair.old.outcome),
            correct(|pair| pair.new.outcome),
            self.with(Change::Gained).len(),
            self.with(Change::Lost).len(),
            self.with(Change::BecameWrong).len() + self.with(Change::StillWrong).len(),
        ));
        if self.only_old + self.only_new > 0 {
            text.push_str(&format!(
                "not compared: {} only in the old, {} only in the new\n",
                self.only_old, self.only_new
            ));
        }
        let (number, old, new, ratio) = self.times();
        if number > 0 {
            text.push_str(&format!(
                "CPU time on the {number} that both solve: {old:.1} s before, {new:.1} s now ({:.2}×; geometric mean {ratio:.2}×)\n",
                new / old.max(SHORTEST)
            ));
        }
        text
    }

    /// The comparison for programs.
    pub fn object(&self) -> Value {
        let list = |change: Change| -> Vec<Value> {
            let object = |pair: &&Pair| {
                json!({
                    "task": pair.new.task, "property": pair.new.property, "category": pair.new.category,
                    "engine": pair.new.engine, "expected": pair.new.expected,
                    "old": { "outcome": pair.old.outcome, "verdict": pair.old.verdict, "cpu_seconds": pair.old.cpu_seconds },
                    "new": { "outcome": pair.new.outcome, "verdict": pair.new.verdict, "cpu_seconds": pair.new.cpu_seconds },
                })
            };
            self.with(change).iter().map(object).collect()
        };
        let (number, old, new, ratio) = self.times();
        json!({
            "became_wrong": list(Change::BecameWrong),
            "still_wrong": list(Change::StillWrong),
            "lost": list(Change::Lost),
            "gained": list(Change::Gained),
            "changed": list(Change::Other),
            "compared": self.pairs.len(),
            "only_old": self.only_old,
            "only_new": self.only_new,
            "both_solve": { "runs": number, "old_cpu_seconds": old, "new_cpu_seconds": new, "geometric_mean_ratio": ratio },
        })
    }
}

fn change(old: Outcome, new: Outcome) -> Change {
    match (old, new) {
        _ if new.is_wrong() && !old.is_wrong() => Change::BecameWrong,
        _ if new.is_wrong() => Change::StillWrong,
        _ if old.is_solved() && !new.is_solved() => Change::Lost,
        _ if !old.is_solved() && new.is_solved() => Change::Gained,
        _ if old != new => Change::Other,
        _ => Change::Same,
    }
}

fn line(pair: &Pair) -> [String; 5] {
    let side = |row: &Row| format!("{} {:.1} s", row.outcome, row.cpu_seconds);
    let engine = if pair.old.engine == pair.new.engine {
        pair.new.engine.clone()
    } else {
        format!("{} → {}", pair.old.engine, pair.new.engine)
    };
    let arrow = format!("→ {}", side(pair.new));
    [format!("  {}", pair.new.task), engine, side(pair.old), arrow, pair.new.reason.chars().take(80).collect()]
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::row;
    use super::*;

    #[test]
    fn gained_lost_and_wrong_are_listed_with_the_wrong_first() {
        let old = [
            row("lost", "euf", Outcome::CorrectTrue, 1.0),
            row("gained", "euf", Outcome::Timeout, 30.0),
            row("wrong", "euf", Outcome::CorrectFalse, 1.0),
            row("same", "euf", Outcome::CorrectTrue, 2.0),
            row("gone", "euf", Outcome::CorrectTrue, 2.0),
        ];
        let new = [
            row("lost", "euf", Outcome::Unknown, 1.0),
            row("gained", "euf", Outcome::CorrectTrue, 3.0),
            row("wrong", "euf", Outcome::WrongTrue, 1.0),
            row("same", "euf", Outcome::CorrectTrue, 1.0),
        ];
        let comparison = Comparison::new(&old, &new);
        assert!(comparison.is_worse());
        let text = comparison.text();
        assert!(
            text.starts_with("WRONG now, and not before: 1\n  wrong  euf  correct-false 1.0 s  → wrong-true 1.0 s"),
            "{text}"
        );
        assert!(text.find("lost: 1").unwrap() < text.find("gained: 1").unwrap());
        assert!(text.contains("compared: 4 runs, correct before 3 and now 2: gained 1, lost 1, wrong now 1"), "{text}");
        assert!(text.contains("1 only in the old, 0 only in the new"));
        assert!(text.contains("both solve: 2.0 s before, 1.0 s now (0.50×; geometric mean 0.50×)"));
        assert_eq!(comparison.object()["lost"][0]["task"], "lost");
    }

    #[test]
    fn single_engines_are_compared_whatever_their_names() {
        let old = [row("a", "euf", Outcome::Unknown, 1.0)];
        let new = [row("a", "euf+x=1", Outcome::CorrectTrue, 1.0)];
        let comparison = Comparison::new(&old, &new);
        assert!(!comparison.is_worse());
        assert!(comparison.text().contains("euf → euf+x=1"));
    }
}
