//! Transition systems in VMT: SMT-LIB definitions with annotations.
//!
//! `:next` pairs a state variable with its next-state variable, `:init`, `:trans` and
//! `:invar-property` mark the three formulas. Several `:init` or `:trans` formulas are a
//! conjunction, and several properties are proved together, as their conjunction. Declared
//! constants that are neither current nor next state are inputs; declared functions are rigid:
//! the same in all steps. Our own `:location true`, beside `:next`, marks a state Boolean as one
//! of those of which exactly one holds in every reachable state.

use super::error::ParseError;
use super::lexer::{Token, TokenKind};
use super::script::{Annotation, Command, CommandKind, Script};
use crate::sort::Sort;
use crate::system::{StateVar, TransitionSystem};
use crate::term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Reads a transition system in VMT and brings it to functional form.
pub fn read_vmt(text: &str) -> Result<(Terms, TransitionSystem), ParseError> {
    let mut script = Script::new(text);
    while let Some(Command { kind, formula, at }) = script.next_command()? {
        if kind != CommandKind::Assert {
            return Err(script.lexer.error(at, "this is a VMT file: it has no rules and queries"));
        }
        // An assertion may carry an annotation, but it must not assert anything.
        let marked = script.annotations.iter().any(|a| a.at >= at && a.term == formula);
        if formula != script.terms.tt() && !marked {
            let message = "in a VMT file, which this is taken for, only '(assert true)' can be asserted";
            return Err(script.lexer.error(at, message));
        }
    }
    let annotations = std::mem::take(&mut script.annotations);
    let mut reader = Reader {
        script,
        states: Vec::new(),
        roles: FxHashMap::default(),
        parts: Parts::default(),
        locations: Vec::new(),
    };
    for annotation in annotations {
        reader.annotation(annotation)?;
    }
    reader.finish(text.len())
}

/// The three formulas as far as they have been met, each with where it stands.
#[derive(Default)]
struct Parts {
    init: Vec<(TermId, usize)>,
    trans: Vec<(TermId, usize)>,
    property: Vec<(TermId, usize)>,
}

/// What a variable is to the state.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Current { next: TermId },
    Next,
}

struct Reader<'a> {
    script: Script<'a>,
    states: Vec<StateVar>,
    roles: FxHashMap<TermId, Role>,
    parts: Parts,
    locations: Vec<(TermId, usize)>,
}

impl<'a> Reader<'a> {
    fn annotation(&mut self, annotation: Annotation<'a>) -> Result<(), ParseError> {
        let Annotation { key, term, at, .. } = annotation;
        let list = match key {
            ":next" => return self.state_variable(annotation),
            ":init" => &mut self.parts.init,
            ":trans" => &mut self.parts.trans,
            ":invar-property" => &mut self.parts.property,
            ":location" => &mut self.locations,
            _ => {
                let message = format!("'{key}' is not supported: only invariant properties (':invar-property') are");
                return Err(self.script.lexer.error(at, message));
            }
        };
        list.push((term, at));
        self.script.expect_sort(term, Sort::Bool, at, &format!("the formula marked '{key}'"))
    }

    fn state_variable(&mut self, annotation: Annotation<'a>) -> Result<(), ParseError> {
        let Annotation { value, term: current, at, .. } = annotation;
        let Some(Token { kind: TokenKind::Symbol { name, .. }, at: name_at }) = value else {
            return Err(self.script.lexer.error(at, "':next' needs the name of the next-state variable"));
        };
        if !self.script.terms.is_var(current) {
            return Err(self.script.lexer.error(at, "':next' must mark a declared variable"));
        }
        let sort = self.script.terms.sort(current);
        let next = self.script.next_state_variable(name, sort, name_at)?;
        if self.roles.get(&current) == Some(&Role::Current { next }) {
            return Ok(());
        }
        let name = self.script.terms.var_name(current).unwrap_or_default();
        if current == next {
            return Err(self.script.lexer.error(at, format!("'{name}' cannot be its own next state")));
        }
        for variable in [current, next] {
            if self.roles.contains_key(&variable) {
                let name = self.script.terms.var_name(variable).unwrap_or_default();
                let message = format!("'{name}' already is a state variable or the next state of one");
                return Err(self.script.lexer.error(at, message));
            }
        }
        self.roles.insert(current, Role::Current { next });
        self.roles.insert(next, Role::Next);
        self.states.push(StateVar { current, next, update: None, origin: None });
        Ok(())
    }

    fn finish(mut self, end: usize) -> Result<(Terms, TransitionSystem), ParseError> {
        for (list, key) in
            [(&self.parts.init, ":init"), (&self.parts.trans, ":trans"), (&self.parts.property, ":invar-property")]
        {
            if list.is_empty() {
                return Err(self.script.lexer.error(end, format!("the file has no formula marked '{key}'")));
            }
        }
        let inputs = self.inputs();
        let inputs = self.promote(inputs)?;
        let locations = self.location_variables()?;
        let Reader { script, states, parts, .. } = self;
        let mut terms = script.terms;
        let mut conjunction = |list: &[(TermId, usize)]| {
            let formulas: Vec<TermId> = list.iter().map(|(formula, _)| *formula).collect();
            terms.and(&formulas)
        };
        let (init, property) = (conjunction(&parts.init), conjunction(&parts.property));
        let constraints: Vec<TermId> = parts.trans.iter().map(|(formula, _)| *formula).collect();
        let (relation, solved_inputs) = (Some(constraints.clone()), Vec::new());
        let mut system =
            TransitionSystem { states, inputs, init, constraints, property, locations, solved_inputs, relation };
        system.make_functional(&mut terms);
        Ok((terms, system))
    }

    /// The declared constants that are not state.
    fn inputs(&self) -> Vec<TermId> {
        self.script.constants.iter().map(|(constant, _)| *constant).filter(|c| !self.roles.contains_key(c)).collect()
    }

    /// Makes state variables of the inputs that the initial states or the property speak of.
    ///
    /// An input has one value in each step, shared by all formulas about that step. A state
    /// variable that nothing relates to its next value has just that: executions and violations
    /// are the same ones, only that the value is now kept in the state.
    fn promote(&mut self, inputs: Vec<TermId>) -> Result<Vec<TermId>, ParseError> {
        let mut promoted = FxHashSet::default();
        for (formula, at) in self.parts.init.iter().chain(&self.parts.property) {
            for variable in self.script.terms.variables(&[*formula]) {
                if self.roles.get(&variable) == Some(&Role::Next) {
                    let name = self.script.terms.var_name(variable).unwrap_or_default();
                    let message =
                        format!("initial states and properties cannot mention the next-state variable '{name}'");
                    return Err(self.script.lexer.error(*at, message));
                }
                promoted.insert(variable);
            }
        }
        let (promoted, inputs): (Vec<TermId>, Vec<TermId>) = inputs.into_iter().partition(|i| promoted.contains(i));
        for current in promoted {
            let name = format!("{}.next", self.script.terms.var_name(current).unwrap_or_default());
            let next = self.script.terms.fresh_var(&name, self.script.terms.sort(current));
            self.states.push(StateVar { current, next, update: None, origin: None });
        }
        Ok(inputs)
    }

    fn location_variables(&self) -> Result<Vec<TermId>, ParseError> {
        let state: FxHashSet<TermId> = self.states.iter().map(|s| s.current).collect();
        let mut locations = Vec::new();
        for (variable, at) in &self.locations {
            if !state.contains(variable) {
                return Err(self.script.lexer.error(*at, "':location' must mark a state variable"));
            }
            locations.push(*variable);
        }
        Ok(locations)
    }
}
