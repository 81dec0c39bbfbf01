//! Which functions are functions in the sense of mathematics: what goes in decides what comes out.
//!
//! A clause of a function is a step of it. If nothing in it is arbitrary, the step is decided by where it starts; and the
//! steps from one place exclude each other, as control goes one way. So a function all of whose clauses are like that, and
//! which calls only such functions, returns at most one thing for its arguments and the memory that it takes. Where it
//! returns nothing, because it ends the program or never ends, any value does for the function that stands for it: no fact
//! speaks of it.

use super::Encoder;
use euclase_logic::{Functional, Sort, TermId};
use euclase_program::FunctionId;
use rustc_hash::FxHashSet;

impl Encoder {
    /// Finds them, and names functions for what they return.
    pub(super) fn find_functional(&mut self) {
        let mut open: FxHashSet<FunctionId> =
            self.owned.iter().map(|(id, _)| *id).filter(|id| self.is_open(*id)).collect();
        loop {
            let calls_open = |id: &FunctionId| self.calls(*id).iter().any(|callee| open.contains(callee));
            let more: Vec<FunctionId> =
                self.owned.iter().map(|(id, _)| *id).filter(|id| !open.contains(id)).filter(calls_open).collect();
            if more.is_empty() {
                break;
            }
            open.extend(more);
        }
        let mut ids: Vec<FunctionId> = self.returning.iter().copied().filter(|id| !open.contains(id)).collect();
        ids.sort();
        for id in ids {
            let (Some(entry), Some(returned)) = (self.entries.get(&id), self.returns.get(&id)) else { continue };
            let arguments = self.clauses.predicates[*entry].parameters.len();
            let parameters = &self.clauses.predicates[*returned].parameters;
            let sorts: Vec<Sort> = parameters.iter().map(|parameter| self.terms.sort(*parameter)).collect();
            let names: Vec<String> =
                parameters.iter().map(|p| self.terms.var_name(*p).unwrap_or_default().to_string()).collect();
            let mut functions = Vec::new();
            for (sort, name) in sorts.iter().zip(&names).skip(arguments) {
                let symbol = self.names.unique(&format!("{name}.of"));
                functions.extend(self.terms.declare_function(&symbol, &sorts[..arguments], *sort).ok());
            }
            if arguments > 0 && functions.len() == sorts.len() - arguments && !functions.is_empty() {
                self.clauses.functional.push(Functional { predicate: *returned, arguments, functions });
            }
        }
    }

    /// Whether something in the steps of a function is arbitrary.
    fn is_open(&self, id: FunctionId) -> bool {
        let own = self.owned.iter().filter(|(owner, _)| *owner == id).flat_map(|(_, range)| range.clone());
        own.map(|number| &self.clauses.clauses[number]).any(|clause| {
            let bound: Vec<TermId> = clause.body.iter().flat_map(|atom| atom.arguments.iter().copied()).collect();
            let bound: FxHashSet<TermId> = self.terms.variables(&bound).into_iter().collect();
            let mut used = vec![clause.constraint];
            used.extend(clause.head.iter().flat_map(|head| &head.arguments));
            self.terms.variables(&used).iter().any(|variable| !bound.contains(variable))
        })
    }

    /// The functions whose results a function uses.
    fn calls(&self, id: FunctionId) -> Vec<FunctionId> {
        let own = self.owned.iter().filter(|(owner, _)| *owner == id).flat_map(|(_, range)| range.clone());
        let used = own.flat_map(|number| &self.clauses.clauses[number].body).map(|atom| atom.predicate);
        let used: FxHashSet<usize> = used.collect();
        self.returns.iter().filter(|(_, relation)| used.contains(relation)).map(|(id, _)| *id).collect()
    }
}
