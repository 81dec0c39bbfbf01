//! A system without arrays: of each array it knows the cells at a few places.

use euclase_logic::{Op, Sort, StateVar, Substitution, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// How many places are looked at.
const MOST_PLACES: usize = 2;

/// How many cells there may be in all.
const MOST_CELLS: usize = 64;

/// How many ways to the error are told apart.
const MOST_WAYS: usize = 16;

/// Why there is no abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is nothing to abstract.
    NoArrays,
    /// No cell is looked at in the step to the error.
    NoReads,
    /// There are arrays of arrays, or too many.
    TooMany,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NoArrays => "there are no arrays",
            Refusal::NoReads => "no cell of an array is read where the error is",
            Refusal::TooMany => "there are too many arrays",
        })
    }
}

/// The system without arrays, and what its new variables are.
pub struct Abstraction {
    /// The system.
    pub system: TransitionSystem,
    /// The places: state variables that never change.
    pub places: Vec<TermId>,
    /// State variables for cells, each with its array and its place.
    pub cells: Vec<(TermId, TermId, TermId)>,
}

impl Abstraction {
    /// Abstracts a system.
    pub fn of(terms: &mut Terms, given: &TransitionSystem) -> Result<Abstraction, Refusal> {
        let arrays: Vec<&StateVar> = given.states.iter().filter(|s| terms.sort(s.current).is_array()).collect();
        if arrays.is_empty() {
            return Err(Refusal::NoArrays);
        }
        if arrays.iter().any(|s| s.update.is_none()) {
            return Err(Refusal::TooMany);
        }
        // First without places, to see which cells the error is about.
        let mut looking = Rewriter::new(given);
        let ways = ways_to_errors(terms, given);
        let mut wanted: FxHashMap<Sort, usize> = FxHashMap::default();
        let direct = terms.conjuncts(given.property);
        for way in ways.iter().flat_map(|(_, ways)| ways).chain(&direct) {
            let image = looking.scalar(terms, *way);
            for (sort, indices) in looking.indices(terms, image) {
                let most = wanted.entry(sort).or_default();
                *most = (*most).max(indices.len().min(MOST_PLACES));
            }
        }
        if wanted.is_empty() {
            return Err(Refusal::NoReads);
        }
        let mut rewriter = Rewriter::new(given);
        let mut places = Vec::new();
        let mut sorts: Vec<(Sort, usize)> = wanted.into_iter().collect();
        sorts.sort();
        for (sort, count) in sorts {
            for _ in 0..count {
                let place = terms.fresh_var("place", sort);
                rewriter.places.entry(sort).or_default().push(place);
                places.push(place);
            }
        }
        let mut cells = Vec::new();
        for array in &arrays {
            let (index, element) = parts(terms, array.current).ok_or(Refusal::TooMany)?;
            if element.is_array() {
                return Err(Refusal::TooMany);
            }
            for place in rewriter.places.get(&index).cloned().unwrap_or_default() {
                let name = format!("{}.cell", terms.var_name(array.current).unwrap_or("array"));
                let cell = terms.fresh_var(&name, element);
                rewriter.cells.insert((array.current, place), cell);
                cells.push((cell, array.current, place));
            }
        }
        if cells.len() > MOST_CELLS {
            return Err(Refusal::TooMany);
        }
        let system = rewriter.system(terms, given, &places, &cells, &ways)?;
        Ok(Abstraction { system, places, cells })
    }
}

/// The sorts of indices and cells of an array.
fn parts(terms: &Terms, array: TermId) -> Option<(Sort, Sort)> {
    match terms.sort(array) {
        Sort::Array(sort) => Some(terms.array_parts(sort)),
        _ => None,
    }
}

/// The variables that the property forbids, each with the ways in which a step makes it true.
fn ways_to_errors(terms: &mut Terms, given: &TransitionSystem) -> Vec<(TermId, Vec<TermId>)> {
    let mut found = Vec::new();
    for conjunct in terms.conjuncts(given.property) {
        let Some(error) = terms.negated(conjunct).filter(|error| terms.is_var(*error)) else { continue };
        let update = given.states.iter().find(|s| s.current == error).and_then(|s| s.update);
        if let Some(update) = update {
            found.push((update, ways(terms, update)));
        }
    }
    found
}

/// A formula as a disjunction, as far as that is small.
fn ways(terms: &mut Terms, formula: TermId) -> Vec<TermId> {
    let mut open = vec![formula];
    let mut found = Vec::new();
    while let Some(way) = open.pop() {
        let conjuncts = terms.conjuncts(way);
        let cases = |terms: &Terms, conjunct: TermId| match terms.negated(conjunct) {
            Some(inner) if terms.op(inner) == Op::And => Some(terms.args(inner).to_vec()),
            _ => None,
        };
        let split = conjuncts.iter().position(|conjunct| cases(terms, *conjunct).is_some());
        let Some(position) = split.filter(|_| open.len() + found.len() < MOST_WAYS) else {
            found.push(way);
            continue;
        };
        for case in cases(terms, conjuncts[position]).unwrap_or_default() {
            let mut parts = conjuncts.clone();
            parts[position] = terms.not(case);
            let part = terms.and(&parts);
            if terms.as_bool(part) != Some(false) {
                open.push(part);
            }
        }
    }
    found
}

/// What is to be rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Goal {
    /// A term that is no array.
    Scalar(TermId),
    /// The cell of an array at an index, which is rewritten already.
    Cell(TermId, TermId),
}

struct Rewriter {
    states: FxHashSet<TermId>,
    places: FxHashMap<Sort, Vec<TermId>>,
    cells: FxHashMap<(TermId, TermId), TermId>,
    memo: FxHashMap<Goal, TermId>,
    /// Inputs that stand for what is not known.
    inputs: Vec<TermId>,
    /// Of those that stand for a cell of a state's array, that array and the index.
    reads: FxHashMap<TermId, (TermId, TermId)>,
}

impl Rewriter {
    fn new(given: &TransitionSystem) -> Self {
        Rewriter {
            states: given.states.iter().map(|s| s.current).collect(),
            places: FxHashMap::default(),
            cells: FxHashMap::default(),
            memo: FxHashMap::default(),
            inputs: Vec::new(),
            reads: FxHashMap::default(),
        }
    }

    fn scalar(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.rewrite(terms, Goal::Scalar(term))
    }

    fn rewrite(&mut self, terms: &mut Terms, goal: Goal) -> TermId {
        let mut open = vec![goal];
        while let Some(top) = open.last().copied() {
            if self.memo.contains_key(&top) {
                open.pop();
                continue;
            }
            let missing: Vec<Goal> =
                self.needs(terms, top).into_iter().filter(|need| !self.memo.contains_key(need)).collect();
            if missing.is_empty() {
                // What has just been found may be what the index of a cell was missing.
                let more = self.needs(terms, top);
                if more.iter().all(|need| self.memo.contains_key(need)) {
                    let image = self.build(terms, top);
                    self.memo.insert(top, image);
                    open.pop();
                } else {
                    open.extend(more.into_iter().filter(|need| !self.memo.contains_key(need)));
                }
            } else {
                open.extend(missing);
            }
        }
        self.memo[&goal]
    }

    /// What must be known first.
    fn needs(&self, terms: &Terms, goal: Goal) -> Vec<Goal> {
        match goal {
            Goal::Scalar(term) => {
                if terms.op(term) == Op::Select {
                    let (array, index) = (terms.arg(term, 0), terms.arg(term, 1));
                    let index = Goal::Scalar(index);
                    return match self.memo.get(&index) {
                        Some(known) => vec![Goal::Cell(array, *known)],
                        None => vec![index],
                    };
                }
                if speaks_of_arrays(terms, term) {
                    return Vec::new();
                }
                terms.args(term).iter().map(|argument| Goal::Scalar(*argument)).collect()
            }
            Goal::Cell(array, index) => match terms.op(array) {
                Op::Store => {
                    let [base, at, value] = [0, 1, 2].map(|position| terms.arg(array, position));
                    vec![Goal::Scalar(at), Goal::Scalar(value), Goal::Cell(base, index)]
                }
                Op::Ite => {
                    let [condition, then, otherwise] = [0, 1, 2].map(|position| terms.arg(array, position));
                    vec![Goal::Scalar(condition), Goal::Cell(then, index), Goal::Cell(otherwise, index)]
                }
                Op::ConstArray(_) => vec![Goal::Scalar(terms.arg(array, 0))],
                _ => Vec::new(),
            },
        }
    }

    fn build(&mut self, terms: &mut Terms, goal: Goal) -> TermId {
        let known = |memo: &FxHashMap<Goal, TermId>, goal: Goal| memo[&goal];
        match goal {
            Goal::Scalar(term) => {
                if terms.op(term) == Op::Select {
                    let index = known(&self.memo, Goal::Scalar(terms.arg(term, 1)));
                    return known(&self.memo, Goal::Cell(terms.arg(term, 0), index));
                }
                if speaks_of_arrays(terms, term) {
                    return self.anything(terms, terms.sort(term));
                }
                let args: Vec<TermId> =
                    terms.args(term).iter().map(|argument| known(&self.memo, Goal::Scalar(*argument))).collect();
                if args == terms.args(term) { term } else { terms.make(terms.op(term), &args) }
            }
            Goal::Cell(array, index) => match terms.op(array) {
                Op::Store => {
                    let [base, at, value] = [0, 1, 2].map(|position| terms.arg(array, position));
                    let same = terms.eq(known(&self.memo, Goal::Scalar(at)), index);
                    let value = known(&self.memo, Goal::Scalar(value));
                    terms.ite(same, value, known(&self.memo, Goal::Cell(base, index)))
                }
                Op::Ite => {
                    let [condition, then, otherwise] = [0, 1, 2].map(|position| terms.arg(array, position));
                    let condition = known(&self.memo, Goal::Scalar(condition));
                    let then = known(&self.memo, Goal::Cell(then, index));
                    terms.ite(condition, then, known(&self.memo, Goal::Cell(otherwise, index)))
                }
                Op::ConstArray(_) => known(&self.memo, Goal::Scalar(terms.arg(array, 0))),
                _ => self.read(terms, array, index),
            },
        }
    }

    /// The cell of an array that nothing more is known of than its cells at the places.
    fn read(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        if let Some(cell) = self.cells.get(&(array, index)) {
            return *cell;
        }
        let Some((sort, element)) = parts(terms, array) else { return array };
        let mut value = self.anything(terms, element);
        if self.states.contains(&array) {
            self.reads.insert(value, (array, index));
            for place in self.places.get(&sort).cloned().unwrap_or_default().into_iter().rev() {
                if let Some(cell) = self.cells.get(&(array, place)) {
                    let here = terms.eq(index, place);
                    value = terms.ite(here, *cell, value);
                }
            }
        }
        value
    }

    fn anything(&mut self, terms: &mut Terms, sort: Sort) -> TermId {
        let input = terms.fresh_var("unknown", sort);
        self.inputs.push(input);
        input
    }

    /// The indices at which a rewritten formula looks at arrays, each once, by their sort.
    fn indices(&self, terms: &Terms, formula: TermId) -> Vec<(Sort, Vec<TermId>)> {
        let mut found: Vec<(Sort, Vec<TermId>)> = Vec::new();
        for input in terms.variables(&[formula]) {
            let Some((_, index)) = self.reads.get(&input) else { continue };
            let sort = terms.sort(*index);
            match found.iter_mut().find(|(known, _)| *known == sort) {
                Some((_, indices)) if indices.contains(index) => {}
                Some((_, indices)) => indices.push(*index),
                None => found.push((sort, vec![*index])),
            }
        }
        found
    }

    fn system(
        &mut self,
        terms: &mut Terms,
        given: &TransitionSystem,
        places: &[TermId],
        cells: &[(TermId, TermId, TermId)],
        errors: &[(TermId, Vec<TermId>)],
    ) -> Result<TransitionSystem, Refusal> {
        let mut states = Vec::new();
        for state in &given.states {
            if terms.sort(state.current).is_array() {
                continue;
            }
            let update = state.update.map(|update| self.scalar(terms, update));
            states.push(StateVar { update, ..state.clone() });
        }
        let mut add = |terms: &mut Terms, current: TermId, update: TermId| {
            let next = terms.fresh_var("next", terms.sort(current));
            states.push(StateVar { current, next, update: Some(update), origin: None });
        };
        for place in places {
            add(terms, *place, *place);
        }
        let updates: FxHashMap<TermId, TermId> =
            given.states.iter().filter_map(|s| Some((s.current, s.update?))).collect();
        for (cell, array, place) in cells {
            let update = self.rewrite(terms, Goal::Cell(updates[array], *place));
            add(terms, *cell, update);
        }
        let mut constraints: Vec<TermId> = Vec::new();
        for constraint in &given.constraints {
            constraints.push(self.scalar(terms, *constraint));
        }
        for (update, ways) in errors {
            constraints.push(self.counts(terms, *update, ways));
        }
        let init = self.start(terms, given, places);
        let property = self.property(terms, given.property)?;
        let mut inputs = given.inputs.clone();
        inputs.retain(|input| !terms.sort(*input).is_array());
        inputs.extend(&self.inputs);
        // A variable of the next state that is an array is said by nobody any more.
        let known: FxHashSet<TermId> =
            states.iter().flat_map(|s| [s.current, s.next]).chain(inputs.iter().copied()).collect();
        constraints.retain(|c| terms.variables(&[*c]).iter().all(|variable| known.contains(variable)));
        Ok(TransitionSystem {
            states,
            inputs,
            init,
            constraints,
            property,
            locations: given.locations.clone(),
            solved_inputs: Vec::new(),
            relation: None,
        })
    }

    /// The property, of which only violations count that are about the places.
    fn property(&mut self, terms: &mut Terms, property: TermId) -> Result<TermId, Refusal> {
        let mut parts = Vec::new();
        for conjunct in terms.conjuncts(property) {
            let image = self.scalar(terms, conjunct);
            let (mut here, mut chosen) = (Vec::new(), FxHashMap::default());
            for (sort, indices) in self.indices(terms, image) {
                let places = self.places.get(&sort).cloned().unwrap_or_default();
                if indices.len() > places.len() {
                    return Err(Refusal::TooMany);
                }
                for (place, index) in places.into_iter().zip(indices) {
                    here.push(terms.eq(place, index));
                    chosen.insert(index, place);
                }
            }
            // Where the index is the place, what is read is the cell.
            let mut cells = Vec::new();
            for input in terms.variables(&[image]) {
                match self.reads.get(&input) {
                    Some((array, index)) => cells.push((input, self.cells[&(*array, chosen[index])])),
                    None if self.inputs.contains(&input) => return Err(Refusal::TooMany),
                    None => {}
                }
            }
            let image = Substitution::new(cells).apply(terms, image);
            let here = terms.and(&here);
            parts.push(terms.implies(here, image));
        }
        Ok(terms.and(&parts))
    }

    /// That a step to an error goes one of the ways to it, and looks at the places: some choice of places is that of
    /// any execution, which is all that it takes.
    fn counts(&mut self, terms: &mut Terms, update: TermId, ways: &[TermId]) -> TermId {
        let mut counting = Vec::new();
        for way in ways {
            let image = self.scalar(terms, *way);
            let mut parts = vec![image];
            for (sort, indices) in self.indices(terms, image) {
                for (place, index) in self.places.get(&sort).cloned().unwrap_or_default().iter().zip(indices) {
                    parts.push(terms.eq(*place, index));
                }
            }
            counting.push(terms.and(&parts));
        }
        let image = self.scalar(terms, update);
        let counting = terms.or(&counting);
        terms.implies(image, counting)
    }

    /// The initial states: what is said of whole arrays is said of their cells at the places, or not at all.
    fn start(&mut self, terms: &mut Terms, given: &TransitionSystem, places: &[TermId]) -> TermId {
        let mut parts = Vec::new();
        for conjunct in terms.conjuncts(given.init) {
            if terms.op(conjunct) == Op::Eq && terms.sort(terms.arg(conjunct, 0)).is_array() {
                let (a, b) = (terms.arg(conjunct, 0), terms.arg(conjunct, 1));
                for place in places {
                    let Some((sort, _)) = self::parts(terms, a) else { continue };
                    if terms.sort(*place) == sort {
                        let a = self.rewrite(terms, Goal::Cell(a, *place));
                        let b = self.rewrite(terms, Goal::Cell(b, *place));
                        parts.push(terms.eq(a, b));
                    }
                }
                continue;
            }
            parts.push(self.scalar(terms, conjunct));
        }
        let unknown: FxHashSet<TermId> = self.inputs.iter().copied().collect();
        parts.retain(|part| terms.variables(&[*part]).iter().all(|variable| !unknown.contains(variable)));
        terms.and(&parts)
    }
}

/// Whether a term has arrays as arguments of which no single cell is asked for.
fn speaks_of_arrays(terms: &Terms, term: TermId) -> bool {
    terms.args(term).iter().any(|argument| terms.sort(*argument).is_array())
}
