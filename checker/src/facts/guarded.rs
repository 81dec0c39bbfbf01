//! Facts about one place of many: what holds below a counter, or from it on.
//!
//! A variable that never changes and could be anything stands for all of its values at once: a place in an array, say.
//! What is known about it depends on where it is: the cell at a place below `i` has been written, the others have not.
//! What the place is held against are the terms that the system compares it with (`3 * i - j`), also as they were before a
//! step (`3 * i - 3`, where `j` starts at 3). What may be known are equations between cells, and what the error denies.

use super::candidates::Candidates;
use super::frame::Frame;
use super::induction::Domain;
use super::simulate::Row;
use crate::ic3::control::Control;
use euclase_logic::{Op, Substitution, TermId, Terms, TransitionSystem};
use rustc_hash::FxHashSet;

/// How many formulas are tried at a location.
const FORMULAS: usize = 2000;

/// How many constants of the system a variable is compared with.
const CONSTANTS: usize = 6;

/// How many states may be needed for each location: there is much to be wrong about.
const MODELS: usize = 80;

/// How many terms a place is held against at a location, how large they may be, and from how many steps back they come.
const BOUNDS: usize = 6;
const BOUND_SIZE: usize = 16;
const STEPS_BACK: usize = 3;

/// Formulas of the form "if the place is below this, then that".
pub struct Guarded<'f> {
    frame: &'f Frame,
    /// The columns that never change.
    rigid: Vec<usize>,
    /// The columns of variables that the system compares them with.
    counters: Vec<usize>,
    /// What places are held against, by location.
    bounds: Vec<Vec<TermId>>,
    /// What must hold for the error not to be reached.
    asserted: Vec<TermId>,
    candidates: Vec<Option<Candidates>>,
}

impl<'f> Guarded<'f> {
    /// The domain for a system; nothing if no variable stays as it is for ever.
    pub fn new(terms: &mut Terms, system: &TransitionSystem, control: &mut Control, frame: &'f Frame) -> Option<Self> {
        let is_rigid =
            |variable: &TermId| system.states.iter().any(|s| s.current == *variable && s.update == Some(*variable));
        let columns = 0..frame.variables.len();
        let rigid: Vec<usize> = columns.filter(|c| frame.widths[*c] > 1 && is_rigid(&frame.variables[*c])).collect();
        if rigid.is_empty() {
            return None;
        }
        let candidates = frame.live.iter().map(|_| None).collect();
        let places: Vec<TermId> = rigid.iter().map(|column| frame.variables[*column]).collect();
        let bounds = bounds(terms, control, frame, &places);
        let compared: FxHashSet<TermId> = bounds.iter().flat_map(|bounds| terms.variables(bounds)).collect();
        let is_counter = |column: &usize| compared.contains(&frame.variables[*column]) && !rigid.contains(column);
        let counters: Vec<usize> = (0..frame.variables.len()).filter(is_counter).collect();
        let excluded = counters.iter().chain(&rigid).map(|column| frame.variables[*column]).collect();
        let asserted = asserted(terms, control, frame, &places, &excluded);
        Some(Guarded { frame, rigid, counters, bounds, asserted, candidates })
    }

    fn candidates(&self, terms: &mut Terms, location: usize) -> Candidates {
        let needed = self.frame.needed[location].iter().copied().filter(|c| self.frame.widths[*c] > 1);
        let others: Vec<usize> = needed.filter(|c| !self.rigid.contains(c) && !self.counters.contains(c)).collect();
        let is_live =
            |variable: &TermId| self.frame.live[location].iter().any(|c| self.frame.variables[*c] == *variable);
        let mut asserted = self.asserted.clone();
        asserted.retain(|formula| terms.variables(&[*formula]).iter().all(is_live));
        let mut formulas = Vec::new();
        for place in self.rigid.iter().filter(|place| self.frame.live[location].contains(place)) {
            let mut guards = Vec::new();
            let (place, width) = (self.frame.variables[*place], self.frame.widths[*place]);
            for bound in &self.bounds[location] {
                guards.extend(below(terms, place, width, *bound));
            }
            for number in self.numbers(width) {
                let bound = terms.bv(width, number);
                guards.push(terms.bv_ult(place, bound));
            }
            guards.retain(|guard| terms.as_bool(*guard).is_none());
            let equations = self.conclusions(terms, place, width, &others);
            for conclusion in asserted.iter().copied().chain(equations) {
                formulas.push((conclusion, None));
                for guard in &guards {
                    if formulas.len() < FORMULAS {
                        formulas.push((terms.implies(*guard, conclusion), Some(conclusion)));
                    }
                }
            }
        }
        Candidates::new(terms, formulas)
    }

    /// Constants that places of a width may be compared with: counters are often narrower than places.
    fn numbers(&self, width: u32) -> Vec<u64> {
        let own = self.frame.pool.constants(width).iter().copied();
        let narrow = self.frame.pool.constants(32).iter().copied().filter(|n| width > 32 && *n < 1 << 31);
        let mut numbers: Vec<u64> = narrow.chain(own).filter(|number| *number > 0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        // The largest are the ends of arrays.
        numbers.into_iter().rev().filter(|number| *number < 1 << 40).take(CONSTANTS / 2).collect()
    }

    /// What may be true of variables.
    fn conclusions(&self, terms: &mut Terms, place: TermId, width: u32, columns: &[usize]) -> Vec<TermId> {
        let mut found = Vec::new();
        for (position, column) in columns.iter().enumerate() {
            let (variable, own) = (self.frame.variables[*column], self.frame.widths[*column]);
            for number in self.frame.pool.constants(own).iter().chain(&[0]).take(CONSTANTS) {
                let constant = terms.bv(own, *number);
                found.push(terms.eq(variable, constant));
            }
            if own <= width {
                let low = terms.extract(own - 1, 0, place);
                found.push(terms.eq(variable, low));
            }
            let zero = terms.bv(own, 0);
            found.push(terms.bv_sle(zero, variable));
            for other in columns[position + 1..].iter().filter(|other| self.frame.widths[**other] == own) {
                let other = self.frame.variables[*other];
                found.push(terms.eq(variable, other));
                found.push(terms.bv_sle(variable, other));
                found.push(terms.bv_sle(other, variable));
            }
        }
        found
    }
}

/// That the place is below a bound or above it, and that it is not.
fn below(terms: &mut Terms, place: TermId, width: u32, bound: TermId) -> Vec<TermId> {
    let bound = match terms.sort(bound).width() {
        Some(own) if own < width => terms.sign_extend(width - own, bound),
        Some(own) if own == width => bound,
        _ => return Vec::new(),
    };
    let (below, above) = (terms.bv_ult(place, bound), terms.bv_ult(bound, place));
    let (not_below, not_above) = (terms.not(below), terms.not(above));
    vec![below, not_below, above, not_above]
}

/// The terms over the state that places are compared with on the edges from a location, and what these are a few steps
/// earlier.
fn bounds(terms: &mut Terms, control: &mut Control, frame: &Frame, places: &[TermId]) -> Vec<Vec<TermId>> {
    let mut found: Vec<Vec<TermId>> = control.locations.iter().map(|_| Vec::new()).collect();
    let fits = |terms: &Terms, bound: TermId| {
        let variables = terms.variables(&[bound]);
        let over_state = variables.iter().all(|v| frame.variables.contains(v) && !places.contains(v));
        over_state && !terms.is_constant(bound) && terms.size(&[bound]) <= BOUND_SIZE
    };
    let add = |terms: &Terms, found: &mut Vec<TermId>, bound: TermId| {
        if found.len() < BOUNDS && !found.contains(&bound) && fits(terms, bound) {
            found.push(bound);
        }
    };
    for edge in &mut control.edges {
        let mut roots = edge.constraints.clone();
        roots.extend(frame.variables.iter().map(|variable| edge.pre(terms, *variable)));
        for term in terms.postorder(&roots) {
            let (Op::Eq, [a, b]) = (terms.op(term), terms.args(term)) else { continue };
            match (places.contains(a), places.contains(b)) {
                (true, false) => add(terms, &mut found[edge.from], *b),
                (false, true) => add(terms, &mut found[edge.from], *a),
                _ => {}
            }
        }
    }
    // A variable alone is worth more than what it is part of.
    for at in &mut found {
        let variables: Vec<TermId> = terms.variables(at).into_iter().collect();
        variables.into_iter().for_each(|variable| add(terms, at, variable));
    }
    // What a counter is compared with is where it ends.
    for edge in &control.edges {
        for term in terms.postorder(&edge.constraints) {
            let (Op::BvSlt | Op::BvUlt, [a, b]) = (terms.op(term), terms.args(term)) else { continue };
            match (found[edge.from].contains(a), found[edge.from].contains(b)) {
                (true, false) => add(terms, &mut found[edge.from], *b),
                (false, true) => add(terms, &mut found[edge.from], *a),
                _ => {}
            }
        }
    }
    for _ in 0..STEPS_BACK {
        for edge in &mut control.edges {
            for bound in found[edge.to].clone() {
                let before = edge.pre(terms, bound);
                add(terms, &mut found[edge.from], before);
            }
        }
    }
    found
}

/// What the steps to an error deny of variables other than these.
fn asserted(
    terms: &mut Terms,
    control: &Control,
    frame: &Frame,
    places: &[TermId],
    excluded: &FxHashSet<TermId>,
) -> Vec<TermId> {
    let mut found = Vec::new();
    for edge in &control.edges {
        if terms.as_bool(control.locations[edge.to].bad) == Some(false) {
            continue;
        }
        // The error is about the place, so a read there is a read of its cell.
        let is_place = |side: &TermId| places.contains(side);
        let (here, rest): (Vec<TermId>, Vec<TermId>) =
            edge.constraints.iter().partition(|c| terms.op(**c) == Op::Eq && terms.args(**c).iter().any(is_place));
        let yes = terms.tt();
        let mut at_place = Substitution::new(here.into_iter().map(|atom| (atom, yes)));
        let mut about: Vec<TermId> = rest.into_iter().map(|c| at_place.apply(terms, c)).collect();
        about.retain(|constraint| {
            let variables = terms.variables(&[*constraint]);
            !variables.is_empty() && variables.iter().all(|v| frame.variables.contains(v) && !excluded.contains(v))
        });
        let denied = terms.and(&about);
        let holds = terms.not(denied);
        if terms.as_bool(holds).is_none() && !found.contains(&holds) {
            found.push(holds);
        }
    }
    found
}

impl Domain for Guarded<'_> {
    fn claims(&mut self, terms: &mut Terms, location: usize, rows: &[Row]) -> Vec<TermId> {
        let mut candidates = match self.candidates[location].take() {
            Some(candidates) => candidates,
            None => self.candidates(terms, location),
        };
        let claims = candidates.claims(self.frame, rows);
        self.candidates[location] = Some(candidates);
        claims
    }

    fn models(&self) -> usize {
        MODELS
    }
}
