//! The path of an execution of a C program as a table: places, source lines, what changes.

use crate::story::{Line, NativeRun, Row, SourcePlace, Story};
use crate::units::count;

/// Longer source lines are cut.
const LONGEST_SOURCE: usize = 52;

/// Places are padded to at most this width.
const PLACE_COLUMN: usize = 32;

/// The table, and how the execution was checked.
pub fn table(story: &Story, replayed_steps: Option<usize>) -> String {
    let places = story.path.iter().filter_map(place_of).map(|place| show_place(place).chars().count());
    let place_width = places.max().unwrap_or(0).min(PLACE_COLUMN);
    let sources = story.path.iter().filter_map(line_of).map(|line| source(line).chars().count());
    let source_width = sources.max().unwrap_or(0);
    let mut text = String::new();
    for row in &story.path {
        let (place, middle, right) = columns(row);
        let line = format!("  {place:place_width$}  {middle:source_width$}  {right}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push('\n');
    text.push_str(&checked(story, replayed_steps));
    text
}

fn columns(row: &Row) -> (String, String, String) {
    match row {
        Row::Enter { function, place } => {
            (place.as_ref().map(show_place).unwrap_or_default(), format!("enters {function}()"), String::new())
        }
        Row::Line(line) => (show_place(&line.place), source(line), changes(line)),
        Row::Fold { iterations } => ("…".into(), count(*iterations, "more iteration"), String::new()),
        Row::Gap { lines } => {
            ("…".into(), format!("{}; --full-trace shows them", count(*lines, "more line")), String::new())
        }
        Row::Violation(line) => {
            let changes = changes(line);
            let right = if changes.is_empty() { "violated".to_string() } else { format!("{changes}  violated") };
            (show_place(&line.place), source(line), right)
        }
    }
}

fn place_of(row: &Row) -> Option<&SourcePlace> {
    match row {
        Row::Enter { place, .. } => place.as_ref(),
        Row::Line(line) | Row::Violation(line) => Some(&line.place),
        Row::Fold { .. } | Row::Gap { .. } => None,
    }
}

fn line_of(row: &Row) -> Option<&Line> {
    match row {
        Row::Line(line) | Row::Violation(line) => Some(line),
        Row::Enter { .. } | Row::Fold { .. } | Row::Gap { .. } => None,
    }
}

/// `lock.c:8`; the folder of the file is left out.
fn show_place(place: &SourcePlace) -> String {
    let name = place.file.rsplit('/').next().unwrap_or(&place.file);
    format!("{name}:{}", place.line)
}

fn source(line: &Line) -> String {
    let text = line.source.as_deref().unwrap_or_default().replace(|c: char| c.is_control(), " ");
    if text.chars().count() <= LONGEST_SOURCE {
        return text;
    }
    let start: String = text.chars().take(LONGEST_SOURCE - 1).collect();
    format!("{start}…")
}

fn changes(line: &Line) -> String {
    let inputs = line.inputs.iter().map(|input| format!("{} = {}  ← chosen", input.origin, input.value));
    let assignments = line.assignments.iter().map(|assignment| {
        let mark = if assignment.chosen { "  ← chosen" } else { "" };
        format!("{} = {}{mark}", assignment.variable, assignment.value)
    });
    inputs.chain(assignments).collect::<Vec<_>>().join(", ")
}

/// How the execution was checked.
pub(super) fn checked(story: &Story, replayed_steps: Option<usize>) -> String {
    // A run of the program needs no system.
    let system = replayed_steps.map(|steps| format!("the system's evaluator ({})", count(steps, "step")));
    let interpreter = format!("the program's interpreter ({} steps)", story.steps);
    let native = matches!(story.native, NativeRun::Reached).then(|| "a native executable".to_string());
    let mut all: Vec<String> = system.into_iter().chain([interpreter]).chain(native).collect();
    let last = all.pop().unwrap_or_default();
    match all.is_empty() {
        true => format!("checked: replayed by {last}\n"),
        false => format!("checked: replayed by {} and {last}\n", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::{Assignment, ChosenInput};

    fn line(number: u32, source: &str) -> Line {
        let place = SourcePlace { file: "src/lock.c".into(), line: number, function: "main".into() };
        Line { place, source: Some(source.into()), ..Line::default() }
    }

    #[test]
    fn a_path_is_told_line_by_line() {
        let x = Assignment { variable: "x".into(), value: "3".into(), chosen: true };
        let any = ChosenInput { origin: "f()".into(), value: "1".into(), place: None };
        let story = Story {
            path: vec![
                Row::Line(Line { assignments: vec![x], ..line(8, "int x = nondet();") }),
                Row::Line(Line { inputs: vec![any], ..line(9, "while (f()) {") }),
                Row::Fold { iterations: 37 },
                Row::Violation(line(17, "reach_error();")),
            ],
            steps: 12,
            native: NativeRun::Reached,
            ..Story::default()
        };
        let expected = "  lock.c:8   int x = nondet();  x = 3  ← chosen
  lock.c:9   while (f()) {      f() = 1  ← chosen
  …          37 more iterations
  lock.c:17  reach_error();     violated

checked: replayed by the system's evaluator (5 steps), the program's interpreter (12 steps) and a native executable
";
        assert_eq!(table(&story, Some(5)), expected);
    }
}
