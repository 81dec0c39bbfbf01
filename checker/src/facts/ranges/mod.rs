//! Ranges by abstract interpretation: intervals, constants, low bits, and differences between variables.
//!
//! Executions do not come far, and what they have in common says little about the end of a long loop. Here the steps
//! themselves are computed with sets of numbers, location by location along the edges, from the initial states until nothing
//! new arrives; bounds that keep moving go on to the next constant of the system, and two more rounds take back what
//! that went too far (Cousot and Cousot, POPL 1977). The result is a guess like any other: induction proves it or throws
//! parts of it away, so nothing rests on this being right.

mod number;
#[cfg(test)]
mod tests;
mod values;

use super::candidates::Candidates;
use super::frame::Frame;
use super::induction::Domain;
use super::simulate::Row;
use crate::ic3::control::Control;
use crate::words::mask;
use euclase_logic::{Op, Polynomials, TermId, Terms, TransitionSystem};
use number::{Range, signed_max, signed_min};
use rustc_hash::FxHashMap;
use std::time::Instant;
use values::Values;

/// How many pairs of variables have their difference followed.
const PAIRS: usize = 12;

/// Arrivals at a location until bounds jump to constants, and until they jump to the end.
const PATIENCE: u32 = 3;
const NO_PATIENCE: u32 = 12;

/// Rounds that take back what widening went too far.
const NARROWING: usize = 2;

/// How many branches of an update are computed one by one.
const BRANCHES: usize = 16;

/// How many choices inside each other are looked into for differences.
const DEPTH: usize = 3;

/// What is known of a location: a range for each term that is followed; none if nothing arrives.
type At = Option<Vec<Range>>;

/// The ranges at each location.
pub struct Ranges<'f> {
    frame: &'f Frame,
    candidates: Vec<Candidates>,
}

impl<'f> Ranges<'f> {
    /// Computes the ranges; none if the time is over before.
    pub fn new(
        terms: &mut Terms,
        system: &TransitionSystem,
        control: &mut Control,
        frame: &'f Frame,
        deadline: Instant,
    ) -> Option<Self> {
        let mut analysis = Analysis::new(terms, system, control, frame);
        analysis.run(terms, control, deadline)?;
        let mut candidates = Vec::new();
        for (location, at) in analysis.at.iter().enumerate() {
            let formulas = match at {
                Some(at) => analysis.said(terms, location, at),
                None => Vec::new(),
            };
            candidates.push(Candidates::new(terms, formulas.into_iter().map(|f| (f, None)).collect()));
        }
        Some(Ranges { frame, candidates })
    }

    /// Whether there is nothing to claim.
    pub fn is_empty(&self) -> bool {
        self.candidates.iter().all(Candidates::is_empty)
    }
}

impl Domain for Ranges<'_> {
    fn claims(&mut self, _: &mut Terms, location: usize, rows: &[Row]) -> Vec<TermId> {
        self.candidates[location].claims(self.frame, rows)
    }
}

/// A step in terms of what is followed.
struct Step {
    from: usize,
    to: usize,
    constraints: Vec<TermId>,
    /// The next value of each followed term; none where it does not matter.
    after: Vec<Option<TermId>>,
}

struct Analysis<'f> {
    frame: &'f Frame,
    /// Variables, and differences of two of them, with their widths.
    followed: Vec<(TermId, u32)>,
    /// The columns that each difference is made of.
    pairs: Vec<(usize, usize)>,
    /// That the first of a pair is less than the second, and the other way round, signed and unsigned.
    orders: Vec<[(TermId, TermId); 2]>,
    steps: Vec<Step>,
    thresholds: FxHashMap<u32, Vec<i64>>,
    at: Vec<At>,
    arrivals: Vec<u32>,
}

impl<'f> Analysis<'f> {
    fn new(terms: &mut Terms, system: &TransitionSystem, control: &mut Control, frame: &'f Frame) -> Self {
        let mut followed: Vec<(TermId, u32)> =
            frame.variables.iter().copied().zip(frame.widths.iter().copied()).collect();
        let pairs = compared(terms, system, frame);
        let mut orders = Vec::new();
        for (a, b) in &pairs {
            let (x, y) = (frame.variables[*a], frame.variables[*b]);
            followed.push((terms.bv_sub(x, y), frame.widths[*a]));
            let mut both = |op: Op| (terms.make(op, &[x, y]), terms.make(op, &[y, x]));
            orders.push([both(Op::BvSlt), both(Op::BvUlt)]);
        }
        let thresholds = frame.widths.iter().map(|width| (*width, frame.thresholds(*width))).collect();
        let places = control.locations.len();
        let mut analysis = Analysis {
            frame,
            followed,
            pairs,
            orders,
            steps: Vec::new(),
            thresholds,
            at: vec![None; places],
            arrivals: vec![0; places],
        };
        let mut polynomials = Polynomials::default();
        for number in 0..control.edges.len() {
            analysis.add_step(terms, control, number, &mut polynomials);
        }
        analysis
    }

    /// Whether a followed term matters at a location.
    fn matters(&self, location: usize, number: usize) -> bool {
        let live = |column: &usize| self.frame.live[location].binary_search(column).is_ok();
        match number.checked_sub(self.frame.variables.len()) {
            None => live(&number),
            Some(pair) => live(&self.pairs[pair].0) && live(&self.pairs[pair].1),
        }
    }

    fn add_step(&mut self, terms: &mut Terms, control: &mut Control, number: usize, polynomials: &mut Polynomials) {
        let edge = &mut control.edges[number];
        let mut after = Vec::new();
        for followed in 0..self.followed.len() {
            if !self.matters(edge.to, followed) {
                after.push(None);
                continue;
            }
            let next = match followed.checked_sub(self.frame.variables.len()) {
                None => edge.pre(terms, self.followed[followed].0),
                Some(pair) => {
                    let (a, b) = self.pairs[pair];
                    let [a, b] = [a, b].map(|column| edge.pre(terms, self.frame.variables[column]));
                    self.difference(terms, polynomials, (a, b), DEPTH)
                }
            };
            after.push(Some(next));
        }
        let (from, to, constraints) = (edge.from, edge.to, edge.constraints.clone());
        self.steps.push(Step { from, to, constraints, after });
    }

    /// The difference of two terms, by a followed one if it is that and a constant, case by case where the terms choose.
    fn difference(
        &self,
        terms: &mut Terms,
        polynomials: &mut Polynomials,
        (a, b): (TermId, TermId),
        depth: usize,
    ) -> TermId {
        let chooses = [a, b].into_iter().find(|t| terms.op(*t) == Op::Ite).filter(|_| depth > 0);
        if let Some(choice) = chooses {
            let condition = terms.arg(choice, 0);
            let case = |t: TermId, n: usize| match terms.op(t) {
                Op::Ite if terms.arg(t, 0) == condition => terms.arg(t, n),
                _ => t,
            };
            let cases = [1, 2].map(|n| (case(a, n), case(b, n)));
            let [then, other] = cases.map(|case| self.difference(terms, polynomials, case, depth - 1));
            return terms.ite(condition, then, other);
        }
        let plain = terms.bv_sub(a, b);
        let width = terms.width(plain);
        for (known, _) in self.followed[self.frame.variables.len()..].iter().filter(|(_, w)| *w == width) {
            let rest = polynomials.difference(terms, plain, *known).and_then(|rest| rest.as_constant());
            if let Some(rest) = rest {
                let rest = terms.bv(width, rest);
                return terms.make_raw(Op::BvAdd, &[*known, rest]);
            }
        }
        plain
    }

    fn run(&mut self, terms: &mut Terms, control: &Control, deadline: Instant) -> Option<()> {
        let initial: Vec<At> = control.locations.iter().map(|l| self.initial(terms, l.init.as_deref()?)).collect();
        let mut pending: Vec<bool> = initial.iter().map(Option::is_some).collect();
        self.at = initial.clone();
        while let Some(here) = pending.iter().position(|p| *p) {
            pending[here] = false;
            for number in 0..self.steps.len() {
                if self.steps[number].from != here {
                    continue;
                }
                if Instant::now() >= deadline {
                    return None;
                }
                if let Some(after) = self.step(terms, number) {
                    let to = self.steps[number].to;
                    pending[to] |= self.arrive(to, after);
                }
            }
        }
        for _ in 0..NARROWING {
            self.narrow(terms, &initial, deadline)?;
        }
        Some(())
    }

    /// The initial states at a location; none if there are none.
    fn initial(&self, terms: &Terms, init: &[TermId]) -> At {
        let mut values = Values::default();
        values.assume(terms, init, true).ok()?;
        Some(self.followed.iter().map(|(t, width)| values.range(terms, *t).unwrap_or(Range::all(*width))).collect())
    }

    /// What arrives by a step; none if it is not possible.
    fn step(&self, terms: &Terms, number: usize) -> At {
        let step = &self.steps[number];
        let mut values = Values::default();
        for ((term, _), range) in self.followed.iter().zip(self.at[step.from].as_ref()?) {
            values.set(*term, *range);
        }
        values.assume(terms, &step.constraints, true).ok()?;
        self.relate(terms, &mut values)?;
        let mut after = Vec::new();
        for (next, (_, width)) in step.after.iter().zip(&self.followed) {
            after.push(match next {
                Some(next) => branches(terms, &values, *next).unwrap_or(Range::all(*width)),
                None => Range::all(*width),
            });
        }
        Some(after)
    }

    /// What variables and their differences say of each other.
    fn relate(&self, terms: &Terms, values: &mut Values) -> Option<()> {
        for (pair, (a, b)) in self.pairs.iter().enumerate() {
            let [a, b] = [a, b].map(|column| self.frame.variables[*column]);
            let difference = self.followed[self.frame.variables.len() + pair].0;
            let (of_a, of_b) = (values.range(terms, a)?, values.range(terms, b)?);
            let apart = values.range(terms, difference)?.meet(&of_a.minus(&of_b))?;
            let ordered = self.ordered(terms, values, pair, (of_a, of_b));
            let apart = ordered.map_or(Some(apart), |ordered| apart.meet(&ordered))?;
            values.set(difference, apart);
            values.set(a, of_a.meet(&of_b.plus(&apart))?);
            values.set(b, of_b.meet(&of_a.minus(&apart))?);
        }
        values.forget_computed();
        Some(())
    }

    /// What the order of two variables says of their difference, where that does not overflow.
    fn ordered(&self, terms: &Terms, values: &mut Values, pair: usize, (of_a, of_b): (Range, Range)) -> Option<Range> {
        let (width, least, greatest) = (of_a.width, signed_min(of_a.width), signed_max(of_a.width));
        let lowest = i128::from(of_a.signed.0) - i128::from(of_b.signed.1);
        let highest = i128::from(of_a.signed.1) - i128::from(of_b.signed.0);
        if lowest < i128::from(least) || highest > i128::from(greatest) {
            return None;
        }
        let [signed, unsigned] = self.orders[pair];
        let natural = of_a.signed.0 >= 0 && of_b.signed.0 >= 0;
        let mut truth = |atom: TermId| values.range(terms, atom)?.single();
        let mut either = |a: TermId, b: TermId| truth(a).or_else(|| if natural { truth(b) } else { None });
        match (either(signed.0, unsigned.0), either(signed.1, unsigned.1)) {
            (Some(1), _) => Range::signed_between(width, least, -1),
            (_, Some(1)) => Range::signed_between(width, 1, greatest),
            (Some(_), Some(_)) => Some(Range::one(width, 0)),
            (Some(_), None) => Range::signed_between(width, 0, greatest),
            (None, Some(_)) => Range::signed_between(width, least, 0),
            (None, None) => None,
        }
    }

    /// Joins what arrives to what is known at a location; whether that is news.
    fn arrive(&mut self, location: usize, after: Vec<Range>) -> bool {
        let Some(here) = &mut self.at[location] else {
            self.at[location] = Some(after);
            return true;
        };
        self.arrivals[location] += 1;
        let arrivals = self.arrivals[location];
        let mut changed = false;
        for (old, new) in here.iter_mut().zip(after) {
            let joined = old.join(&new);
            if joined == *old {
                continue;
            }
            changed = true;
            let thresholds = self.thresholds.get(&old.width).map_or(&[][..], Vec::as_slice);
            *old = match arrivals {
                0..PATIENCE => joined,
                PATIENCE..NO_PATIENCE => old.widen(&joined, thresholds),
                _ => old.widen(&joined, &[]),
            };
        }
        changed
    }

    /// Computes every location again from those before it.
    fn narrow(&mut self, terms: &Terms, initial: &[At], deadline: Instant) -> Option<()> {
        for (location, start) in initial.iter().enumerate() {
            let mut again = start.clone();
            for number in (0..self.steps.len()).filter(|n| self.steps[*n].to == location) {
                if Instant::now() >= deadline {
                    return None;
                }
                let Some(after) = self.step(terms, number) else { continue };
                again = Some(match again {
                    Some(again) => again.iter().zip(&after).map(|(a, b)| a.join(b)).collect(),
                    None => after,
                });
            }
            let both = |(old, new): (&Range, &Range)| old.meet(new).unwrap_or(*old);
            self.at[location] = match (&self.at[location], again) {
                (Some(old), Some(new)) => Some(old.iter().zip(&new).map(both).collect()),
                _ => None,
            };
        }
        Some(())
    }

    /// The ranges at a location as formulas.
    fn said(&self, terms: &mut Terms, location: usize, at: &[Range]) -> Vec<TermId> {
        let mut formulas = Vec::new();
        for (number, range) in at.iter().enumerate().filter(|(number, _)| self.matters(location, *number)) {
            let term = self.followed[number].0;
            match number.checked_sub(self.frame.variables.len()) {
                None if self.frame.is_bool(terms, number) => {
                    formulas.extend(range.single().map(|truth| if truth == 1 { term } else { terms.not(term) }));
                }
                None => say(terms, term, range, &mut formulas),
                Some(pair) => {
                    let (a, b) = self.pairs[pair];
                    let apart = at[a].minus(&at[b]);
                    // What follows from the ranges of the two is not worth saying.
                    if apart != *range {
                        let [a, b] = [a, b].map(|column| self.frame.variables[column]);
                        say_difference(terms, (a, b), range, &mut formulas);
                    }
                }
            }
        }
        formulas
    }
}

/// The range of a term, with the outermost choices in it taken one by one.
fn branches(terms: &Terms, values: &Values, root: TermId) -> Option<Range> {
    let mut open = vec![(values.clone(), root)];
    let (mut result, mut left): (Option<Range>, usize) = (None, BRANCHES);
    while let Some((mut values, term)) = open.pop() {
        if terms.op(term) == Op::Ite && left > 0 {
            let (condition, then, other) = (terms.arg(term, 0), terms.arg(term, 1), terms.arg(term, 2));
            for (truth, branch) in [(true, then), (false, other)] {
                let mut inside = values.clone();
                left = left.saturating_sub(1);
                if inside.assume(terms, &[condition], truth).is_ok() {
                    open.push((inside, branch));
                }
            }
            continue;
        }
        let range = values.range(terms, term)?;
        result = Some(result.map_or(range, |known| known.join(&range)));
    }
    result
}

fn say(terms: &mut Terms, term: TermId, range: &Range, formulas: &mut Vec<TermId>) {
    let width = range.width;
    if let Some(number) = range.single() {
        let number = terms.bv(width, number);
        return formulas.push(terms.eq(term, number));
    }
    let natural = range.signed.0 >= 0;
    let bound = |terms: &mut Terms, number: u64| terms.bv(width, number & mask(width));
    if range.signed.0 > signed_min(width) {
        let least = bound(terms, range.signed.0 as u64);
        formulas.push(terms.bv_sle(least, term));
    }
    if range.signed.1 < signed_max(width) {
        let greatest = bound(terms, range.signed.1 as u64);
        formulas.push(terms.bv_sle(term, greatest));
    }
    if range.unsigned.0 > 0 && !natural {
        let least = bound(terms, range.unsigned.0);
        formulas.push(terms.bv_ule(least, term));
    }
    if range.unsigned.1 < mask(width) && !natural {
        let greatest = bound(terms, range.unsigned.1);
        formulas.push(terms.bv_ule(term, greatest));
    }
    if range.known > 0 {
        let (bits, low) = (terms.extract(range.known - 1, 0, term), terms.bv(range.known, range.low));
        formulas.push(terms.eq(bits, low));
    }
}

fn say_difference(terms: &mut Terms, (a, b): (TermId, TermId), range: &Range, formulas: &mut Vec<TermId>) {
    if let Some(number) = range.single() {
        let apart = terms.bv(range.width, number);
        let sum = terms.bv_add(b, apart);
        return formulas.push(terms.eq(a, sum));
    }
    let difference = terms.bv_sub(a, b);
    say(terms, difference, range, formulas);
}

/// Columns of one width that the system compares with each other, or with a constant between.
fn compared(terms: &Terms, system: &TransitionSystem, frame: &Frame) -> Vec<(usize, usize)> {
    let columns: FxHashMap<TermId, usize> = frame.variables.iter().enumerate().map(|(n, v)| (*v, n)).collect();
    let mut roots: Vec<TermId> = system.states.iter().filter_map(|s| s.update).collect();
    roots.extend(&system.constraints);
    roots.push(system.property);
    let mut pairs = Vec::new();
    for term in terms.postorder(&roots) {
        let (Op::Eq | Op::BvUlt | Op::BvSlt, [a, b]) = (terms.op(term), terms.args(term)) else { continue };
        let column = |side: &TermId| match (terms.op(*side), terms.args(*side)) {
            (Op::BvAdd, [x, c]) if terms.is_constant(*c) => columns.get(x).copied(),
            (Op::BvAdd, [c, x]) if terms.is_constant(*c) => columns.get(x).copied(),
            _ => columns.get(side).copied(),
        };
        let (Some(a), Some(b)) = (column(a), column(b)) else { continue };
        let pair = (a.min(b), a.max(b));
        if a != b && frame.widths[a] > 1 && frame.widths[a] == frame.widths[b] && !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs.truncate(PAIRS);
    pairs
}
