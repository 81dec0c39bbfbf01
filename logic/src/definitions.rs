//! Choosing, among equations, definitions of variables that do not depend on one another in a
//! circle.
//!
//! One depth-first walk over terms in which a variable's only child is its candidate definition.
//! Meeting a term that is still being walked is a circle; the innermost variable whose definition
//! is being walked lies on it, and gives that definition up for its next candidate. Terms that
//! were finished stay finished, so the walk is linear in the size of the terms as long as circles
//! are few.

use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// What may be defined, and what a definition may use.
pub(crate) struct Problem<'a> {
    /// The variables to define, in order of preference, each with its candidate definitions and
    /// the numbers of the equations they come from.
    pub candidates: Vec<(TermId, Vec<(TermId, usize)>)>,
    /// Definitions that are settled and have no circles among them.
    pub settled: &'a FxHashMap<TermId, TermId>,
    /// Variables that no definition may mention, unless they are defined themselves.
    pub opaque: &'a FxHashSet<TermId>,
}

/// The definitions that were chosen.
#[derive(Default)]
pub(crate) struct Definitions {
    /// All definitions met, settled ones included; each uses only variables defined before it.
    pub ordered: Vec<(TermId, TermId)>,
    /// The numbers of the equations that became definitions.
    pub used: FxHashSet<usize>,
}

/// Chooses definitions.
pub(crate) fn choose(terms: &Terms, problem: Problem<'_>) -> Definitions {
    let mut roots: Vec<TermId> = problem.candidates.iter().map(|(variable, _)| *variable).collect();
    let mut settled: Vec<TermId> = problem.settled.keys().copied().collect();
    settled.sort_unstable();
    roots.extend(settled);
    let reversed = |(variable, mut list): (TermId, Vec<(TermId, usize)>)| {
        list.reverse();
        (variable, list)
    };
    let mut walk = Walk {
        terms,
        candidates: problem.candidates.into_iter().map(reversed).collect(),
        settled: problem.settled,
        opaque: problem.opaque,
        marks: vec![Mark::New; terms.len()],
        steps: Vec::new(),
        path: Vec::new(),
        expanding: Vec::new(),
        result: Definitions::default(),
    };
    for root in roots {
        walk.run(root);
    }
    walk.result
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    /// On the path from the root.
    Open,
    Done,
    /// Done, and an undefined opaque variable is in it.
    Opaque,
}

#[derive(Clone, Copy)]
enum Step {
    Enter(TermId),
    Leave(TermId),
}

struct Walk<'a> {
    terms: &'a Terms,
    /// The candidates left of each variable, the current one last.
    candidates: FxHashMap<TermId, Vec<(TermId, usize)>>,
    settled: &'a FxHashMap<TermId, TermId>,
    opaque: &'a FxHashSet<TermId>,
    marks: Vec<Mark>,
    steps: Vec<Step>,
    /// The open terms.
    path: Vec<TermId>,
    /// The open variables whose definition can still be given up: where they are on the path, and
    /// how many steps there were when their definition was entered.
    expanding: Vec<(usize, usize)>,
    result: Definitions,
}

impl Walk<'_> {
    fn run(&mut self, root: TermId) {
        self.steps.push(Step::Enter(root));
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Enter(term) => match self.marks[term.index()] {
                    Mark::New => self.enter(term),
                    Mark::Open => self.break_circle(),
                    Mark::Done | Mark::Opaque => {}
                },
                Step::Leave(term) => self.leave(term),
            }
        }
    }

    fn candidate(&self, variable: TermId) -> Option<(TermId, usize)> {
        self.candidates.get(&variable).and_then(|list| list.last()).copied()
    }

    fn enter(&mut self, term: TermId) {
        self.marks[term.index()] = Mark::Open;
        self.path.push(term);
        self.steps.push(Step::Leave(term));
        if let Some((definition, _)) = self.candidate(term) {
            self.expanding.push((self.path.len() - 1, self.steps.len()));
            self.steps.push(Step::Enter(definition));
        } else if let Some(definition) = self.settled.get(&term) {
            self.steps.push(Step::Enter(*definition));
        } else {
            self.steps.extend(self.terms.args(term).iter().map(|a| Step::Enter(*a)));
        }
    }

    /// Gives up the definition that is being walked innermost, and goes on with the next one.
    fn break_circle(&mut self) {
        let Some(&(position, steps)) = self.expanding.last() else {
            unreachable!("terms and settled definitions have no circles");
        };
        let variable = self.path[position];
        for unfinished in self.path.drain(position + 1..) {
            self.marks[unfinished.index()] = Mark::New;
        }
        self.steps.truncate(steps);
        self.next_candidate(variable);
    }

    fn next_candidate(&mut self, variable: TermId) {
        if let Some(list) = self.candidates.get_mut(&variable) {
            list.pop();
        }
        match self.candidate(variable) {
            Some((definition, _)) => self.steps.push(Step::Enter(definition)),
            None => {
                self.expanding.pop();
            }
        }
    }

    fn leave(&mut self, term: TermId) {
        let is_opaque = |walk: &Self, t: TermId| walk.marks[t.index()] == Mark::Opaque;
        let definition = self.candidate(term);
        if let Some((definition, _)) = definition
            && is_opaque(self, definition)
        {
            self.steps.push(Step::Leave(term));
            self.next_candidate(term);
            return;
        }
        let opaque = if let Some((definition, equation)) = definition {
            self.expanding.pop();
            self.result.ordered.push((term, definition));
            self.result.used.insert(equation);
            false
        } else if let Some(definition) = self.settled.get(&term) {
            self.result.ordered.push((term, *definition));
            is_opaque(self, *definition)
        } else if self.terms.is_var(term) {
            self.opaque.contains(&term)
        } else {
            self.terms.args(term).iter().any(|a| is_opaque(self, *a))
        };
        self.path.pop();
        self.marks[term.index()] = if opaque { Mark::Opaque } else { Mark::Done };
    }
}

/// A variable solved for.
#[derive(Clone, Copy)]
pub(crate) struct Solution {
    pub variable: TermId,
    pub value: TermId,
    /// Whether the variable stood alone, so that the value is as it was written.
    pub direct: bool,
}

/// The ways to solve an equation for a variable.
pub(crate) fn solutions(terms: &mut Terms, conjunct: TermId, solvable: impl Fn(TermId) -> bool) -> Vec<Solution> {
    let (atom, positive) = match terms.negated(conjunct) {
        Some(inner) => (inner, false),
        None => (conjunct, true),
    };
    if solvable(atom) {
        return vec![Solution { variable: atom, value: terms.bool(positive), direct: true }];
    }
    if terms.op(atom) != Op::Eq {
        return Vec::new();
    }
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    // "Different" defines a value only where there are two of them.
    let complement = match terms.sort(a) {
        Sort::Bool => Some(Op::Not),
        Sort::BitVec(1) => Some(Op::BvNot),
        _ if positive => None,
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for (side, other) in [(a, b), (b, a)] {
        if let Some((variable, mut value)) = isolate(terms, side, other, &solvable) {
            if let (false, Some(op)) = (positive, complement) {
                value = terms.make(op, &[value]);
            }
            found.push(Solution { variable, value, direct: variable == side });
        }
    }
    found
}

/// `side = other` solved for a variable under an operator that has an inverse.
fn isolate(
    terms: &mut Terms,
    side: TermId,
    other: TermId,
    solvable: impl Fn(TermId) -> bool,
) -> Option<(TermId, TermId)> {
    if solvable(side) {
        return Some((side, other));
    }
    let inverse = match terms.op(side) {
        Op::BvNot => Op::BvNot,
        Op::BvNeg => Op::BvNeg,
        Op::IntNeg => Op::IntNeg,
        Op::BvXor => Op::BvXor,
        Op::BvAdd => Op::BvSub,
        Op::IntAdd => Op::IntSub,
        _ => return None,
    };
    match *terms.args(side) {
        [x] if solvable(x) => Some((x, terms.make(inverse, &[other]))),
        [x, c] | [c, x] if solvable(x) && terms.is_constant(c) => Some((x, terms.make(inverse, &[other, c]))),
        _ => None,
    }
}
