//! The program for a correctness witness.
//!
//! Invariants become assertions: at the heads of their loops, before their statements, behind conditions that have turned
//! out so, and where functions are entered. Each calls a function of its own if it is wrong, so that an execution tells
//! which one it breaks.

use super::places::{Place, before, branches_on, find, is_at, missing, permit_function, permit_head};
use super::rules::put_before;
use super::{OVERFLOW, VIOLATION, WRONG_INVARIANT, finish};
use crate::witness::edits::{Edited, Edits};
use crate::witness::expression::{check, shorten};
use crate::witness::meaning::permit_divisions;
use crate::witness::model::{Flaw, Invariant, Moment, Position};
use crate::witness::structure::{Statement, StatementKind, Structure};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The program that asserts invariants.
pub fn for_correctness(structure: &Structure, invariants: &[Invariant]) -> Result<Edited, Flaw> {
    let mut at_places: BTreeMap<Spot, String> = BTreeMap::new();
    let mut prelude = format!(
        "extern void {VIOLATION}(void); __attribute__((used)) static void {OVERFLOW}(void) {{ {VIOLATION}(); }} "
    );
    for (number, invariant) in invariants.iter().enumerate() {
        let value = check(&invariant.value, false)?;
        permit_divisions(&value)?;
        let _ = write!(prelude, "void {WRONG_INVARIANT}{number}(void) {{ {VIOLATION}(); }} ");
        for spot in spots(structure, &invariant.moment)? {
            let function = spot.function(structure);
            permit_function(structure, invariant.function.as_deref(), &invariant.moment, function)?;
            let code = at_places.entry(spot).or_default();
            let _ = write!(code, "if (!({value})) {WRONG_INVARIANT}{number}(); ");
        }
    }
    let mut edits = Edits::default();
    for (spot, code) in at_places {
        match spot {
            Spot::Head(statement) => at_loop_head(structure, statement, &code, &mut edits)?,
            Spot::Before(statement) => put_before(structure, statement, &code, &mut edits)?,
            Spot::Decided { start, end, outcome } => {
                let is_so = if outcome { "__witness_taken" } else { "!__witness_taken" };
                let tail = format!(") ? 1 : 0; if ({is_so}) {{ {code}}} __witness_taken; }})");
                edits.around(&structure.bytes(&(start..end)), "({ int __witness_taken = (", tail);
            }
            Spot::Entered(function) => {
                let brace = structure.functions[function].body.start;
                edits.before(structure.bytes(&(brace..brace + 1)).end, format!(" {code}"));
            }
        }
    }
    Ok(finish(structure, edits, &prelude))
}

/// Where an invariant is asserted: indices into the structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Spot {
    Head(usize),
    Before(usize),
    /// Behind a condition, by its tokens, when it has turned out so.
    Decided {
        start: usize,
        end: usize,
        outcome: bool,
    },
    Entered(usize),
}

impl Spot {
    /// The function that it is in.
    fn function(self, structure: &Structure) -> Option<usize> {
        match self {
            Spot::Head(statement) | Spot::Before(statement) => Some(structure.statements[statement].function),
            Spot::Decided { start, .. } => structure.function_at(start),
            Spot::Entered(function) => Some(function),
        }
    }
}

/// All places where something has to hold.
fn spots(structure: &Structure, moment: &Moment) -> Result<Vec<Spot>, Flaw> {
    match moment {
        Moment::Head(at) => {
            let found = find(structure, *at, Statement::is_loop);
            let found = found.ok_or_else(|| missing_loop(structure, *at))?;
            permit_head(structure, found)?;
            Ok(vec![Spot::Head(found)])
        }
        Moment::HeadOn(line) => {
            let at = Position { line: *line, column: None };
            let loops = structure.statements.iter().enumerate();
            let loops = loops.filter(|(_, other)| other.is_loop() && is_at(structure, other.tokens.start, at));
            match loops.map(|(index, _)| index).collect::<Vec<_>>()[..] {
                [] => Err(missing_loop(structure, at)),
                [found] => permit_head(structure, found).map(|()| vec![Spot::Head(found)]),
                _ => Err(Flaw::Unsupported(format!("there are several loops at line {line}"))),
            }
        }
        Moment::Before(at) => before(structure, *at).map(|statement| vec![Spot::Before(statement)]),
        Moment::Decided(line, outcome) => {
            let spot = |place| {
                let condition = match place {
                    Place::Branch(index) => structure.statements[index].condition(),
                    Place::Choice(index) => Some(&structure.choices[index].condition),
                    _ => None,
                };
                // What is not there is always true.
                let condition = condition.filter(|condition| !condition.is_empty());
                condition.map(|range| Spot::Decided { start: range.start, end: range.end, outcome: *outcome })
            };
            let found: Option<Vec<Spot>> = branches_on(structure, *line)?.into_iter().map(spot).collect();
            found.ok_or_else(|| Flaw::Unsupported(format!("an invariant at a case of line {line} is not supported")))
        }
        Moment::Entered(name) => {
            let named = structure.functions.iter().enumerate().filter(|(_, function)| function.name == *name);
            match named.map(|(index, _)| index).collect::<Vec<_>>()[..] {
                // It may be there under a name that is not seen.
                [] if structure.functions.iter().any(|function| function.name.is_empty()) => {
                    Err(Flaw::Unsupported("there is a function whose name cannot be told".to_string()))
                }
                [] => Err(Flaw::Wrong(format!("no function '{}' is in the program", shorten(name)))),
                [function] => Ok(vec![Spot::Entered(function)]),
                _ => Err(Flaw::Unsupported(format!("there are several functions '{}'", shorten(name)))),
            }
        }
    }
}

/// Why there is no loop: others take a label that is gone to for the head of one.
fn missing_loop(structure: &Structure, at: Position) -> Flaw {
    let labels = structure.statements.iter().filter(|statement| statement.kind == StatementKind::Labelled);
    match labels.into_iter().any(|label| is_at(structure, label.tokens.start, Position { column: None, ..at })) {
        true => Flaw::Unsupported(format!("a loop that starts with the label at line {} is not supported", at.line)),
        false => missing("loop starts", at),
    }
}

fn at_loop_head(structure: &Structure, index: usize, code: &str, edits: &mut Edits) -> Result<(), Flaw> {
    let statement = &structure.statements[index];
    match &statement.kind {
        StatementKind::Do(..) => {
            // The head is where each iteration starts.
            let body = statement.tokens.start + 1;
            let inner = structure.statements.iter().position(|inner| inner.tokens.start == body);
            if let Some(inner) = inner {
                let braces = structure.statements[inner].kind == StatementKind::Block;
                match braces {
                    true => edits.before(structure.bytes(&(body..body + 1)).end, format!(" {code}")),
                    false => put_before(structure, inner, code, edits)?,
                }
            }
        }
        StatementKind::While(range) | StatementKind::For(range) => {
            let bytes = structure.bytes(range);
            match range.is_empty() {
                true => edits.before(bytes.start, format!("({{ {code} 1; }})")),
                false => edits.around(&bytes, format!("({{ {code} 0; }}), ("), ")"),
            }
        }
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column: Some(column) }
    }

    #[test]
    fn invariants_are_asserted_at_heads() {
        let program = "# 5 \"f.c\"\nvoid f(int n) {\n  for (int i = 0; i < n; i++) n--;\n  do n--; while (n > 0);\n}\n";
        let invariant = |line, column, value: &str| Invariant {
            moment: Moment::Head(at(line, column)),
            function: Some("f".into()),
            value: value.into(),
        };
        let invariants = [invariant(3, 3, "i >= 0"), invariant(4, 3, "n < 5")];
        let edited = for_correctness(&Structure::read(program), &invariants).unwrap();
        let lines: Vec<&str> = edited.text.lines().collect();
        assert_eq!(lines[1].trim(), "");
        assert!(
            lines[3].contains("; ({ if (!(i >= 0)) __witness_wrong_invariant_0();  0; }), (i < n);"),
            "{}",
            lines[3]
        );
        assert!(lines[4].contains("do { if (!(n < 5)) __witness_wrong_invariant_1(); n--; } while"), "{}", lines[4]);
        let elsewhere = Invariant { function: Some("g".into()), ..invariant(3, 3, "1") };
        assert!(matches!(for_correctness(&Structure::read(program), &[elsewhere]), Err(Flaw::Wrong(_))));
    }
}
