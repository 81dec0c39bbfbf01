//! A program that does only what a witness says.
//!
//! A violation witness becomes an automaton beside the program: its state is a variable, and wherever the witness speaks
//! of a place, what it says about it is looked at there and moves the automaton on or ends the execution. Only at the
//! witness's target the violation counts. So the executions of this program that reach the new error are those of
//! the given one that the witness describes. Invariants become assertions at their places.
//!
//! What is put in reads the program's variables and writes only its own.

use super::edits::{Edited, Edits};
use super::expression::{RESULT, check, result_equals, shorten};
use super::meaning::permit_divisions;
use super::model::{Condition, Flaw, Invariant, Moment, Position, Rule, Site, Step};
use super::structure::{Call, Statement, StatementKind, Structure};
use crate::property::Asked;
use crate::worker::protocol::CountedOverflow;
use euclase_program::Property;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// The error of a program made for a violation witness.
pub const VIOLATION: &str = "__witness_violation";

/// The error of a program made for a correctness witness whose invariant is wrong, with the number of the invariant behind it.
pub const WRONG_INVARIANT: &str = "__witness_wrong_invariant_";

/// What is called for an overflow that may be the one that is meant, with a number behind it.
const OVERFLOW: &str = "__witness_overflow_";

/// What an `assert` that fails calls.
pub const ASSERTION_FAILURE: &str = "__assert_fail";

/// Ends the execution.
const STOP: &str = "__builtin_abort();";

/// How many lines stand before the first of the program.
pub const LINES_BEFORE: usize = 1;

/// A place that something is put to: indices into the structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
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
    fn token(self, structure: &Structure) -> usize {
        match self {
            Place::Before(index) | Place::After(index) | Place::Branch(index) | Place::Case(index, _) => {
                structure.statements[index].tokens.start
            }
            Place::Choice(index) => structure.choices[index].mark,
            Place::Return(index) | Place::Enter(index) | Place::Target(index) => structure.calls[index].tokens.start,
        }
    }
}

/// A program made for a violation witness.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// The program.
    pub edited: Edited,
    /// If overflow is the error: the overflows that count.
    pub overflows: Option<Vec<CountedOverflow>>,
}

/// The program whose executions to its error are those that a violation witness describes.
pub fn for_violation(structure: &Structure, rules: &[Rule], asked: &Asked) -> Result<Restricted, Flaw> {
    let error_functions = &asked.error_functions;
    let no_overflow = asked.property == Property::NoOverflow;
    permit_symbols(structure, asked)?;
    let mut at_places: BTreeMap<Place, Vec<&Rule>> = BTreeMap::new();
    let mut overflows: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
    for rule in rules {
        if let (Site::Target(at), true) = (&rule.site, no_overflow) {
            let range = evaluated(structure, *at).ok_or_else(|| missing("statement or full expression starts", *at))?;
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
    let counted = counted.map(|(part, function)| CountedOverflow {
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

/// The program that asserts invariants.
pub fn for_correctness(structure: &Structure, invariants: &[Invariant]) -> Result<Edited, Flaw> {
    let mut at_places: BTreeMap<Spot, String> = BTreeMap::new();
    let mut prelude = format!("extern void {VIOLATION}(void); ");
    for (number, invariant) in invariants.iter().enumerate() {
        let value = check(&invariant.value, false).map_err(Flaw::Wrong)?;
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
            Spot::Head(statement) => at_loop_head(structure, statement, &code, &mut edits),
            Spot::Before(statement) => put_before(structure, statement, &code, &mut edits),
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
            found.map(|statement| vec![Spot::Head(statement)]).ok_or_else(|| missing("loop starts", *at))
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
                [] => Err(Flaw::Wrong(format!("no function '{}' is in the program", shorten(name)))),
                [function] => Ok(vec![Spot::Entered(function)]),
                _ => Err(Flaw::Unsupported(format!("there are several functions '{}'", shorten(name)))),
            }
        }
    }
}

/// Refuses a place that is in another function than the one that is named.
fn permit_function(
    structure: &Structure,
    named: Option<&str>,
    at: &dyn std::fmt::Display,
    actual: Option<usize>,
) -> Result<(), Flaw> {
    let Some(named) = named else { return Ok(()) };
    match actual.and_then(|function| structure.functions.get(function)) {
        Some(function) if function.name == named => Ok(()),
        Some(function) => {
            Err(Flaw::Wrong(format!("{at} is in function '{}', not in '{}'", function.name, shorten(named))))
        }
        None => Err(Flaw::Wrong(format!("{at} is in no function, not in '{}'", shorten(named)))),
    }
}

/// The changed text, with declarations before it. Line markers go, so that lines are those of the file.
fn finish(structure: &Structure, edits: Edits, prelude: &str) -> Edited {
    let mut edited = edits.apply(&structure.tokens.text);
    let start = prelude.len() + 1;
    let head = 0..start;
    let mut text = format!("{prelude}\n");
    for (line, marker) in edited.text.split_inclusive('\n').map(|line| (line, is_line_marker(line))) {
        match marker {
            // As long as it was, so that places stay where they are.
            true => text
                .extend(line.chars().flat_map(|c| std::iter::repeat_n(if c == '\n' { c } else { ' ' }, c.len_utf8()))),
            false => text.push_str(line),
        }
    }
    edited.added.iter_mut().for_each(|range| *range = range.start + start..range.end + start);
    edited.added.insert(0, head);
    Edited { text, added: edited.added }
}

fn is_line_marker(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
    let rest = rest.trim_start();
    rest.strip_prefix("line").unwrap_or(rest).trim_start().starts_with(|c: char| c.is_ascii_digit())
}

fn missing(what: &str, at: Position) -> Flaw {
    Flaw::Wrong(format!("no {what} at {at} of the program"))
}

/// Whether a token is at a position, or on its line if that is all that is known.
fn is_at(structure: &Structure, token: usize, at: Position) -> bool {
    let (line, column) = structure.position(token);
    line == at.line && at.column.is_none_or(|wanted| wanted == column)
}

/// The first statement of a kind that starts at a position.
fn find(structure: &Structure, at: Position, wanted: impl Fn(&Statement) -> bool) -> Option<usize> {
    let fits = |statement: &Statement| wanted(statement) && is_at(structure, statement.tokens.start, at);
    structure.statements.iter().position(fits)
}

/// The statement that starts at a position: behind its labels.
fn before(structure: &Structure, at: Position) -> Result<usize, Flaw> {
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

/// Where something is to be looked at.
fn places(structure: &Structure, site: &Site, error_functions: &[String]) -> Result<Vec<Place>, Flaw> {
    let call = |at: Position, wanted: &dyn Fn(&Call) -> bool| {
        structure.calls.iter().position(|call| wanted(call) && is_at(structure, call.tokens.end - 1, at))
    };
    let one = |found: Option<Place>, what: &str, at: Position| found.map(|p| vec![p]).ok_or_else(|| missing(what, at));
    match site {
        Site::Before(at) => before(structure, *at).map(|statement| vec![Place::Before(statement)]),
        Site::After(line) => {
            let at = Position { line: *line, column: None };
            let found = find(structure, at, |statement| statement.kind == StatementKind::Simple);
            one(found.map(Place::After), "statement starts", at)
        }
        Site::Branch(at) => one(branch(structure, *at), "branch", *at),
        Site::BranchOn(line) => branches_on(structure, *line),
        Site::Enter(at) => one(call(*at, &|_| true).map(Place::Enter), "call of a function ends", *at),
        Site::Return(at) => one(call(*at, &|_| true).map(Place::Return), "call of a function ends", *at),
        Site::ReturnOf(line, name) => {
            let at = Position { line: *line, column: None };
            // There may be several on the line, one after the other.
            let on_line =
                |call: &Call| is_at(structure, call.tokens.start, at) || is_at(structure, call.tokens.end - 1, at);
            let calls = structure.calls.iter().enumerate().filter(|(_, call)| call.name == *name && on_line(call));
            let found: Vec<Place> = calls.map(|(index, _)| Place::Return(index)).collect();
            let none = || missing(&format!("call of '{}' ends", shorten(name)), at);
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
fn branches_on(structure: &Structure, line: u32) -> Result<Vec<Place>, Flaw> {
    let here = |token: usize| structure.position(token).0 == line;
    let mut found = BTreeSet::new();
    for (index, statement) in structure.statements.iter().enumerate() {
        let keyword = match statement.kind {
            StatementKind::Do(_, keyword) => keyword,
            _ => statement.tokens.start,
        };
        if statement.condition().is_some_and(|condition| here(keyword) || here(condition.start)) {
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
    let range = match at.column {
        None => None,
        Some(_) => {
            let statement = before(structure, at).ok().map(|statement| &structure.statements[statement]);
            let simple = statement.filter(|statement| statement.kind == StatementKind::Simple);
            let range = simple.map(|statement| statement.tokens.clone());
            let itself = || errors.clone().find(|(_, call)| is_at(structure, call.tokens.start, at));
            Some(range.or_else(|| itself().map(|(_, call)| call.tokens.clone())).ok_or_else(none)?)
        }
    };
    let fits = |call: &Call| match &range {
        Some(range) => range.contains(&call.tokens.start),
        None => structure.position(call.tokens.start).0 == at.line,
    };
    let found: Vec<Place> = errors.filter(|(_, call)| fits(call)).map(|(index, _)| Place::Target(index)).collect();
    if found.is_empty() { Err(none()) } else { Ok(found) }
}

/// Whether a call violates the property, or may do so: an `assert` does if it fails.
fn is_error(structure: &Structure, call: &Call, error_functions: &[String]) -> bool {
    error_functions.contains(&call.name)
        || (is_assert(structure, call) && error_functions.iter().any(|name| name == ASSERTION_FAILURE))
}

/// Whether a call is taken for what its name says: an error, or an arbitrary value.
pub fn has_meaning(call: &Call, asked: &Asked) -> bool {
    asked.error_functions.contains(&call.name) || call.name.starts_with("__VERIFIER_nondet_")
}

/// What the compiler has to find true where such a call is: that the name is the function's, and not that of a variable
/// which points to another one. Nothing if it is only called, and so declared nowhere.
fn is_function(structure: &Structure, call: &Call) -> String {
    let (name, tokens) = (&call.name, 0..structure.tokens.tokens.len());
    let mentions = tokens.filter(|token| structure.tokens.word(*token) == name).count();
    let calls = structure.calls.iter().filter(|other| other.name == *name).count();
    if mentions == calls {
        return String::new();
    }
    let same = format!("__builtin_types_compatible_p(__typeof__({name}), __typeof__(*{name}))");
    format!("_Static_assert({same}, \"'{name}' is no function here\"); ")
}

/// Refuses calls whose function has another name for the linker.
fn permit_symbols(structure: &Structure, asked: &Asked) -> Result<(), Flaw> {
    let names: BTreeSet<&str> =
        structure.calls.iter().filter(|call| has_meaning(call, asked)).map(|call| call.name.as_str()).collect();
    let is_renamed = |token: &usize| {
        let close = structure.closing(token + 1).filter(|_| structure.tokens.word(token + 1) == "(");
        close.is_some_and(|close| matches!(structure.tokens.word(close + 1), "asm" | "__asm" | "__asm__"))
    };
    let mut tokens = (0..structure.tokens.tokens.len()).filter(|token| names.contains(structure.tokens.word(*token)));
    match tokens.find(is_renamed) {
        Some(token) => {
            let name = shorten(structure.tokens.word(token));
            Err(Flaw::Unsupported(format!("'{name}' has another name for the linker")))
        }
        None => Ok(()),
    }
}

/// Whether a call is the macro of the C library.
fn is_assert(structure: &Structure, call: &Call) -> bool {
    call.name == "assert" && !structure.functions.iter().any(|function| function.name == "assert")
}

/// Puts the rules of a place there.
fn put(structure: &Structure, place: Place, rules: &[&Rule], edits: &mut Edits) -> Result<(), Flaw> {
    match place {
        Place::Before(statement) => {
            let code = code(rules, &|condition| plain(condition, false))?;
            put_before(structure, statement, &code, edits);
        }
        Place::After(index) => {
            let code = code(rules, &|condition| plain(condition, false))?;
            let statement = &structure.statements[index];
            let range = structure.bytes(&statement.tokens);
            match statement.in_list {
                true => edits.behind(range.end, code),
                false => edits.around(&range, "{ ", format!(" {code} }}")),
            }
        }
        Place::Branch(index) => {
            let statement = &structure.statements[index];
            match &statement.kind {
                StatementKind::Switch(range) => at_switch(structure, statement, range, rules, edits)?,
                _ => {
                    let Some(condition) = statement.condition() else { return Ok(()) };
                    at_condition(structure, condition, rules, edits)?;
                }
            }
        }
        Place::Case(index, Reverse(number)) => at_case(structure, &structure.statements[index], number, rules, edits)?,
        Place::Choice(index) => at_condition(structure, &structure.choices[index].condition, rules, edits)?,
        Place::Enter(index) => at_entry(structure, &structure.calls[index], rules, edits)?,
        Place::Return(index) => at_return(structure, &structure.calls[index], rules, edits)?,
        Place::Target(index) => {
            let mut code = String::new();
            for rule in rules {
                let _ = write!(code, "if (__witness_state == {}u) {VIOLATION}(); ", rule.from);
            }
            let call = &structure.calls[index];
            let range = structure.bytes(&call.tokens);
            match is_assert(structure, call) {
                // The condition stays, the macro goes.
                true => edits.around(&range, "({ if (!/* ", format!(") {{ {code}{STOP} }} }})")),
                false => {
                    let code = format!("({{ {}{code}{STOP} ", is_function(structure, call));
                    edits.around(&range, code, "; })");
                }
            }
            if is_assert(structure, call) {
                edits.behind(structure.bytes(&(call.open - 1..call.open)).end, " */ ");
            }
        }
    }
    Ok(())
}

/// What rules do, as statements: `condition` says a condition in C.
fn code(rules: &[&Rule], condition: &dyn Fn(&Condition) -> Result<String, Flaw>) -> Result<String, Flaw> {
    let mut by_state: BTreeMap<usize, Vec<&Rule>> = BTreeMap::new();
    for rule in rules {
        by_state.entry(rule.from).or_default().push(rule);
    }
    let mut code = "switch (__witness_state) { ".to_string();
    for (state, mut rules) in by_state {
        let _ = write!(code, "case {state}u: ");
        // What must not be is looked at first.
        rules.sort_by_key(|rule| rule.then != Step::Stop);
        for rule in rules {
            let condition = condition(&rule.condition)?;
            match rule.then {
                Step::Stop => write!(code, "if ({condition}) {STOP} "),
                Step::To(next) if rule.strict => {
                    write!(code, "if (!({condition})) {STOP} __witness_state = {next}u; ")
                }
                Step::To(next) => write!(code, "if ({condition}) {{ __witness_state = {next}u; break; }} "),
                Step::Violation => Ok(()),
            }
            .ok();
        }
        code.push_str("break; ");
    }
    code.push_str("default: ; } ");
    Ok(code)
}

/// A condition that is an expression of the program.
fn plain(condition: &Condition, with_result: bool) -> Result<String, Flaw> {
    match condition {
        Condition::Always => Ok("1".to_string()),
        Condition::Expression(text) => check(text, with_result).map_err(Flaw::Wrong),
        Condition::Taken(_) | Condition::TakenWith(..) | Condition::Case(_) | Condition::Default => {
            Err(Flaw::Wrong("a branch is taken where nothing branches".to_string()))
        }
    }
}

/// Before a statement, also if it is the only one somewhere.
fn put_before(structure: &Structure, index: usize, code: &str, edits: &mut Edits) {
    let statement = &structure.statements[index];
    let range = structure.bytes(&statement.tokens);
    match statement.in_list {
        true => edits.before(range.start, code),
        false => edits.around(&range, format!("{{ {code}"), " }"),
    }
}

fn at_loop_head(structure: &Structure, index: usize, code: &str, edits: &mut Edits) {
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
                    false => put_before(structure, inner, code, edits),
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
}

/// At a condition, which is computed first.
fn at_condition(
    structure: &Structure,
    condition: &Range<usize>,
    rules: &[&Rule],
    edits: &mut Edits,
) -> Result<(), Flaw> {
    let code = code(rules, &taken)?;
    let range = structure.bytes(condition);
    let tail = format!("{code}__witness_taken; }})");
    match condition.is_empty() {
        true => edits.before(range.start, format!("({{ int __witness_taken = 1; {tail}")),
        false => edits.around(&range, "({ int __witness_taken = (", format!(") ? 1 : 0; {tail}")),
    }
    Ok(())
}

/// A condition about a branch that is taken or not.
fn taken(condition: &Condition) -> Result<String, Flaw> {
    let is_so = |taken: bool| if taken { "__witness_taken" } else { "!__witness_taken" };
    match condition {
        Condition::Taken(taken) => Ok(is_so(*taken).to_string()),
        Condition::TakenWith(taken, text) => {
            Ok(format!("{} && ({})", is_so(*taken), check(text, false).map_err(Flaw::Wrong)?))
        }
        Condition::Case(value) => {
            Err(Flaw::Wrong(format!("a branch is taken or not: '{}' is neither true nor false", shorten(value))))
        }
        Condition::Default => Err(Flaw::Wrong("a branch without cases has no default".to_string())),
        Condition::Always | Condition::Expression(_) => plain(condition, false),
    }
}

/// Whether the value of a `switch` is the one of a case.
fn is_case(structure: &Structure, tokens: &Range<usize>) -> String {
    let text = structure.text(tokens);
    match text.split_once("...") {
        Some((least, most)) => format!("(__witness_case >= ({least}) && __witness_case <= ({most}))"),
        None => format!("__witness_case == ({text})"),
    }
}

/// At the test of a `switch` for one of its cases: they are tested in order, up to the one that fits.
fn at_case(
    structure: &Structure,
    statement: &Statement,
    number: usize,
    rules: &[&Rule],
    edits: &mut Edits,
) -> Result<(), Flaw> {
    let (StatementKind::Switch(range), Some(case)) = (&statement.kind, statement.cases.get(number)) else {
        return Ok(());
    };
    let earlier: Vec<String> = statement.cases[..number].iter().map(|case| is_case(structure, case)).collect();
    let earlier = if earlier.is_empty() { "0".to_string() } else { earlier.join(" || ") };
    let (case, code) = (is_case(structure, case), code(rules, &taken)?);
    let tail =
        format!(") + 0; if (!({earlier})) {{ int __witness_taken = {case} ? 1 : 0; {code}}} __witness_case; }})");
    edits.around(&structure.bytes(range), "({ __auto_type __witness_case = (", tail);
    Ok(())
}

/// At the expression of a `switch`.
fn at_switch(
    structure: &Structure,
    statement: &Statement,
    range: &Range<usize>,
    rules: &[&Rule],
    edits: &mut Edits,
) -> Result<(), Flaw> {
    let any: Vec<String> = statement.cases.iter().map(|case| is_case(structure, case)).collect();
    let any = if any.is_empty() { "0".to_string() } else { any.join(" || ") };
    let code = code(rules, &|condition| match condition {
        // A number that is no case goes where everything else goes.
        Condition::Case(value) => {
            Ok(format!("__witness_case == ({}) && ({any})", check(value, false).map_err(Flaw::Wrong)?))
        }
        Condition::Default => Ok(format!("!({any})")),
        Condition::Taken(_) | Condition::TakenWith(..) => {
            Err(Flaw::Wrong("a switch goes to a case, it is not true or false".to_string()))
        }
        Condition::Always | Condition::Expression(_) => plain(condition, false),
    })?;
    let bytes = structure.bytes(range);
    edits.around(&bytes, "({ __auto_type __witness_case = (", format!(") + 0; {code}__witness_case; }})"));
    Ok(())
}

/// Where a function is entered: when its arguments are computed.
fn at_entry(structure: &Structure, call: &Call, rules: &[&Rule], edits: &mut Edits) -> Result<(), Flaw> {
    let code = code(rules, &|condition| plain(condition, false))?;
    let arguments = call.open + 1..call.tokens.end - 1;
    let inner = structure.calls.iter().any(|inner| arguments.contains(&inner.open));
    if !inner {
        edits.around(&structure.bytes(&call.tokens), format!("({{ {code}"), "; })");
        return Ok(());
    }
    // The last argument is computed last, and then what is put in.
    let mut last = arguments.start;
    let mut at = arguments.start;
    while at < arguments.end {
        match structure.tokens.word(at) {
            "(" | "[" | "{" => at = structure.closing(at).unwrap_or(at),
            "," => last = at + 1,
            _ => {}
        }
        at += 1;
    }
    let bytes = structure.bytes(&(last..arguments.end));
    edits.around(&bytes, "({ __auto_type __witness_last = (", format!("); {code}__witness_last; }})"));
    Ok(())
}

/// Where a function returns.
fn at_return(structure: &Structure, call: &Call, rules: &[&Rule], edits: &mut Edits) -> Result<(), Flaw> {
    let range = structure.bytes(&call.tokens);
    let statement = structure.statement_at(call.tokens.start);
    let alone = statement.is_some_and(|statement| statement.tokens.len() == call.tokens.len() + 1);
    if alone && rules.iter().all(|rule| rule.condition == Condition::Always) {
        // Such a call may return nothing.
        edits.around(&range, "({ ", format!("; {} }})", code(rules, &|condition| plain(condition, true))?));
        return Ok(());
    }
    let (mut constants, mut others) = (String::new(), Vec::new());
    let arbitrary = is_input(structure, call);
    for rule in rules {
        let constant = match (&rule.condition, rule.then) {
            (Condition::Expression(text), Step::To(next)) if arbitrary && rule.strict => {
                result_equals(&check(text, true).map_err(Flaw::Wrong)?).map(|constant| (constant, next))
            }
            _ => None,
        };
        // If something else is said about the same state, all of it has to be looked at.
        let only = rules.iter().filter(|other| other.from == rule.from).count() == 1;
        match constant.filter(|_| only) {
            Some((constant, next)) => {
                let _ = write!(
                    constants,
                    "case {}u: {RESULT} = {constant}; if (!({RESULT} == {constant})) {STOP} \
                     __witness_state = {next}u; __witness_given = 1; break; ",
                    rule.from
                );
            }
            None => others.push(*rule),
        }
    }
    let checks = code(&others, &|condition| plain(condition, true))?;
    if constants.is_empty() {
        edits.around(&range, format!("({{ __auto_type {RESULT} = ("), format!("); {checks}{RESULT}; }})"));
        return Ok(());
    }
    // An arbitrary value that is known need not be searched for: the function may as well return it.
    let open = format!(
        "({{ {}__typeof__({}) {RESULT}; int __witness_given = 0; switch (__witness_state) {{ {constants}default: ; }} \
         if (!__witness_given) {{ {RESULT} = (",
        is_function(structure, call),
        structure.text(&call.tokens)
    );
    edits.around(&range, open, format!("); {checks}}} {RESULT}; }})"));
    Ok(())
}

/// Whether a call gives an arbitrary value of its type and does nothing else.
fn is_input(structure: &Structure, call: &Call) -> bool {
    let defined = structure.functions.iter().any(|function| function.name == call.name);
    let arguments = structure.text(&(call.open + 1..call.tokens.end - 1));
    // One that is called for a truth value gives zero or one, whatever type it is declared with.
    let any = call.name.starts_with("__VERIFIER_nondet_") && !call.name.ends_with("_bool");
    any && !defined && matches!(arguments, "" | "void")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column: Some(column) }
    }

    fn rule(from: usize, site: Site, condition: Condition, then: Step) -> Rule {
        Rule { from, site, condition, then, strict: then != Step::Stop, function: None }
    }

    fn errors() -> Vec<String> {
        vec!["reach_error".to_string()]
    }

    fn asked() -> Asked {
        Asked { property: Property::UnreachCall, error_functions: errors() }
    }

    const PROGRAM: &str = "int main() {\n  int x = __VERIFIER_nondet_int();\n  if (x > 3)\n    reach_error();\n}\n";

    #[test]
    fn places_are_exact() {
        let structure = Structure::read(PROGRAM);
        let found = |site| places(&structure, &site, &errors()).map(|places| places.len());
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
