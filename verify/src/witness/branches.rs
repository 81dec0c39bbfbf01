//! Which way an execution takes at the branches of the file.
//!
//! Where a witness cannot tell all the values that an execution takes, those of memory that nobody wrote for one, it
//! tells the ways instead. The program that was verified does not know them, since the compiler has made other branches
//! of those of the file. So each branch of the file is made to call a function without a body, one for each way; the
//! program that this gives is run on the same values, and among what it takes the calls stand in their order.

use super::edits::Edits;
use super::structure::{Statement, StatementKind, Structure};
use crate::jobs;
use crate::progress::ProgressLine;
use crate::strategy::{Ending, Goal, Program};
use crate::worker::protocol::PrepareRequest;
use euclase_checker::EngineName;
use euclase_result::{Branch, Taken, V2, Violation};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the functions are called, with the number of the branch and the way behind it.
pub const MARK: &str = "__witness_took_";

/// More time than this is not spent on it.
const LONGEST: Duration = Duration::from_secs(20);

/// More ways than this are not told.
const MOST: usize = 200;

/// Adds the branches to an execution whose values do not tell it. What goes wrong leaves it as it is: the witness is one
/// without them.
pub fn add(program: &Program, report: &mut V2, line: &mut ProgressLine) {
    let Some(violation) = report.violation_mut() else { return };
    if let Some(branches) = violation.values.take().and_then(|values| of(program, violation, values, line)) {
        violation.branches = branches;
    }
}

fn of(program: &Program, violation: &Violation, values: Vec<String>, line: &mut ProgressLine) -> Option<Vec<Branch>> {
    let [file] = program.files.as_slice() else { return None };
    let text = std::fs::read_to_string(file).ok()?;
    let structure = Structure::read(&text);
    let folder = program.scratch.join("branches");
    std::fs::create_dir_all(&folder).ok()?;
    let marked = folder.join(if file.extension()? == "i" { "program.i" } else { "program.c" });
    std::fs::write(&marked, marks(&structure)?).ok()?;
    let left = program.plan.time_limit.map(|limit| limit.saturating_sub(program.plan.start.elapsed()));
    let limit = left.map_or(LONGEST, |left| left.min(LONGEST));
    let mut plan = program.plan.clone();
    (plan.start, plan.time_limit, plan.engines) = (Instant::now(), Some(limit), vec![EngineName::Run]);
    let beside = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut prepare = PrepareRequest { encode: false, assume_pure_externals: true, ..program.prepare.clone() };
    prepare.flags.extend([format!("-iquote{}", beside.display()), "-w".to_string()]);
    let own = Program {
        files: vec![marked],
        prepare,
        plan,
        replay: false,
        refuse_overflow: false,
        write_test: None,
        full: false,
        witness: false,
        scratch: folder,
    };
    let Ending::Taken(retraced) = jobs::run(&Goal::Retrace { program: own, values }, line).ok()? else { return None };
    between(&retraced, &violation.taken)
}

/// The program whose branches tell which way is taken.
fn marks(structure: &Structure) -> Option<String> {
    let (mut edits, mut names) = (Edits::default(), BTreeSet::new());
    for (index, statement) in structure.statements.iter().enumerate() {
        match &statement.kind {
            StatementKind::Switch(range) => {
                let Some(cases) = cases(structure, statement) else { continue };
                let mut code = String::new();
                for (number, case) in cases.iter().enumerate() {
                    let name = format!("{MARK}{index}_{number}");
                    let _ = write!(code, "if (__witness_case == ({case})) {name}(); else ");
                    names.insert(name);
                }
                let name = format!("{MARK}{index}_{DEFAULT}");
                let _ = write!(code, "{name}(); __witness_case; }})");
                names.insert(name);
                let open = "({ __auto_type __witness_case = (";
                edits.around(&structure.bytes(range), open, format!(") + 0; {code}"));
            }
            _ => {
                let Some(condition) = statement.condition().filter(|condition| !condition.is_empty()) else { continue };
                let (yes, no) = (format!("{MARK}{index}_1"), format!("{MARK}{index}_0"));
                let close = format!(") ? 1 : 0; if (__witness_taken) {yes}(); else {no}(); __witness_taken; }})");
                edits.around(&structure.bytes(condition), "({ int __witness_taken = (", close);
                names.extend([yes, no]);
            }
        }
    }
    let declared: String = names.iter().map(|name| format!("extern int {name}(void); ")).collect();
    (!names.is_empty()).then(|| format!("{declared}\n{}", edits.apply(&structure.tokens.text).text))
}

/// The way of a `switch` that has no case.
const DEFAULT: &str = "default";

/// The constants of a `switch`, if they are numbers that can be told.
fn cases<'a>(structure: &'a Structure, statement: &Statement) -> Option<Vec<&'a str>> {
    let is_number = |text: &&str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let texts = statement.cases.iter().map(|range| structure.text(range).trim());
    texts.map(|text| Some(text).filter(is_number)).collect()
}

/// The branches among what the marked program takes. The rest has to be what the program takes.
fn between(marked: &[Taken], taken: &[Taken]) -> Option<Vec<Branch>> {
    let same = |a: &Taken, b: &Taken| (&a.name, a.returned, &a.value) == (&b.name, b.returned, &b.value);
    let (mut branches, mut before) = (Vec::new(), 0);
    for item in marked {
        let Some(mark) = item.name.strip_prefix(MARK) else {
            if !taken.get(before).is_some_and(|own| same(own, item)) {
                return None;
            }
            before += 1;
            continue;
        };
        let (statement, way) = mark.split_once('_')?;
        branches.push(Branch { before, statement: statement.parse().ok()?, way: way.to_string() });
    }
    branches.truncate(MOST);
    (before == taken.len()).then_some(branches)
}

/// The place of the branch and the value of a waypoint that says its way, if the file has such a branch.
pub fn waypoint(branch: &Branch, structure: &Structure) -> Option<(usize, usize, String)> {
    let statement = structure.statements.get(branch.statement)?;
    let value = match (&statement.kind, branch.way.as_str()) {
        (StatementKind::Switch(_), DEFAULT) => DEFAULT.to_string(),
        (StatementKind::Switch(_), case) => cases(structure, statement)?.get(case.parse::<usize>().ok()?)?.to_string(),
        (_, "1") => "true".to_string(),
        (_, "0") => "false".to_string(),
        _ => return None,
    };
    let keyword = match statement.kind {
        StatementKind::Do(_, keyword) => keyword,
        _ => statement.tokens.start,
    };
    Some((keyword, statement.function, value))
}

/// The place of the condition and its value, as the edge of an automaton says it. There a `switch` tests for its cases
/// in order, up to the one that fits; where none does, the last test fails as well.
pub fn edge(branch: &Branch, structure: &Structure) -> Option<(usize, usize, String)> {
    let statement = structure.statements.get(branch.statement)?;
    let (StatementKind::Switch(_), way) = (&statement.kind, branch.way.as_str()) else {
        return waypoint(branch, structure);
    };
    let (case, value) = match way {
        DEFAULT => (statement.cases.last()?, "false"),
        number => (statement.cases.get(number.parse::<usize>().ok()?)?, "true"),
    };
    Some((case.start.checked_sub(1)?, statement.function, value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "int main() {\n  int x = f();\n  if (x > 1) x--;\n  do x--; while (x);\n  \
                           switch (x) { case 3: break; case -4: ; }\n}\n";

    #[test]
    fn branches_say_which_way_they_take() {
        let structure = Structure::read(PROGRAM);
        let text = marks(&structure).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[3].contains("if (({ int __witness_taken = (x > 1) ? 1 : 0; if (__witness_taken) __witness_took_")
        );
        assert!(lines[5].contains("__witness_case = (x) + 0; if (__witness_case == (3))"), "{}", lines[5]);
        let position = |kind: &dyn Fn(&Statement) -> bool, way: &str| {
            let statement = structure.statements.iter().position(kind).unwrap_or(0);
            let told = waypoint(&Branch { before: 0, statement, way: way.into() }, &structure);
            told.map(|(token, _, value)| (structure.position(token), value))
        };
        let is_do = |s: &Statement| matches!(s.kind, StatementKind::Do(..));
        let is_switch = |s: &Statement| matches!(s.kind, StatementKind::Switch(_));
        assert_eq!(position(&is_do, "0"), Some(((4, 11), "false".to_string())));
        assert_eq!(position(&is_switch, "1"), Some(((5, 3), "-4".to_string())));
        assert_eq!(position(&is_switch, "default"), Some(((5, 3), "default".to_string())));
        let edge = |kind: &dyn Fn(&Statement) -> bool, way: &str| {
            let statement = structure.statements.iter().position(kind).unwrap_or(0);
            let told = edge(&Branch { before: 0, statement, way: way.into() }, &structure);
            told.map(|(token, _, value)| (structure.position(token), value))
        };
        assert_eq!(edge(&is_do, "0"), Some(((4, 11), "false".to_string())));
        assert_eq!(edge(&is_switch, "0"), Some(((5, 16), "true".to_string())));
        assert_eq!(edge(&is_switch, "default"), Some(((5, 31), "false".to_string())));
    }

    #[test]
    fn only_the_same_values_count() {
        let taken = |name: &str, value: &str| Taken {
            name: name.into(),
            returned: true,
            value: Some(value.into()),
            place: Default::default(),
            column: 0,
        };
        let own = [taken("f", "1"), taken("f", "2")];
        let mark = taken("__witness_took_7_0", "0");
        let marked = [taken("f", "1"), mark.clone(), taken("f", "2"), mark];
        let found = between(&marked, &own).unwrap_or_default();
        let places: Vec<(usize, usize)> = found.iter().map(|branch| (branch.before, branch.statement)).collect();
        assert_eq!(places, [(1, 7), (2, 7)]);
        assert_eq!(between(&marked[..3], &[taken("f", "1"), taken("f", "3")]), None);
        assert_eq!(between(&marked[..2], &own), None);
    }
}
