//! Plain SMT-LIB: formulas to be checked for satisfiability, in and out.

use super::error::ParseError;
use super::floats::float_definitions;
use super::names::Names;
use super::print::{Printer, shared_subterms};
use super::script::{CommandKind, Script};
use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};

/// Reads a script; gives the formulas it asserts.
pub fn read_smtlib(text: &str) -> Result<(Terms, Vec<TermId>), ParseError> {
    let mut script = Script::new(text);
    let mut formulas = Vec::new();
    while let Some(command) = script.next_command()? {
        if command.kind != CommandKind::Assert {
            return Err(script.lexer.error(command.at, "rules and queries are only read in Horn clauses"));
        }
        formulas.push(command.formula);
    }
    Ok((script.terms, formulas))
}

/// Writes a script that asserts the formulas and asks whether they can all be true. The text is
/// linear in the size of the formulas and the same for the same formulas.
pub fn write_smtlib(terms: &Terms, formulas: &[TermId]) -> String {
    write(terms, formulas, &[], false)
}

/// [`write_smtlib`] for solvers of any make, with groups of terms, those of each group different
/// from one another.
pub fn write_portable_smtlib(terms: &Terms, formulas: &[TermId], distinct: &[Vec<TermId>]) -> String {
    write(terms, formulas, distinct, true)
}

fn write(terms: &Terms, formulas: &[TermId], groups: &[Vec<TermId>], portable: bool) -> String {
    let roots: Vec<TermId> = formulas.iter().chain(groups.iter().flatten()).copied().collect();
    let all = terms.postorder(&roots);
    let mut names = Names::new();
    let mut out = format!("(set-logic {})\n", logic(terms, &all));
    out.push_str(&names.declare(terms, &[], &all));
    for variable in all.iter().filter(|term| terms.is_var(**term)) {
        out.push_str(&names.declaration(terms, *variable));
    }
    let mut printer = Printer::new(terms, names);
    let described = if portable { constant_arrays_of_variables(terms, &all) } else { Vec::new() };
    for array in &described {
        let name = printer.names.fresh("constant-array");
        let sort = printer.names.sort(terms, terms.sort(*array));
        out.push_str(&format!("(declare-fun {name} () {sort})\n"));
        printer.defined.insert(*array, name);
    }
    let mut shared = shared_subterms(terms, &roots);
    shared.retain(|term| !printer.defined.contains_key(term));
    if portable {
        printer.define_standard(&mut out, &all, &shared);
    } else {
        out.push_str(&float_definitions(terms, &all));
        printer.define(&mut out, &shared);
    }
    for array in &described {
        let Sort::Array(sort) = terms.sort(*array) else { continue };
        let (index, at) = (printer.names.sort(terms, terms.array_parts(sort).0), printer.names.fresh("index"));
        let (array, element) = (printer.text(*array), printer.text(terms.arg(*array, 0)));
        out.push_str(&format!("(assert (forall (({at} {index})) (= (select {array} {at}) {element})))\n"));
    }
    for group in groups.iter().filter(|group| group.len() > 1) {
        let group: Vec<String> = group.iter().map(|term| printer.text(*term)).collect();
        out.push_str(&format!("(assert (distinct {}))\n", group.join(" ")));
    }
    for formula in formulas {
        out.push_str("(assert ");
        printer.term(&mut out, *formula);
        out.push_str(")\n");
    }
    out.push_str("(check-sat)\n");
    out
}

/// Arrays that hold one element everywhere which is not a value. Z3 takes them as `as const`; other
/// solvers have to be told with a quantifier.
fn constant_arrays_of_variables(terms: &Terms, all: &[TermId]) -> Vec<TermId> {
    let is_value = |mut term: TermId| {
        while let Op::ConstArray(_) = terms.op(term) {
            term = terms.arg(term, 0);
        }
        terms.is_constant(term)
    };
    all.iter().copied().filter(|term| matches!(terms.op(*term), Op::ConstArray(_)) && !is_value(*term)).collect()
}

/// The smallest of the common logics that has everything the terms use.
fn logic(terms: &Terms, all: &[TermId]) -> &'static str {
    let (mut bits, mut arrays, mut functions, mut others) = (false, false, false, false);
    for term in all {
        let mut sorts = vec![terms.sort(*term)];
        while let Some(sort) = sorts.pop() {
            match sort {
                Sort::Bool => {}
                Sort::BitVec(_) => bits = true,
                Sort::Int => others = true,
                Sort::Uninterpreted(_) => functions = true,
                Sort::Array(array) => {
                    arrays = true;
                    let (index, element) = terms.array_parts(array);
                    // The array logics of bit-vectors have no other arrays.
                    others |= index.width().is_none() || element.width().is_none();
                    sorts.extend([index, element]);
                }
            }
        }
        // Constant arrays are an extension that solvers know only under their widest logic.
        others |= matches!(terms.op(*term), Op::ConstArray(_));
        others |= matches!(terms.op(*term), Op::Float(_));
        functions |= matches!(terms.op(*term), Op::Apply(_));
    }
    match (others, arrays, bits, functions) {
        (true, ..) => "ALL",
        (_, true, _, true) => "QF_AUFBV",
        (_, true, _, false) => "QF_ABV",
        (_, _, true, true) => "QF_UFBV",
        (_, _, true, false) => "QF_BV",
        _ => "QF_UF",
    }
}
