//! The program for a violation witness.
//!
//! The witness becomes an automaton beside the program, and only at the witness's target the violation counts. So the
//! executions of this program that reach the new error are those of the given one that the witness describes. Of
//! overflows, those in the statement or full expression of the target count.

use super::calls::{is_error, permit_symbols};
use super::places::{Place, before, is_at, missing, permit_function, places};
use super::rules::put;
use super::{STOP, VIOLATION, finish};
use crate::property::Asked;
use crate::witness::edits::{Edited, Edits};
use crate::witness::model::{Flaw, Position, Rule, Site};
use crate::witness::structure::{Statement, StatementKind, Structure};
use euclase_frontend::CountedOverflows;
use euclase_program::CheckKind;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// What is called for an overflow that may be the one that is meant, with a number behind it.
const OVERFLOW: &str = "__witness_overflow_";

/// A program made for a violation witness.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// The program.
    pub edited: Edited,
    /// If overflow is the error: the overflows that count.
    pub overflows: Option<Vec<CountedOverflows>>,
}

/// The program whose executions to its error are those that a violation witness describes.
pub fn for_violation(structure: &Structure, rules: &[Rule], asked: &Asked) -> Result<Restricted, Flaw> {
    let error_functions = &asked.error_functions;
    let no_overflow = asked.checks.contains(CheckKind::Overflow);
    if !no_overflow && error_functions.is_empty() {
        return Err(Flaw::Unsupported("of violations, only error calls and overflows are understood".to_string()));
    }
    permit_symbols(structure, asked)?;
    let mut at_places: BTreeMap<Place, Vec<&Rule>> = BTreeMap::new();
    let mut overflows: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
    for rule in rules {
        if let (Site::Target(at), true) = (&rule.site, no_overflow) {
            let range = evaluated(structure, *at).ok_or_else(|| missing_expression(structure, *at))?;
            permit_function(structure, rule.function.as_deref(), at, structure.function_at(range.start))?;
            match overflows.iter_mut().find(|(known, _)| *known == range) {
                Some((_, states)) => states.push(rule.from),
                None => overflows.push((range, vec![rule.from])),
            }
            continue;
        }
        for place in places(structure, &rule.site, error_functions)? {
            let at = rule.site.position();
            permit_function(structure, rule.function.as_deref(), &at, structure.function_at(place.token(structure)))?;
            at_places.entry(place).or_default().push(rule);
        }
    }
    let mut edits = Edits::default();
    for (call, _) in structure.calls.iter().enumerate().filter(|(_, call)| is_error(structure, call, error_functions)) {
        // An execution that violates the property elsewhere is none that is meant.
        at_places.entry(Place::Target(call)).or_default();
    }
    for (place, rules) in &at_places {
        put(structure, *place, rules, &mut edits)?;
    }
    let mut prelude = format!("extern void {VIOLATION}(void); static unsigned __witness_state; ");
    for (number, (_, states)) in overflows.iter().enumerate() {
        let _ = write!(prelude, "__attribute__((used)) static void {OVERFLOW}{number}(void) {{ ");
        for state in states {
            let _ = write!(prelude, "if (__witness_state == {state}u) {VIOLATION}(); ");
        }
        let _ = write!(prelude, "{STOP} }} ");
    }
    let edited = finish(structure, edits, &prelude);
    let counted = overflows.iter().enumerate().flat_map(|(number, (range, _))| {
        // What was put in is no part of the program: its overflows do not count.
        let shifted = structure.bytes(range);
        let parts = edited.parts(&shifted).into_iter();
        parts.map(move |part| (part, format!("{OVERFLOW}{number}")))
    });
    let counted = counted.map(|(part, function)| CountedOverflows {
        from: edited.place(part.start),
        until: edited.place(part.end),
        function,
    });
    let overflows = no_overflow.then(|| counted.collect());
    Ok(Restricted { edited, overflows })
}

/// What is evaluated where an overflow is said to be: the statement, or the full expression, that starts there. If only a
/// line is known, all that is on it.
fn evaluated(structure: &Structure, at: Position) -> Option<Range<usize>> {
    let headers = |statement: &Statement| match &statement.kind {
        StatementKind::Simple => vec![statement.tokens.clone()],
        StatementKind::If(condition) | StatementKind::While(condition) | StatementKind::Switch(condition) => {
            vec![statement.tokens.start..condition.end, condition.clone()]
        }
        StatementKind::Do(condition, keyword) => vec![*keyword..condition.end, condition.clone()],
        StatementKind::For(condition) => {
            let open = statement.tokens.start + 1;
            let close = structure.closing(open).unwrap_or(open);
            let update = (condition.end + 1).min(close)..close;
            vec![statement.tokens.start..close, open + 1..condition.start, condition.clone(), update]
        }
        StatementKind::Block | StatementKind::Labelled => Vec::new(),
    };
    let all = structure.statements.iter().flat_map(headers).filter(|range| !range.is_empty());
    let here = all.filter(|range| is_at(structure, range.start, at));
    if at.column.is_some() {
        // Behind its labels, if it has some.
        let labelled =
            || before(structure, at).ok().and_then(|found| headers(&structure.statements[found]).into_iter().next());
        let found = here.max_by_key(|range| range.len());
        return found.or_else(labelled);
    }
    let on_line = (0..structure.tokens.tokens.len()).filter(|token| is_at(structure, *token, at));
    let (first, last) = on_line.fold(None, |range: Option<(usize, usize)>, token| {
        Some(range.map_or((token, token), |(first, _)| (first, token)))
    })?;
    let last = here.map(|range| range.end - 1).max().map_or(last, |end| end.max(last));
    Some(first..last + 1)
}

/// Why there is no full expression: the parts of declarations and statements are not told apart.
fn missing_expression(structure: &Structure, at: Position) -> Flaw {
    let mut tokens = 0..structure.tokens.tokens.len();
    match tokens.any(|token| is_at(structure, token, at)) {
        true => Flaw::Unsupported(format!("no statement or full expression that starts at {at} is found")),
        false => missing("statement or full expression starts", at),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::witness::model::{Condition, Step};

    fn at(line: u32, column: u32) -> Position {
        Position { line, column: Some(column) }
    }

    fn rule(from: usize, site: Site, condition: Condition, then: Step) -> Rule {
        Rule { from, site, condition, then, strict: then != Step::Stop, function: None }
    }

    fn asked() -> Asked {
        let checks = euclase_program::CheckSet::of_property("unreach-call");
        Asked { checks, error_functions: vec!["reach_error".to_string()] }
    }

    const PROGRAM: &str = "int main() {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3)\n    reach_error();\n}\n";

    /// What accesses memory at the target is not looked for, so that nothing is said about it.
    #[test]
    fn targets_of_other_properties_are_not_understood() {
        let rules = [rule(0, Site::Target(at(3, 7)), Condition::Always, Step::Violation)];
        let asked =
            Asked { checks: euclase_program::CheckSet::of_property("valid-memsafety"), error_functions: Vec::new() };
        let made = for_violation(&Structure::read(PROGRAM), &rules, &asked);
        assert!(matches!(made, Err(Flaw::Unsupported(_))), "{made:?}");
    }

    #[test]
    fn the_automaton_stands_beside_the_program() {
        let rules = [
            rule(0, Site::Return(at(2, 33)), Condition::Expression("\\result == 7".into()), Step::To(1)),
            rule(1, Site::Branch(at(3, 3)), Condition::Taken(false), Step::Stop),
            rule(1, Site::Target(at(4, 5)), Condition::Always, Step::Violation),
        ];
        let edited = for_violation(&Structure::read(PROGRAM), &rules, &asked()).unwrap().edited;
        let lines: Vec<&str> = edited.text.lines().collect();
        assert_eq!(lines[1], "int main() {");
        assert!(lines[2].contains("case 0u: __witness_result = 7;"), "{}", lines[2]);
        assert!(lines[3].contains("(x > 3) ? 1 : 0; switch (__witness_state) { case 1u: if (!__witness_taken)"));
        assert_eq!(
            lines[4].trim(),
            "({ if (__witness_state == 1u) __witness_violation(); __builtin_abort(); reach_error(); });"
        );
    }
}
