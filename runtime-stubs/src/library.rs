//! The table of library functions: what each does, with its prototype.
//!
//! The rows are in `library.txt`, whose head says how they are written. A name alone does not make a function the library's: a
//! program may well have its own `unlink`. So each row has a prototype, which whoever looks a function up compares with the
//! declaration.

use std::collections::HashMap;
use std::sync::OnceLock;

const TABLE: &str = include_str!("../library.txt");

/// What a library function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// What the model in this C file does.
    Model(&'static str),
    /// Ends the program.
    Ends,
    /// Prints by a format, and ends the program if the first argument is not zero.
    EndsUnlessZero,
    /// Nothing that the program could see.
    Nothing,
    /// Allocates or releases memory.
    Allocation,
    /// Gives memory until the function returns.
    LocalMemory,
    /// Copies memory.
    Copies,
    /// Copies memory that may overlap.
    Moves,
    /// Fills memory.
    Sets,
    /// An operation on floating-point numbers that LLVM has, too.
    Operation,
    /// Reads values by a format.
    Scans,
    /// Prints by a format; the result is a certain one that is not known here.
    Prints,
    /// Leaves the memory of the program alone; the result is a certain one that is not known here.
    Computes,
    /// The same, and the result leads to memory that is not known here.
    Gives,
    /// Changes memory that the program can see in ways that are not modelled.
    Writes,
    /// Something that cannot be said, and its name.
    Refused(&'static str),
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name of the function.
    pub name: &'static str,
    /// The type of the result, as a letter.
    pub result: u8,
    /// The types of the parameters, a letter each; a point at the end where there may be further arguments.
    pub parameters: &'static str,
    /// What the function does.
    pub effect: Effect,
    /// Whether a program that calls the function may be run natively as it is.
    pub may_run: bool,
    /// The variables of the library that it changes, with spaces between them.
    changes: &'static str,
}

impl Row {
    /// The variables of the library that it changes and that programs can declare.
    pub fn changes(&self) -> impl Iterator<Item = &'static str> {
        self.changes.split_whitespace()
    }

    /// What its model depends on that other functions change: something in parentheses in the table.
    pub fn depends_on(&self) -> Option<&'static str> {
        match self.effect {
            Effect::Model("ctype.c" | "number.c") => Some("(locale)"),
            Effect::Model("string.c") if self.name.contains("case") => Some("(locale)"),
            Effect::Model("input.c") => Some("(files)"),
            Effect::Model("world.c") if self.name.ends_with("getenv") => Some("(environment)"),
            Effect::Model("world.c") => Some("(files)"),
            _ => None,
        }
    }

    /// Whether it may allocate memory, or print or read by way of a buffer that is allocated. Operations on numbers do not.
    pub fn may_allocate(&self) -> bool {
        let computes = |letters: &str| letters.contains(['f', 'd', 'L', '?']);
        match self.effect {
            Effect::Prints | Effect::Scans | Effect::EndsUnlessZero | Effect::Gives | Effect::Writes => true,
            Effect::Computes => !computes(self.parameters) && !b"fdL?".contains(&self.result),
            Effect::Model(file) => may_allocate(file),
            _ => false,
        }
    }

    /// Where the format is among the arguments of a function that reads or prints by one.
    pub fn format(&self) -> Option<usize> {
        let has_format =
            matches!(self.effect, Effect::Scans | Effect::Prints | Effect::EndsUnlessZero | Effect::Model("print.c"));
        has_format.then(|| self.parameters.rfind('s')).flatten()
    }
}

/// Whether the functions that a file models may allocate memory of which their models say nothing.
fn may_allocate(file: &str) -> bool {
    ["input.c", "print.c", "world.c"].contains(&file)
}

/// All rows, as they stand in the table.
pub fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| parse(TABLE))
}

/// The row of the function that has a name, or of which the name is another one: the names that headers of glibc
/// give to functions of certain standards and widths mean the same.
pub fn row(name: &str) -> Option<&'static Row> {
    static BY_NAME: OnceLock<HashMap<&'static str, &'static Row>> = OnceLock::new();
    let by_name = BY_NAME.get_or_init(|| rows().iter().map(|row| (row.name, row)).collect());
    by_name.get(name).or_else(|| by_name.get(usual_name(name)?)).copied()
}

/// The usual name of a function that has another one in the table's machine: `strtol` for `__isoc23_strtol`.
pub fn usual_name(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("__")?;
    let standard = ["isoc99_", "isoc23_"].into_iter().find_map(|prefix| rest.strip_prefix(prefix));
    Some(standard.unwrap_or(rest))
}

fn parse(text: &'static str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut effect = None;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            effect = effect_of(section);
            debug_assert!(effect.is_some(), "{section}");
            continue;
        }
        rows.extend(effect.and_then(|effect| row_of(line, effect)));
    }
    rows
}

fn effect_of(section: &'static str) -> Option<Effect> {
    if let Some(file) = section.strip_prefix("model ") {
        return Some(Effect::Model(file));
    }
    if let Some(what) = section.strip_prefix("refused ") {
        return Some(Effect::Refused(what));
    }
    Some(match section {
        "ends" => Effect::Ends,
        "ends unless zero" => Effect::EndsUnlessZero,
        "nothing" => Effect::Nothing,
        "allocation" => Effect::Allocation,
        "local memory" => Effect::LocalMemory,
        "copies" => Effect::Copies,
        "moves" => Effect::Moves,
        "sets" => Effect::Sets,
        "operation" => Effect::Operation,
        "scans" => Effect::Scans,
        "prints" => Effect::Prints,
        "computes" => Effect::Computes,
        "gives" => Effect::Gives,
        "writes" => Effect::Writes,
        _ => return None,
    })
}

fn row_of(line: &'static str, effect: Effect) -> Option<Row> {
    let (line, changes) = line.split_once(" > ").unwrap_or((line, ""));
    let may_run = line.ends_with(" *");
    let (head, parameters) = line.trim_end_matches(" *").strip_suffix(')')?.split_once('(')?;
    let (result, name) = head.split_once(' ')?;
    Some(Row { name, result: *result.as_bytes().first()?, parameters, effect, may_run, changes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_line_is_a_row_and_no_name_has_two() {
        let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '[']));
        assert_eq!(lines.count(), rows().len());
        let names: HashSet<&str> = rows().iter().map(|row| row.name).collect();
        assert_eq!(names.len(), rows().len());
        for row in rows() {
            assert!(b"vifdLsFp?".contains(&row.result), "{row:?}");
            let before_more = row.parameters.strip_suffix('.').unwrap_or(row.parameters);
            assert!(before_more.bytes().all(|letter| b"ifdLsFp?".contains(&letter)), "{row:?}");
        }
    }

    #[test]
    fn what_prints_or_reads_by_a_format_has_one() {
        for row in rows().iter().filter(|row| matches!(row.effect, Effect::Prints | Effect::Scans)) {
            assert!(row.format().is_some(), "{row:?}");
        }
        assert_eq!(row("__fprintf_chk").and_then(Row::format), Some(2));
        assert_eq!(row("sscanf").and_then(Row::format), Some(1));
    }

    #[test]
    fn some_functions_change_variables_of_the_library() {
        assert!(row("lgammaf").is_some_and(|row| row.parameters == "f" && row.changes().eq(["signgam"])));
        assert!(row("cos").is_some_and(|row| row.changes().next().is_none() && !row.may_allocate()));
        assert!(row("puts").is_some_and(Row::may_allocate));
    }

    #[test]
    fn names_of_certain_standards_mean_the_usual_function() {
        assert_eq!(row("__isoc23_strtol"), row("strtol"));
        assert_eq!(row("__isoc99_sscanf"), row("sscanf"));
        assert!(row("strtol").is_some() && row("sscanf").is_some());
        for name in ["", "__", "my_strtol", "_strtol", "isoc23_strtol"] {
            assert_eq!(row(name), None, "{name}");
        }
    }
}
