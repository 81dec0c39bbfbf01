//! Facts about all reachable states, found before a search starts and proved by induction.
//!
//! What every engine would have to discover for itself is looked for once, cheaply, and handed over
//! as [`Task::facts`](crate::Task): together these formulas hold initially and are kept by every step.
//!
//! Sets of values are read off the step functions ([`values`]). The rest is guessed from executions
//! ([`simulate`]) or computed with sets of numbers ([`ranges`]), and weakened until it is inductive ([`induction`]), in stages from cheap to
//! expensive: equations, bounds, what holds on one side of a variable, comparisons. A stage takes for granted what earlier ones proved,
//! and one that runs out of time gives nothing.

pub(crate) mod affine;
mod bounds;
mod candidates;
mod equalities;
mod frame;
mod guarded;
mod induction;
mod orders;
mod ranges;
mod simulate;
mod tape;
#[cfg(test)]
mod tests;
pub mod values;

use crate::answer::Task;
use crate::budget;
use crate::ic3;
use crate::ic3::control::{Control, one_hot};
use crate::solver::{Answer, QueryKind, SolverFactory};
use bounds::Bounds;
use equalities::Equalities;
use euclase_logic::TermId;
use frame::Frame;
use guarded::Guarded;
use induction::{Claims, Domain, Induction};
use orders::Orders;
use ranges::Ranges;
use rustc_hash::{FxHashMap, FxHashSet};
use simulate::Row;
use std::time::{Duration, Instant};

/// The budget of one query, in Z3's units.
const RLIMIT: u32 = 100_000;

/// How many terms and edges a system may have for steps to be asked about.
const LARGE: usize = 5_000;
const MANY_EDGES: usize = 600;

/// Formulas over the state that together are inductive. Where locations are marked and exclude each other,
/// they say so. Takes `longest` at most, as a rule.
pub fn find(task: &mut Task, longest: Duration) -> Vec<TermId> {
    let mut control = ic3::control(task, &ic3::Options::default());
    let start = Instant::now();
    let mut search = Search { start, budget: budget::within_share(longest, task.deadline), known: Vec::new() };
    search.read_values(task, &mut control);
    if is_large(task, &control) {
        log::debug!("facts: the system is too large for more than sets of values");
    } else {
        search.guess(task, &mut control);
    }
    search.forget_ends(task, &control);
    let kept = search.drop_implied(task);
    task.count("facts: kept", kept);
    let facts = search.said(task, &control);
    task.count("facts: milliseconds", start.elapsed().as_millis() as u64);
    facts
}

/// Whether steps are too large to be asked about within a tiny budget.
fn is_large(task: &Task, control: &Control) -> bool {
    let updates = task.system.states.iter().filter_map(|state| state.update);
    let roots: Vec<TermId> = updates.chain(task.system.constraints.iter().copied()).collect();
    task.terms.size(&roots) > LARGE || control.edges.len() > MANY_EDGES
}

struct Search {
    start: Instant,
    budget: Duration,
    /// What is known at each location; no list where nothing arrives.
    known: Vec<Claims>,
}

impl Search {
    /// When a share of the budget is spent.
    fn until(&self, share: f64) -> Instant {
        self.start + self.budget.mul_f64(share)
    }

    fn read_values(&mut self, task: &mut Task, control: &mut Control) {
        let deadline = Some(self.until(0.5));
        let values = values::values_at(task.terms, task.system, control, deadline);
        self.known = match values {
            None => control.locations.iter().map(|_| Some(Vec::new())).collect(),
            Some(values) => values.into_iter().map(|place| place.map(|at| as_formulas(task, at))).collect(),
        };
        let count = self.known.iter().flatten().map(|facts| facts.len() as u64).sum();
        task.count("facts: sets of values", count);
    }

    /// Finds the facts that are guessed from executions.
    fn guess(&mut self, task: &mut Task, control: &mut Control) {
        let frame = Frame::new(task.terms, task.system, control);
        let until = self.until(0.3).min(Instant::now() + budget::SIMULATION);
        let rows = simulate::visit(task.terms, control, &frame.variables, &frame.pool, until);
        task.count("facts: states simulated", rows.iter().map(|rows| rows.len() as u64).sum());
        self.stage(task, control, &frame, &rows, ("facts: equations", 0.5), &mut Equalities::new(&frame));
        if task.tuning.ranges && !self.is_decided(task, control) {
            let until = self.until(0.6).min(Instant::now() + budget::RANGES);
            let ranges = Ranges::new(task.terms, task.system, control, &frame, until);
            task.count("facts: ranges computed", u64::from(ranges.is_some()));
            if let Some(mut ranges) = ranges.filter(|ranges| !ranges.is_empty()) {
                self.stage(task, control, &frame, &rows, ("facts: ranges", 0.7), &mut ranges);
            }
        }
        if !self.is_decided(task, control) {
            let open = self.undetermined(task, &frame);
            self.stage(task, control, &frame, &rows, ("facts: bounds", 0.75), &mut Bounds::new(&frame, open));
        }
        if !self.is_decided(task, control)
            && let Some(mut guarded) = Guarded::new(task.terms, task.system, control, &frame)
        {
            self.stage(task, control, &frame, &rows, ("facts: about places", 0.9), &mut guarded);
        }
        if !self.is_decided(task, control) {
            // There are too many pairs with what is remembered.
            let mut open = self.undetermined(task, &frame);
            open.iter_mut().zip(&frame.needed).for_each(|(open, needed)| open.retain(|c| needed.contains(c)));
            let mut orders = Orders::new(task.terms, task.system, &frame, open, &self.known);
            self.stage(task, control, &frame, &rows, ("facts: comparisons", 1.0), &mut orders);
        }
    }

    /// Drops what is known where executions end and the property does not look at it: nothing rests on that.
    fn forget_ends(&mut self, task: &Task, control: &Control) {
        let goes_on: FxHashSet<usize> = control.edges.iter().map(|edge| edge.from).collect();
        for (location, known) in self.known.iter_mut().enumerate() {
            if !goes_on.contains(&location) && task.terms.is_constant(control.locations[location].bad) {
                known.iter_mut().for_each(Vec::clear);
            }
        }
    }

    /// The columns that no known fact determines, at each location.
    fn undetermined(&self, task: &Task, frame: &Frame) -> Vec<Vec<usize>> {
        let known = |location: usize| self.known[location].as_deref().unwrap_or_default();
        (0..self.known.len()).map(|location| frame.undetermined(task.terms, location, known(location))).collect()
    }

    /// Whether nothing arrives where the property can be violated.
    fn is_decided(&self, task: &Task, control: &Control) -> bool {
        let mut places = control.locations.iter().zip(&self.known);
        places.all(|(place, known)| known.is_none() || task.terms.as_bool(place.bad) == Some(false))
    }

    /// Adds what a domain comes to.
    fn stage(
        &mut self,
        task: &mut Task,
        control: &mut Control,
        frame: &Frame,
        rows: &[Vec<Row>],
        (name, share): (&'static str, f64),
        domain: &mut dyn Domain,
    ) {
        let deadline = self.until(share);
        let factory = SolverFactory::concrete(&task.statistics).until(Some(deadline));
        let mut rows = rows.to_vec();
        let mut induction = Induction {
            terms: task.terms,
            control,
            variables: &frame.variables,
            known: &self.known,
            factory,
            rlimit: RLIMIT,
            deadline,
            solvers: FxHashMap::default(),
        };
        let before = Instant::now();
        let proved = induction.prove(domain, &mut rows);
        log::debug!("{name}: {} after {:?}", if proved.is_some() { "proved" } else { "given up" }, before.elapsed());
        let mut found = 0;
        for (known, claims) in self.known.iter_mut().zip(proved.into_iter().flatten()) {
            match (known.as_mut(), claims) {
                (Some(known), Some(claims)) => {
                    let seen: FxHashSet<TermId> = known.iter().copied().collect();
                    let new: Vec<TermId> = claims.into_iter().filter(|claim| !seen.contains(claim)).collect();
                    found += new.len() as u64;
                    known.extend(new);
                }
                (_, None) => *known = None,
                (None, _) => {}
            }
        }
        task.count(name, found);
    }

    /// Drops what follows from the rest, the latest first, and says how much is left. Together the facts
    /// say the same as before, so they stay inductive.
    fn drop_implied(&mut self, task: &mut Task) -> u64 {
        let deadline = self.until(1.0) + self.budget / 10;
        let factory = SolverFactory::concrete(&task.statistics).until(Some(deadline));
        let mut count = 0;
        for known in self.known.iter_mut().flatten() {
            let mut solver = factory.solver(RLIMIT);
            let mut position = known.len();
            while position > 0 && Instant::now() < deadline {
                position -= 1;
                let fact = known.swap_remove(position);
                let mut assumptions = known.clone();
                assumptions.push(task.terms.not(fact));
                if solver.check(task.terms, QueryKind::Induction, &assumptions) != Answer::Unsat {
                    known.push(fact);
                    let last = known.len() - 1;
                    known.swap(position, last);
                }
            }
            count += known.len() as u64;
        }
        count
    }

    /// Everything known as formulas over the whole state.
    fn said(self, task: &mut Task, control: &Control) -> Vec<TermId> {
        let terms = &mut *task.terms;
        let mut facts = Vec::new();
        for (place, known) in control.locations.iter().zip(&self.known) {
            let known: Vec<TermId> = match known {
                Some(known) => known.clone(),
                None => vec![terms.ff()],
            };
            for fact in known {
                let said = match place.variable {
                    Some(here) => terms.implies(here, fact),
                    None => fact,
                };
                log::debug!("fact: {}", terms.sketch(said));
                facts.push(said);
            }
        }
        if control.locations[0].variable.is_some() {
            facts.extend(one_hot(terms, &task.system.locations));
        }
        facts.retain(|fact| terms.as_bool(*fact) != Some(true));
        facts
    }
}

/// That each variable has one of its values, for those that have one at least.
fn as_formulas(task: &mut Task, at: values::ValuesAt) -> Vec<TermId> {
    let terms = &mut *task.terms;
    let mut of_each: Vec<(TermId, Vec<TermId>)> = at.into_iter().collect();
    of_each.sort();
    let mut facts = Vec::new();
    for (variable, values) in of_each {
        let cases: Vec<TermId> = values.iter().map(|value| terms.eq(variable, *value)).collect();
        let fact = terms.or(&cases);
        if terms.as_bool(fact).is_none() {
            facts.push(fact);
        }
    }
    facts
}
