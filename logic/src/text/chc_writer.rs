//! Transition systems written as Horn clauses over one relation, the invariant.

use super::floats::float_definitions;
use super::names::Names;
use super::print::Printer;
use crate::sort::SortError;
use crate::system::TransitionSystem;
use crate::term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;

/// Writes a transition system as Horn clauses in SMT-LIB: an invariant contains the initial
/// states, is closed under steps and keeps out violations of the property. The clauses are
/// satisfiable just if the system is safe.
///
/// Fails on uninterpreted functions: a solver of Horn clauses would choose them, where the system
/// must be safe for all of them.
pub fn write_horn(terms: &Terms, system: &TransitionSystem) -> Result<String, SortError> {
    let mut writer = Writer::new(terms, system)?;
    let current: Vec<TermId> = system.states.iter().map(|s| s.current).collect();
    writer.clause(&Rule { formulas: &[system.init], head: Some(&current), ..Rule::default() });
    // A next value that no constraint speaks of needs no variable of its own.
    let constrained: FxHashSet<TermId> = terms.variables(&system.constraints).into_iter().collect();
    let mut equations = Vec::new();
    let mut next = Vec::new();
    for state in &system.states {
        match state.update {
            Some(update) if !constrained.contains(&state.next) => next.push(update),
            Some(update) => {
                equations.push((state.next, update));
                next.push(state.next);
            }
            None => next.push(state.next),
        }
    }
    let formulas = &system.constraints;
    let (body, head) = (Some(current.as_slice()), Some(next.as_slice()));
    writer.clause(&Rule { body, formulas, equations: &equations, negated: None, head });
    writer.clause(&Rule { body: Some(&current), negated: Some(system.property), ..Rule::default() });
    writer.out.push_str("(check-sat)\n");
    Ok(writer.out)
}

/// A clause over the invariant: its arguments in the body, if it is there, the constraint as
/// formulas, equations and a formula that is false, and its arguments in the head, if it is there.
#[derive(Default)]
struct Rule<'a> {
    body: Option<&'a [TermId]>,
    formulas: &'a [TermId],
    equations: &'a [(TermId, TermId)],
    negated: Option<TermId>,
    head: Option<&'a [TermId]>,
}

impl Rule<'_> {
    /// All terms of the clause.
    fn roots(&self) -> Vec<TermId> {
        let mut roots: Vec<TermId> = self.body.into_iter().flatten().chain(self.formulas).copied().collect();
        roots.extend(self.equations.iter().flat_map(|(left, right)| [*left, *right]));
        roots.extend(self.negated);
        roots.extend(self.head.into_iter().flatten());
        roots
    }
}

struct Writer<'a> {
    printer: Printer<'a>,
    relation: String,
    out: String,
}

impl<'a> Writer<'a> {
    fn new(terms: &'a Terms, system: &TransitionSystem) -> Result<Self, SortError> {
        let variables = system.states.iter().flat_map(|s| [s.current, s.next]).chain(system.inputs.iter().copied());
        let variables: Vec<TermId> = variables.collect();
        let mut roots = vec![system.init, system.property];
        roots.extend(&system.constraints);
        roots.extend(system.states.iter().filter_map(|s| s.update));
        let all = terms.postorder(&roots);
        if let Some(Op::Apply(function)) = all.iter().map(|t| terms.op(*t)).find(|op| matches!(op, Op::Apply(_))) {
            let name = terms.function(function).0;
            return Err(SortError(format!("Horn clauses cannot speak of the uninterpreted function '{name}'")));
        }
        let mut names = Names::new();
        let mut out = String::from("(set-logic HORN)\n");
        out.push_str(&names.declare(terms, &variables, &all));
        out.push_str(&float_definitions(terms, &all));
        let relation = names.fresh("Inv");
        let sorts: Vec<String> = system.states.iter().map(|s| names.sort(terms, terms.sort(s.current))).collect();
        out.push_str(&format!("(declare-fun {relation} ({}) Bool)\n", sorts.join(" ")));
        Ok(Writer { printer: Printer::new(terms, names), relation, out })
    }

    /// Writes `(assert (forall … (=> (and body constraint) head)))`.
    fn clause(&mut self, rule: &Rule<'_>) {
        let roots = rule.roots();
        let variables = self.printer.terms.variables(&roots);
        self.out.push_str("(assert ");
        let quantifier_end = self.quantifier(&variables);
        self.printer.defined.clear();
        let lets_end = self.printer.open_lets(&mut self.out, &roots);
        let mut premises: Vec<String> = rule.body.into_iter().map(|args| self.atom(args)).collect();
        premises.extend(rule.formulas.iter().map(|formula| self.printer.text(*formula)));
        for (left, right) in rule.equations {
            let (left, right) = (self.printer.text(*left), self.printer.text(*right));
            premises.push(format!("(= {left} {right})"));
        }
        premises.extend(rule.negated.map(|formula| format!("(not {})", self.printer.text(formula))));
        let conclusion = rule.head.map_or("false".to_string(), |args| self.atom(args));
        self.out.push_str("(=> ");
        Printer::join(&mut self.out, "and", "true", &premises);
        self.out.push_str(&format!("\n  {conclusion}){lets_end}{quantifier_end})\n"));
    }

    /// Opens a quantifier if there is anything to quantify; gives what closes it.
    fn quantifier(&mut self, variables: &[TermId]) -> &'static str {
        if variables.is_empty() {
            return "";
        }
        let Printer { terms, names, .. } = &mut self.printer;
        let declare = |variable: &TermId| {
            let sort = names.sort(terms, terms.sort(*variable));
            format!("({} {sort})", names.variable(terms, *variable))
        };
        let list: Vec<String> = variables.iter().map(declare).collect();
        self.out.push_str(&format!("(forall ({})\n", list.join(" ")));
        ")"
    }

    fn atom(&mut self, args: &[TermId]) -> String {
        if args.is_empty() {
            return self.relation.clone();
        }
        let args: Vec<String> = args.iter().map(|arg| self.printer.text(*arg)).collect();
        format!("({} {})", self.relation, args.join(" "))
    }
}
