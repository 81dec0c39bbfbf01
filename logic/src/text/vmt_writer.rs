//! Transition systems written as VMT.

use super::floats::float_definitions;
use super::names::Names;
use super::print::{Printer, shared_subterms};
use crate::system::TransitionSystem;
use crate::term::{TermId, Terms};
use rustc_hash::FxHashSet;

/// Writes a transition system as VMT of linear size. Reading it back gives the same system, up to
/// the names of variables that VMT cannot tell apart.
pub fn write_vmt(terms: &Terms, system: &TransitionSystem) -> String {
    let state_variables: Vec<TermId> = system.states.iter().flat_map(|s| [s.current, s.next]).collect();
    // Solved inputs come last: of two inputs that are equal, the reader solves for the last.
    let solved = system.solved_inputs.iter().map(|(input, _)| *input);
    let inputs: Vec<TermId> = system.inputs.iter().copied().chain(solved).collect();
    let roots = roots(system);
    let all = terms.postorder(&roots);
    let mut names = Names::original();
    let variables: Vec<TermId> = state_variables.iter().chain(&inputs).copied().collect();
    let mut out = names.declare(terms, &variables, &all);
    declare_states(&mut out, terms, system, &mut names);
    let known: FxHashSet<TermId> = variables.iter().copied().collect();
    let others = all.iter().copied().filter(|t| terms.is_var(*t) && !known.contains(t));
    for input in inputs.iter().copied().chain(others) {
        out.push_str(&names.declaration(terms, input));
    }
    out.push_str(&float_definitions(terms, &all));
    let mut printer = Printer::new(terms, names);
    printer.define(&mut out, &shared_subterms(terms, &roots));
    let steps = steps(&mut printer, system);
    let init = printer.text(system.init);
    let property = printer.text(system.property);
    let mut trans = String::new();
    Printer::join(&mut trans, "and", "true", &steps);
    for (name, formula, mark) in
        [(".init", init, ":init true"), (".trans", trans, ":trans true"), (".property", property, ":invar-property 0")]
    {
        let name = printer.names.fresh(name);
        out.push_str(&format!("(define-fun {name} () Bool (! {formula} {mark}))\n"));
    }
    out
}

/// The terms that the text is made of.
fn roots(system: &TransitionSystem) -> Vec<TermId> {
    let mut roots = vec![system.init];
    roots.extend(system.states.iter().filter_map(|s| s.update));
    roots.extend(&system.constraints);
    roots.extend(system.solved_inputs.iter().map(|(_, definition)| *definition));
    roots.push(system.property);
    roots
}

fn declare_states(out: &mut String, terms: &Terms, system: &TransitionSystem, names: &mut Names) {
    let locations: FxHashSet<TermId> = system.locations.iter().copied().collect();
    let prefix = names.prefix("state");
    for (number, state) in system.states.iter().enumerate() {
        out.push_str(&names.declaration(terms, state.current));
        out.push_str(&names.declaration(terms, state.next));
        let sort = names.sort(terms, terms.sort(state.current));
        let (name, next) = (format!("{prefix}{number}"), names.variable(terms, state.next).to_string());
        let mark = if locations.contains(&state.current) { " :location true" } else { "" };
        let current = names.variable(terms, state.current);
        out.push_str(&format!("(define-fun {name} () {sort} (! {current} :next {next}{mark}))\n"));
    }
}

/// The conjuncts of the step relation as texts: updates, solved inputs, constraints.
fn steps(printer: &mut Printer<'_>, system: &TransitionSystem) -> Vec<String> {
    let updates = system.states.iter().filter_map(|s| s.update.map(|update| (s.next, update)));
    let equations: Vec<(TermId, TermId)> = updates.chain(system.solved_inputs.iter().copied()).collect();
    let mut steps = Vec::new();
    for (variable, value) in equations {
        let (variable, value) = (printer.text(variable), printer.text(value));
        steps.push(format!("(= {variable} {value})"));
    }
    steps.extend(system.constraints.iter().map(|constraint| printer.text(*constraint)));
    steps
}
