//! The path of an execution of a C program as a table: places, source lines, what changes.

use super::calls::CallTree;
use super::paint::{Ink, cut};
use super::terminal::Style;
use crate::units::count;
use euclase_result::{Line, NativeRun, Row, SourcePlace, Violation};

/// Longer source lines are cut; on narrow terminals they get shorter, but not shorter than the second.
const LONGEST_SOURCE: usize = 52;
const SHORTEST_SOURCE: usize = 24;

/// Calls further in than this are indented as if they were not.
const DEEPEST: usize = 12;

/// What stands beside a value that was chosen, and beside the line that is violated.
const CHOSEN: &str = "← chosen";
const VIOLATED: &str = "violated";

/// Places are padded to at most this width.
const PLACE_COLUMN: usize = 32;

/// The table, and how the execution was checked.
pub fn table(violation: &Violation, replayed_steps: Option<usize>, style: Style) -> String {
    let places = violation.path.iter().filter_map(place_of).map(|place| show_place(place).chars().count());
    let place_width = places.max().unwrap_or(0).min(PLACE_COLUMN);
    let depths = CallTree::of(&violation.path).depths();
    let indented = |(row, depth): (&Row, &usize)| {
        let [place, middle, right] = columns(row);
        // A call stands with the lines of its caller.
        let depth = depth.saturating_sub(usize::from(matches!(row, Row::Enter { .. }))).min(DEEPEST);
        [place, format!("{}{middle}", "  ".repeat(depth)), right]
    };
    let rows: Vec<[String; 3]> = violation.path.iter().zip(&depths).map(indented).collect();
    let values = rows.iter().map(|[_, _, right]| right.chars().count()).max().unwrap_or(0);
    let longest = match style.width {
        Some(width) => width.saturating_sub(place_width + values + 6).clamp(SHORTEST_SOURCE, LONGEST_SOURCE),
        None => LONGEST_SOURCE,
    };
    let sources = violation.path.iter().zip(&rows).filter(|(row, _)| line_of(row).is_some());
    let source_width = sources.map(|(_, row)| shortened(&row[1], longest).chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (row, [place, middle, right]) in violation.path.iter().zip(&rows) {
        let middle = if line_of(row).is_some() { shortened(middle, longest) } else { middle.clone() };
        let left = format!("  {}  {middle}", style.paint(Ink::Frame, &format!("{place:place_width$}")));
        let before = 6 + place_width.max(place.chars().count()) + source_width.max(middle.chars().count());
        if style.width.is_some_and(|width| before + right.chars().count() > width && !right.is_empty()) {
            text.push_str(&format!("{left}\n{}{}\n", " ".repeat(6 + place_width), painted(right, style)));
            continue;
        }
        let blanks = " ".repeat(source_width.saturating_sub(middle.chars().count()));
        text.push_str(format!("{left}{blanks}  {}", painted(right, style)).trim_end());
        text.push('\n');
    }
    text.push('\n');
    text.push_str(&style.remark("checked", &checked(violation, replayed_steps)));
    text
}

/// A line of the source, cut behind its indentation.
fn shortened(text: &str, longest: usize) -> String {
    let source = text.trim_start();
    let indentation = text.len() - source.len();
    format!("{}{}", " ".repeat(indentation), cut(source, longest.saturating_sub(indentation).max(SHORTEST_SOURCE)))
}

/// What changes, with colours for what was chosen and for what is violated.
fn painted(text: &str, style: Style) -> String {
    let text = text.replace(CHOSEN, &style.paint(Ink::Chosen, CHOSEN));
    match text.strip_suffix(VIOLATED) {
        Some(before) => format!("{before}{}", style.paint(Ink::Bad, VIOLATED)),
        None => text,
    }
}

fn columns(row: &Row) -> [String; 3] {
    match row {
        Row::Enter { function, caller } => {
            [caller.as_ref().map(show_place).unwrap_or_default(), format!("enters {function}()"), String::new()]
        }
        Row::Line(line) => [show_place(&line.place), source(line), changes(line)],
        Row::Fold { iterations } => ["…".into(), count(*iterations, "more iteration"), String::new()],
        Row::Gap { lines: 0 } => ["…".into(), "more than can be told".into(), String::new()],
        Row::Gap { lines } => {
            ["…".into(), format!("{}; --full-trace shows them", count(*lines, "more line")), String::new()]
        }
        Row::Violation(line) => {
            let changes = changes(line);
            let right = if changes.is_empty() { VIOLATED.to_string() } else { format!("{changes}  {VIOLATED}") };
            [show_place(&line.place), source(line), right]
        }
    }
}

fn place_of(row: &Row) -> Option<&SourcePlace> {
    match row {
        Row::Enter { caller, .. } => caller.as_ref(),
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
    cut(line.source.as_deref().unwrap_or_default(), usize::MAX)
}

fn changes(line: &Line) -> String {
    let inputs = line.inputs.iter().map(|input| format!("{} = {}  {CHOSEN}", input.origin, input.value));
    let assignments = line.assignments.iter().map(|assignment| {
        let mark = if assignment.chosen { format!("  {CHOSEN}") } else { String::new() };
        format!("{} = {}{mark}", assignment.variable, assignment.value)
    });
    inputs.chain(assignments).collect::<Vec<_>>().join(", ")
}

/// How the execution was checked.
pub(super) fn checked(violation: &Violation, replayed_steps: Option<usize>) -> String {
    if violation.native == NativeRun::ReachedTwice {
        return format!(
            "two native executables reach it, one of the prepared program and one of your own files; the interpreter \
             followed the first {} steps",
            violation.steps
        );
    }
    // A run of the program needs no system.
    let system = replayed_steps.map(|steps| format!("the system's evaluator ({})", count(steps, "step")));
    let interpreter = format!("the program's interpreter ({} steps)", violation.steps);
    let native = violation.native.has_reached().then(|| "a native executable".to_string());
    let mut all: Vec<String> = system.into_iter().chain([interpreter]).chain(native).collect();
    let last = all.pop().unwrap_or_default();
    match all.is_empty() {
        true => format!("replayed by {last}"),
        false => format!("replayed by {} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_program::CheckKind;
    use euclase_result::{Assignment, ChosenInput};

    fn line(number: u32, source: &str) -> Line {
        let place = SourcePlace { file: "src/lock.c".into(), line: number, function: "main".into() };
        Line { place, source: Some(source.into()), ..Line::default() }
    }

    #[test]
    fn a_path_is_told_line_by_line() {
        let x = Assignment { variable: "x".into(), value: "3".into(), chosen: true, function: None };
        let any = ChosenInput { origin: "f()".into(), value: "1".into(), place: None };
        let violation = Violation {
            path: vec![
                Row::Line(Line { assignments: vec![x], ..line(8, "int x = nondet();") }),
                Row::Line(Line { inputs: vec![any], ..line(9, "while (f()) {") }),
                Row::Fold { iterations: 37 },
                Row::Violation(line(17, "reach_error();")),
            ],
            steps: 12,
            native: NativeRun::Reached,
            ..Violation::of(CheckKind::Assert, "")
        };
        let expected = "  lock.c:8   int x = nondet();  x = 3  ← chosen
  lock.c:9   while (f()) {      f() = 1  ← chosen
  …          37 more iterations
  lock.c:17  reach_error();     violated

checked: replayed by the system's evaluator (5 steps), the program's interpreter (12 steps) and a native executable
";
        assert_eq!(table(&violation, Some(5), Style::default()), expected);
        let narrow = Style { width: Some(40), ..Style::default() };
        let expected = "  lock.c:8   int x = nondet();
               x = 3  ← chosen
  lock.c:9   while (f()) {
               f() = 1  ← chosen
  …          37 more iterations
  lock.c:17  reach_error();     violated
";
        let text = table(&violation, Some(5), narrow);
        assert!(text.starts_with(expected), "{text}");
        let coloured = table(&violation, None, Style { colour: true, ..Style::default() });
        assert!(coloured.contains("x = 3  \x1b[35m← chosen\x1b[0m\n"), "{coloured}");
        assert!(coloured.contains("\x1b[1;31mviolated\x1b[0m\n"), "{coloured}");
    }
}
