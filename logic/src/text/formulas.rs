//! Formulas as a script of their own, to be read back into an arena that knows their variables.
//!
//! This is how evidence travels between processes. A variable is its name and sort; names that
//! SMT-LIB cannot write, or that several things have, are told beside the script.

use super::error::ParseError;
use super::floats::float_definitions;
use super::names::Names;
use super::print::{Printer, shared_subterms};
use super::script::{CommandKind, Script};
use crate::term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Formulas in SMT-LIB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormulaScript {
    /// The declarations of everything that occurs, a line each.
    pub declarations: String,
    /// Definitions of floating-point operators and of subterms that occur more than once, a line each.
    pub definitions: String,
    /// The formulas, which may use the definitions.
    pub formulas: Vec<String>,
    /// Symbols of the script whose thing has another name, with that name.
    pub renamed: Vec<(String, String)>,
}

/// Writes formulas down in linear size.
pub fn write_formulas(terms: &Terms, formulas: &[TermId]) -> FormulaScript {
    let all = terms.postorder(formulas);
    let mut names = Names::new();
    let mut declarations = names.declare(terms, &[], &all);
    let mut renamed = Vec::new();
    let mut note = |symbol: &str, name: &str| {
        let symbol = symbol.trim_matches('|');
        if symbol != name {
            renamed.push((symbol.to_string(), name.to_string()));
        }
    };
    let mut functions = FxHashSet::default();
    let mut sorts = FxHashSet::default();
    for term in &all {
        match terms.op(*term) {
            Op::Var(symbol) => {
                declarations.push_str(&names.declaration(terms, *term));
                note(names.variable(terms, *term), terms.symbol_name(symbol));
            }
            Op::Apply(function) if functions.insert(function) => {
                note(names.function(terms, function), terms.function(function).0);
            }
            _ => {}
        }
        for symbol in terms.uninterpreted_parts(terms.sort(*term)) {
            if sorts.insert(symbol) {
                note(&names.sort(terms, crate::Sort::Uninterpreted(symbol)), terms.symbol_name(symbol));
            }
        }
    }
    let mut printer = Printer::new(terms, names);
    let mut definitions = float_definitions(terms, &all);
    printer.define(&mut definitions, &shared_subterms(terms, formulas));
    let formulas = formulas.iter().map(|formula| printer.text(*formula)).collect();
    FormulaScript { declarations, definitions, formulas, renamed }
}

/// Reads formulas back; variables, functions and sorts are those of the arena that have the same
/// name.
pub fn read_formulas(terms: &mut Terms, script: &FormulaScript) -> Result<Vec<TermId>, ParseError> {
    let mut text = script.declarations.clone() + &script.definitions;
    for formula in &script.formulas {
        text.push_str(&format!("(assert {formula})\n"));
    }
    let renamed: FxHashMap<&str, &str> = script.renamed.iter().map(|(s, n)| (s.as_str(), n.as_str())).collect();
    let mut reader = Script::into_arena(&text, std::mem::take(terms), renamed);
    let result = read_all(&mut reader);
    *terms = reader.terms;
    result
}

fn read_all(reader: &mut Script) -> Result<Vec<TermId>, ParseError> {
    let mut formulas = Vec::new();
    while let Some(command) = reader.next_command()? {
        if command.kind != CommandKind::Assert {
            return Err(reader.lexer.error(command.at, "only 'assert' is expected here"));
        }
        formulas.push(command.formula);
    }
    Ok(formulas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn formulas_come_back_as_the_same_terms() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let own = terms.uninterpreted_sort("bvadd");
        let x = terms.var("x", byte);
        let same_name = terms.var("x", Sort::Bool);
        let odd_name = terms.var("a|1", byte);
        let quoted = terms.var("two words", byte);
        let element = terms.var("u", own);
        let function = terms.declare_function("select", &[own, byte], byte).unwrap();
        let applied = terms.make(Op::Apply(function), &[element, x]);
        let sum = terms.bv_add(x, odd_name);
        let less = terms.bv_ult(sum, quoted);
        let equal = terms.eq(sum, applied);
        let both = terms.and(&[less, same_name]);
        let formulas = [terms.not(both), equal, terms.tt()];
        let script = write_formulas(&terms, &formulas);
        assert_eq!(script.formulas.len(), 3);
        assert!(script.definitions.contains("bvadd"), "{script:?}");
        assert_eq!(read_formulas(&mut terms, &script).unwrap(), formulas);
    }

    #[test]
    fn a_script_that_is_not_one_is_refused_and_the_arena_kept() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bool);
        let mut script = write_formulas(&terms, &[x]);
        script.formulas[0] = "(and x y)".to_string();
        assert!(read_formulas(&mut terms, &script).unwrap_err().message.contains('y'));
        script.formulas[0] = "x) (check-sat".to_string();
        assert!(read_formulas(&mut terms, &script).is_ok());
        assert_eq!(terms.var_name(x), Some("x"));
    }
}
