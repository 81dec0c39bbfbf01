//! Constrained Horn clauses, as SMT-LIB's `HORN` logic and as Z3's `rule` and `query` write them.
//!
//! A clause `body and constraint => head` is read as a formula; the literals of its negation say
//! what it is: a relation that holds is its body, a relation that does not is its head, the rest
//! is its constraint. Only linear clauses are read, with at most one relation in the body: a
//! derivation then is a path, and the clauses are a transition system.

use super::chc_encode::encode;
use super::error::ParseError;
use super::script::{Command, CommandKind, Script};
use crate::sort::Sort;
use crate::system::TransitionSystem;
use crate::term::{FunctionId, Op, TermId, Terms};
use rustc_hash::FxHashSet;

/// Into how many clauses one assertion may fall apart.
const MAX_ALTERNATIVES: usize = 4096;

/// A relation applied to arguments.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub relation: FunctionId,
    pub args: Vec<TermId>,
}

/// A linear Horn clause. Without a body it is a fact, without a head a query.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    pub body: Option<Atom>,
    pub head: Option<Atom>,
    pub constraint: Vec<TermId>,
}

/// Reads linear Horn clauses as a transition system that is safe just if the clauses have a
/// solution, which is if no query can be derived.
pub fn read_horn(text: &str) -> Result<(Terms, TransitionSystem), ParseError> {
    let mut script = Script::new(text);
    script.quantifiers = true;
    let mut reader = ClauseReader::default();
    let mut clauses = Vec::new();
    while let Some(command) = script.next_command()? {
        let added = reader.clauses(&mut script.terms, &mut clauses, command);
        added.map_err(|message| script.lexer.error(command.at, message))?;
    }
    let functions = script.functions.iter().map(|(function, at)| (script.terms.function(*function), *at));
    let others = functions.filter(|((_, _, range), _)| *range != Sort::Bool).map(|((name, ..), at)| (name, at));
    let constants = script.constants.iter();
    let constants = constants.map(|(constant, at)| (script.terms.var_name(*constant).unwrap_or_default(), *at));
    if let Some((name, at)) = constants.chain(others).min_by_key(|(_, at)| *at) {
        let message = format!("'{name}' is not a relation, and Horn clauses can declare nothing else");
        return Err(script.lexer.error(at, message));
    }
    let mut terms = script.terms;
    let system = encode(&mut terms, clauses);
    Ok((terms, system))
}

/// A formula that must hold, or must not.
type Literal = (TermId, bool);

/// Knows which terms mention relations.
#[derive(Default)]
struct ClauseReader {
    seen: FxHashSet<TermId>,
    relational: FxHashSet<TermId>,
}

impl ClauseReader {
    /// Adds the clauses that a command states.
    fn clauses(&mut self, terms: &mut Terms, clauses: &mut Vec<Clause>, command: Command) -> Result<(), String> {
        let Command { kind, formula, .. } = command;
        self.find_relations(terms, formula);
        // A query asks for what it says; an assertion is violated by its negation.
        let mut waiting: Vec<Vec<Literal>> = vec![vec![(formula, kind == CommandKind::Query)]];
        let mut count = 0;
        while let Some(literals) = waiting.pop() {
            let Some(literals) = self.flatten(terms, literals)? else { continue };
            let splits = |literal: &Literal| self.splits(terms, literal);
            if let Some(position) = literals.iter().position(splits) {
                for part in terms.args(literals[position].0).iter().rev() {
                    let mut alternative = literals.clone();
                    alternative[position] = (*part, false);
                    waiting.push(alternative);
                }
                if waiting.len() > MAX_ALTERNATIVES {
                    return Err(format!("this assertion falls apart into more than {MAX_ALTERNATIVES} clauses"));
                }
                continue;
            }
            count += 1;
            if count > MAX_ALTERNATIVES {
                return Err(format!("this assertion falls apart into more than {MAX_ALTERNATIVES} clauses"));
            }
            clauses.push(clause(terms, literals)?);
        }
        Ok(())
    }

    /// Marks the subterms that mention relations.
    fn find_relations(&mut self, terms: &Terms, formula: TermId) {
        let mut order = Vec::new();
        terms.postorder_into(&[formula], &mut self.seen, &mut order);
        for term in order {
            let mentions = |t: &TermId| self.relational.contains(t);
            if matches!(terms.op(term), Op::Apply(_)) || terms.args(term).iter().any(mentions) {
                self.relational.insert(term);
            }
        }
    }

    /// Whether a literal is a disjunction with relations in it, one clause for each part.
    fn splits(&self, terms: &Terms, (term, holds): &Literal) -> bool {
        !holds && terms.op(*term) == Op::And && self.relational.contains(term)
    }

    /// The literals with negations and conjunctions taken apart; `None` if they contradict.
    fn flatten(&self, terms: &Terms, literals: Vec<Literal>) -> Result<Option<Vec<Literal>>, String> {
        let mut stack = literals;
        let mut result = Vec::new();
        stack.reverse();
        while let Some((term, holds)) = stack.pop() {
            match terms.op(term) {
                Op::Not => stack.push((terms.arg(term, 0), !holds)),
                Op::And if holds => stack.extend(terms.args(term).iter().rev().map(|a| (*a, true))),
                Op::True | Op::False if (term == terms.tt()) == holds => {}
                Op::True | Op::False => return Ok(None),
                Op::Apply(_) => {
                    if terms.args(term).iter().any(|a| self.relational.contains(a)) {
                        return Err("a relation stands in the arguments of a relation".into());
                    }
                    result.push((term, holds));
                }
                Op::And => result.push((term, holds)),
                _ if self.relational.contains(&term) => {
                    return Err("this is not a Horn clause: a relation stands inside an equation or an 'ite'".into());
                }
                _ => result.push((term, holds)),
            }
        }
        Ok(Some(result))
    }
}

/// The clause that the literals of its negation make.
fn clause(terms: &mut Terms, literals: Vec<Literal>) -> Result<Clause, String> {
    let mut clause = Clause::default();
    for (term, holds) in literals {
        let Op::Apply(relation) = terms.op(term) else {
            clause.constraint.push(if holds { term } else { terms.not(term) });
            continue;
        };
        let atom = Atom { relation, args: terms.args(term).to_vec() };
        let place = if holds { &mut clause.body } else { &mut clause.head };
        if place.replace(atom).is_some() {
            return Err(if holds {
                "this clause has more than one relation in its body; only linear clauses are supported".into()
            } else {
                "this is not a Horn clause: it has more than one relation as its conclusion".into()
            });
        }
    }
    Ok(clause)
}
