//! The places that a witness speaks of.
//!
//! A witness names lines, and columns if it is exact; what is looked at there is a statement, a branch or a call of the
//! file. A place that is not there, or in another function than the witness says, is an error and never a guess.

use super::calls::is_error;
use crate::witness::expression::shorten;
use crate::witness::model::{Flaw, Position, Site};
use crate::witness::structure::{Call, Statement, StatementKind, Structure};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A place that something is put to: indices into the structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    Before(usize),
    After(usize),
    Branch(usize),
    /// The test of a `switch` for one of its cases. The first is put in last, so that it is the innermost.
    Case(usize, Reverse<usize>),
    Choice(usize),
    // The inner one of the two around a call comes second.
    Return(usize),
    Enter(usize),
    Target(usize),
}

impl Place {
    /// A token that is at the place.
    pub(super) fn token(self, structure: &Structure) -> usize {
        match self {
            Place::Before(index) | Place::After(index) | Place::Branch(index) | Place::Case(index, _) => {
                structure.statements[index].tokens.start
            }
            Place::Choice(index) => structure.choices[index].mark,
            Place::Return(index) | Place::Enter(index) | Place::Target(index) => structure.calls[index].tokens.start,
        }
    }
}

pub(super) fn missing(what: &str, at: Position) -> Flaw {
    Flaw::Wrong(format!("no {what} at {at} of the program"))
}

/// Refuses a place that is in another function than the one that is named.
pub(super) fn permit_function(
    structure: &Structure,
    named: Option<&str>,
    at: &dyn std::fmt::Display,
    actual: Option<usize>,
) -> Result<(), Flaw> {
    let Some(named) = named else { return Ok(()) };
    match actual.and_then(|function| structure.functions.get(function)) {
        Some(function) if function.name == named => Ok(()),
        Some(function) if function.name.is_empty() => {
            Err(Flaw::Unsupported(format!("{at} is in a function whose name cannot be told")))
        }
        Some(function) => {
            Err(Flaw::Wrong(format!("{at} is in function '{}', not in '{}'", function.name, shorten(named))))
        }
        None => Err(Flaw::Wrong(format!("{at} is in no function, not in '{}'", shorten(named)))),
    }
}

/// Whether a token is at a position, or on its line if that is all that is known.
pub(super) fn is_at(structure: &Structure, token: usize, at: Position) -> bool {
    let (line, column) = structure.position(token);
    line == at.line && at.column.is_none_or(|wanted| wanted == column)
}

/// The first statement of a kind that starts at a position.
pub(super) fn find(structure: &Structure, at: Position, wanted: impl Fn(&Statement) -> bool) -> Option<usize> {
    let fits = |statement: &Statement| wanted(statement) && is_at(structure, statement.tokens.start, at);
    structure.statements.iter().position(fits)
}

/// The statement that starts at a position: behind its labels.
pub(super) fn before(structure: &Structure, at: Position) -> Result<usize, Flaw> {
    let mut found = find(structure, at, |_| true).ok_or_else(|| missing("statement starts", at))?;
    while structure.statements[found].kind == StatementKind::Labelled {
        // What is labelled comes next in the order of starts, unless there is nothing.
        let outer = &structure.statements[found].tokens;
        let inner = structure.statements.get(found + 1).filter(|inner| outer.contains(&inner.tokens.start));
        inner.ok_or_else(|| missing("statement starts", at))?;
        found += 1;
    }
    Ok(found)
}

/// Refuses a loop or a branch whose head is not all there: a macro has the rest of it.
pub(super) fn permit_head(structure: &Structure, index: usize) -> Result<(), Flaw> {
    let statement = &structure.statements[index];
    match structure.is_plain(statement) {
        true => Ok(()),
        false => {
            let (line, _) = structure.position(statement.tokens.start);
            Err(Flaw::Unsupported(format!("the head of the loop at line {line} is not all there")))
        }
    }
}

/// The only statement on a line, whose end is where its line ends.
fn only_statement(structure: &Structure, line: u32) -> Result<usize, Flaw> {
    let at = Position { line, column: None };
    let is_here = |token: usize| is_at(structure, token, at);
    let statements = structure.statements.iter().enumerate();
    let here: Vec<usize> = statements
        .filter(|(_, statement)| statement.kind != StatementKind::Block && is_here(statement.tokens.start))
        .map(|(index, _)| index)
        .collect();
    let leaves = |word: &str| matches!(word, "return" | "goto" | "break" | "continue");
    let simple = |index: &usize| structure.statements[*index].kind == StatementKind::Simple;
    match here[..] {
        [one] if simple(&one) && !leaves(structure.tokens.word(structure.statements[one].tokens.start)) => Ok(one),
        [] if !(0..structure.tokens.tokens.len()).any(is_here) => Err(missing("statement starts", at)),
        _ => {
            let what = format!("line {line} is not one statement that goes on to the next, which is not supported");
            Err(Flaw::Unsupported(what))
        }
    }
}

/// Why there is no call: parentheses that are there may be those of one.
fn missing_call(structure: &Structure, at: Position) -> Flaw {
    let mut tokens = 0..structure.tokens.tokens.len();
    match tokens.any(|token| structure.tokens.word(token) == ")" && is_at(structure, token, at)) {
        true => Flaw::Unsupported(format!("the parentheses that end at {at} are not taken for those of a call")),
        false => missing("call of a function ends", at),
    }
}

/// Where something is to be looked at.
pub(super) fn places(structure: &Structure, site: &Site, error_functions: &[String]) -> Result<Vec<Place>, Flaw> {
    let call = |at: Position, wanted: &dyn Fn(&Call) -> bool| {
        structure.calls.iter().position(|call| wanted(call) && is_at(structure, call.tokens.end - 1, at))
    };
    let one = |found: Option<Place>, what: &str, at: Position| found.map(|p| vec![p]).ok_or_else(|| missing(what, at));
    match site {
        Site::Before(at) => before(structure, *at).map(|statement| vec![Place::Before(statement)]),
        Site::After(line) => only_statement(structure, *line).map(|statement| vec![Place::After(statement)]),
        Site::Branch(at) => {
            if let Some(Place::Branch(index)) = branch(structure, *at) {
                permit_head(structure, index)?;
            }
            one(branch(structure, *at), "branch", *at)
        }
        Site::BranchOn(line) => branches_on(structure, *line),
        Site::Enter(at) => {
            call(*at, &|_| true).map(|call| vec![Place::Enter(call)]).ok_or_else(|| missing_call(structure, *at))
        }
        Site::Return(at) => {
            call(*at, &|_| true).map(|call| vec![Place::Return(call)]).ok_or_else(|| missing_call(structure, *at))
        }
        Site::ReturnOf(line, name) => {
            let at = Position { line: *line, column: None };
            // There may be several on the line, one after the other.
            let on_line =
                |call: &Call| is_at(structure, call.tokens.start, at) || is_at(structure, call.tokens.end - 1, at);
            let calls = structure.calls.iter().enumerate().filter(|(_, call)| call.name == *name && on_line(call));
            let found: Vec<Place> = calls.map(|(index, _)| Place::Return(index)).collect();
            let none = || match (0..structure.tokens.tokens.len()).any(|token| is_at(structure, token, at)) {
                // The edge may stand where the function is left.
                true => Flaw::Unsupported(format!("no call of '{}' is found at line {line}", shorten(name))),
                false => missing(&format!("call of '{}' ends", shorten(name)), at),
            };
            if found.is_empty() { Err(none()) } else { Ok(found) }
        }
        Site::Target(at) => targets(structure, *at, error_functions),
    }
}

/// The branch at a position: the first that has its keyword or mark there.
fn branch(structure: &Structure, at: Position) -> Option<Place> {
    let branches =
        |statement: &Statement| statement.condition().is_some() || matches!(statement.kind, StatementKind::Switch(_));
    let statements = structure.statements.iter().enumerate().filter(|(_, statement)| branches(statement));
    let marks = statements.flat_map(|(index, statement)| {
        let condition = match &statement.kind {
            StatementKind::Do(_, keyword) => Some((*keyword, Place::Branch(index))),
            _ => None,
        };
        std::iter::once((statement.tokens.start, Place::Branch(index))).chain(condition)
    });
    let choices = structure.choices.iter().enumerate().map(|(index, choice)| (choice.mark, Place::Choice(index)));
    let found = marks.chain(choices).filter(|(token, _)| is_at(structure, *token, at));
    found.min_by_key(|(token, _)| *token).map(|(_, place)| place)
}

/// How many branches there are on a line.
pub fn branches(structure: &Structure, line: u32) -> usize {
    branches_on(structure, line).map_or(0, |found| found.len())
}

/// All that branches on a line: by its keyword or the start of its condition. A `switch` does so where its cases are.
pub(super) fn branches_on(structure: &Structure, line: u32) -> Result<Vec<Place>, Flaw> {
    let here = |token: usize| structure.position(token).0 == line;
    let mut found = BTreeSet::new();
    for (index, statement) in structure.statements.iter().enumerate() {
        let keyword = match statement.kind {
            StatementKind::Do(_, keyword) => keyword,
            _ => statement.tokens.start,
        };
        if statement.condition().is_some_and(|condition| here(keyword) || here(condition.start)) {
            permit_head(structure, index)?;
            found.insert(Place::Branch(index));
        }
        let cases = statement.cases.iter().enumerate().filter(|(_, case)| here(case.start.saturating_sub(1)));
        found.extend(cases.map(|(number, _)| Place::Case(index, Reverse(number))));
    }
    let choices = structure.choices.iter().enumerate();
    let choices = choices.filter(|(_, choice)| here(choice.mark) || here(choice.condition.start));
    found.extend(choices.map(|(index, _)| Place::Choice(index)));
    if found.is_empty() {
        // Others also branch inside of expressions and macros.
        return Err(Flaw::Unsupported(format!("no condition is found at line {line} of the program")));
    }
    Ok(found.into_iter().collect())
}

/// The calls that violate the property in the statement at a position.
fn targets(structure: &Structure, at: Position, error_functions: &[String]) -> Result<Vec<Place>, Flaw> {
    let errors = structure.calls.iter().enumerate().filter(|(_, call)| is_error(structure, call, error_functions));
    let names = error_functions.join("' or '");
    let none = || Flaw::Wrong(format!("there is no call of '{names}' at {at} of the program"));
    let hidden = || Flaw::Unsupported(format!("whether '{names}' is called at {at} cannot be told"));
    let range = match at.column {
        None => None,
        Some(_) => {
            let statement = before(structure, at).ok().map(|statement| &structure.statements[statement]);
            let simple = statement.filter(|statement| statement.kind == StatementKind::Simple);
            let range = simple.map(|statement| statement.tokens.clone());
            let itself = || structure.calls.iter().find(|call| is_at(structure, call.tokens.start, at));
            Some(range.or_else(|| itself().map(|call| call.tokens.clone())).ok_or_else(none)?)
        }
    };
    let fits = |call: &Call| match &range {
        Some(range) => range.contains(&call.tokens.start),
        None => structure.position(call.tokens.start).0 == at.line,
    };
    let found: Vec<Place> = errors.filter(|(_, call)| fits(call)).map(|(index, _)| Place::Target(index)).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    // What is called through a pointer, or defined elsewhere, may be it or call it.
    let is_known = |call: &Call| structure.functions.iter().any(|function| function.name == call.name);
    let is_harmless = |name: &str| name.starts_with("__VERIFIER_") || matches!(name, "reach_error" | "abort" | "exit");
    let is_open = |call: &Call| fits(call) && !is_known(call) && !is_harmless(&call.name);
    let is_named = |token: &usize| {
        let here = match &range {
            Some(range) => range.contains(token),
            None => structure.position(*token).0 == at.line,
        };
        here && error_functions.iter().any(|name| name == structure.tokens.word(*token))
    };
    let is_hidden = structure.calls.iter().any(is_open) || (0..structure.tokens.tokens.len()).any(|t| is_named(&t));
    Err(if is_hidden { hidden() } else { none() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column: Some(column) }
    }

    const PROGRAM: &str = "int main() {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3)\n    reach_error();\n}\n";

    #[test]
    fn all_branches_of_a_line_are_found() {
        let program = "int f(int x) {\n  if (x) x--; while (x > 3) x--;\n  do {\n    x++;\n  } while (x < 2);\n  \
                       switch (x) {\n    case 1: case 2: x = x ? 3 : 4;\n  }\n  return x && x;\n}\n";
        let structure = Structure::read(program);
        let counts: Vec<usize> = (1..=9).map(|line| branches(&structure, line)).collect();
        assert_eq!(counts, [0, 2, 0, 0, 1, 0, 3, 0, 0]);
        assert!(matches!(branches_on(&structure, 9), Err(Flaw::Unsupported(_))));
    }

    #[test]
    fn places_are_exact() {
        let structure = Structure::read(PROGRAM);
        let found = |site| places(&structure, &site, &["reach_error".to_string()]).map(|places| places.len());
        assert_eq!(found(Site::Return(at(2, 33))), Ok(1));
        assert_eq!(found(Site::Branch(at(3, 3))), Ok(1));
        assert_eq!(found(Site::Target(at(4, 5))), Ok(1));
        assert_eq!(found(Site::Target(Position { line: 4, column: None })), Ok(1));
        for (site, why) in [
            (Site::Return(at(2, 32)), "no call of a function ends at line 2, column 32 of the program"),
            (Site::Branch(at(4, 5)), "no branch at line 4, column 5 of the program"),
            (Site::Target(at(3, 3)), "there is no call of 'reach_error' at line 3, column 3 of the program"),
            (Site::Before(at(9, 1)), "no statement starts at line 9, column 1 of the program"),
        ] {
            assert_eq!(found(site), Err(Flaw::Wrong(why.to_string())));
        }
    }
}
