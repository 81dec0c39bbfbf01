//! The rules of a witness as code at their places.
//!
//! The state of the automaton is a variable. Wherever a rule is for something, what it says is looked at there, in the
//! state that it is for, and moves the automaton on or ends the execution. Conditions, arguments and results are
//! computed as before, once, and what is looked at comes behind that.

use super::calls::{is_assert, is_function, is_input};
use super::places::Place;
use super::{STOP, VIOLATION};
use crate::witness::edits::Edits;
use crate::witness::expression::{RESULT, check, result_equals, shorten};
use crate::witness::model::{Condition, Flaw, Rule, Step};
use crate::witness::structure::{Call, Statement, StatementKind, Structure};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// Puts the rules of a place there.
pub(super) fn put(structure: &Structure, place: Place, rules: &[&Rule], edits: &mut Edits) -> Result<(), Flaw> {
    match place {
        Place::Before(statement) => {
            let code = code(rules, &|condition| plain(condition, false))?;
            put_before(structure, statement, &code, edits)?;
        }
        Place::After(index) => {
            let code = code(rules, &|condition| plain(condition, false))?;
            let statement = &structure.statements[index];
            let range = structure.bytes(&statement.tokens);
            match statement.in_list {
                true => edits.behind(range.end, code),
                false => {
                    permit_block(structure, statement)?;
                    edits.around(&range, "{ ", format!(" {code} }}"));
                }
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
        Condition::Expression(text) => check(text, with_result),
        Condition::Taken(_) | Condition::TakenWith(..) | Condition::Case(_) | Condition::Default => {
            Err(Flaw::Wrong("a branch is taken where nothing branches".to_string()))
        }
    }
}

/// Before a statement, also if it is the only one somewhere.
pub(super) fn put_before(structure: &Structure, index: usize, code: &str, edits: &mut Edits) -> Result<(), Flaw> {
    let statement = &structure.statements[index];
    let range = structure.bytes(&statement.tokens);
    permit_block(structure, statement)?;
    match statement.in_list {
        true => edits.before(range.start, code),
        false => edits.around(&range, format!("{{ {code}"), " }"),
    }
    Ok(())
}

/// Refuses to put a statement into a block of its own that may declare something for what comes behind it.
fn permit_block(structure: &Structure, statement: &Statement) -> Result<(), Flaw> {
    let start = statement.tokens.start;
    let is_labelled = structure.statements.iter().any(|outer| {
        outer.kind == StatementKind::Labelled && outer.tokens.start < start && outer.tokens.contains(&start)
    });
    let words = (start..statement.tokens.end).map(|token| structure.tokens.word(token));
    // An expression starts with something that is no word, with a word that none follows, or with one of these.
    let first = structure.tokens.word(start);
    let is_jump = matches!(first, "return" | "goto" | "break" | "continue" | "sizeof");
    let is_word = |token: usize| {
        let word = structure.tokens.word(token);
        word.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$' || !c.is_ascii())
    };
    let declares = statement.kind == StatementKind::Simple
        && !is_jump
        && is_word(start)
        && (is_word(start + 1) || matches!(structure.tokens.word(start + 1), "*" | "("))
        && !is_plain_call(structure, statement)
        && words.count() > 1;
    match !statement.in_list && is_labelled && declares {
        true => {
            let (line, _) = structure.position(start);
            Err(Flaw::Unsupported(format!(
                "what has a label at line {line} may be a declaration, which is not supported"
            )))
        }
        false => Ok(()),
    }
}

/// Whether a statement is nothing but the call of a function with a body in the file, or of a verifier's function.
fn is_plain_call(structure: &Structure, statement: &Statement) -> bool {
    let whole = statement.tokens.start..statement.tokens.end.saturating_sub(1);
    let call = structure.calls.iter().find(|call| call.tokens == whole);
    call.is_some_and(|call| {
        let name = call.name.as_str();
        let is_defined = structure.functions.iter().any(|function| function.name == name);
        is_defined || name.starts_with("__VERIFIER_") || matches!(name, "reach_error" | "abort" | "exit")
    })
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
        Condition::TakenWith(taken, text) => Ok(format!("{} && ({})", is_so(*taken), check(text, false)?)),
        Condition::Case(value) => {
            Err(Flaw::Unsupported(format!("a branch is taken or not: '{}' is neither true nor false", shorten(value))))
        }
        Condition::Default => Err(Flaw::Wrong("a branch without cases has no default".to_string())),
        Condition::Always | Condition::Expression(_) => plain(condition, false),
    }
}

/// The constants of a `switch` are converted to the type of its expression.
const CONVERTED: &str = "(__typeof__(__witness_case))";

/// Whether the value of a `switch` is the one of a case.
fn is_case(structure: &Structure, tokens: &Range<usize>) -> String {
    let text = structure.text(tokens);
    match text.split_once("...") {
        Some((least, most)) => {
            format!("(__witness_case >= {CONVERTED}({least}) && __witness_case <= {CONVERTED}({most}))")
        }
        None => format!("__witness_case == {CONVERTED}({text})"),
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
        Condition::Case(value) => Ok(format!("__witness_case == {CONVERTED}({}) && ({any})", check(value, false)?)),
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
    // Two numbers are equal to zero.
    let is_one = |constant: &String| {
        let may_float = call.name.contains("float") || call.name.contains("double");
        !may_float || constant.contains(|c: char| ('1'..='9').contains(&c))
    };
    for rule in rules {
        let constant = match (&rule.condition, rule.then) {
            (Condition::Expression(text), Step::To(next)) if arbitrary && rule.strict => {
                result_equals(&check(text, true)?).map(|constant| (constant, next))
            }
            _ => None,
        };
        // If something else is said about the same state, all of it has to be looked at.
        let only = rules.iter().filter(|other| other.from == rule.from).count() == 1;
        match constant.filter(|(constant, _)| only && is_one(constant)) {
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
