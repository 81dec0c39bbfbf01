//! What there is to have facts about: the variables that can be observed, and at which location they
//! matter.

use super::simulate::Pool;
use crate::ic3::control::Control;
use crate::words::{fitting_width, mask, signed};
use euclase_logic::{Op, Sort, TermId, Terms, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// The observed variables and where they matter.
pub struct Frame {
    /// The variables, in the order of the columns of rows.
    pub variables: Vec<TermId>,
    /// The width of each.
    pub widths: Vec<u32>,
    /// Constants of the system.
    pub pool: Pool,
    /// The columns that matter at each location, and those remembered from earlier ones.
    pub live: Vec<Vec<usize>>,
    /// The columns that matter at each location.
    pub needed: Vec<Vec<usize>>,
}

impl Frame {
    /// The frame of a system with its control flow.
    pub fn new(terms: &mut Terms, system: &TransitionSystem, control: &mut Control) -> Self {
        let mut variables = control.data(system);
        variables.retain(|variable| fitting_width(terms.sort(*variable)).is_some());
        let widths = variables.iter().filter_map(|v| fitting_width(terms.sort(*v))).collect();
        let mut roots: Vec<TermId> = system.states.iter().filter_map(|s| s.update).collect();
        roots.extend(&system.constraints);
        roots.extend([system.init, system.property]);
        let pool = Pool::new(terms, &roots);
        let (needed, live) = live(terms, system, control, &variables);
        Frame { variables, widths, pool, live, needed }
    }

    /// Whether a column is a truth value.
    pub fn is_bool(&self, terms: &Terms, column: usize) -> bool {
        terms.sort(self.variables[column]) == Sort::Bool
    }

    /// A value of a column as a term.
    pub fn constant(&self, terms: &mut Terms, column: usize, value: u64) -> TermId {
        match self.is_bool(terms, column) {
            true => terms.bool(value == 1),
            false => terms.bv(self.widths[column], value),
        }
    }

    /// Signed numbers at which something may change: constants, and what is next to them.
    pub fn thresholds(&self, width: u32) -> Vec<i64> {
        let constants = self.pool.constants(width).iter().chain(&[0]);
        let around = constants.flat_map(|c| [c.wrapping_sub(1), *c, c.wrapping_add(1)]);
        let mut numbers: Vec<i64> = around.map(|c| signed(c & mask(width), width)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The columns that matter at a location and are not determined by what is known there.
    pub fn undetermined(&self, terms: &Terms, location: usize, known: &[TermId]) -> Vec<usize> {
        let determined: FxHashSet<TermId> = known.iter().filter_map(|fact| determined(terms, *fact)).collect();
        self.live[location].iter().copied().filter(|c| !determined.contains(&self.variables[*c])).collect()
    }
}

/// The variable of which a formula says the value, by a constant or by a variable with a smaller id, or by
/// a few constants.
fn determined(terms: &Terms, fact: TermId) -> Option<TermId> {
    let atom = terms.negated(fact).unwrap_or(fact);
    if terms.is_var(atom) {
        return Some(atom);
    }
    if let (Op::And, cases) = (terms.op(atom), terms.args(atom)) {
        let of_case = |case: &TermId| determined(terms, terms.negated(*case)?);
        let first = of_case(cases.first()?)?;
        return (atom != fact && cases.iter().all(|case| of_case(case) == Some(first))).then_some(first);
    }
    let (Op::Eq, [a, b]) = (terms.op(fact), terms.args(fact)) else { return None };
    let simple = |term: TermId| terms.is_var(term) || terms.is_constant(term);
    match (terms.is_var(*a), terms.is_var(*b)) {
        (true, true) => Some(*a.max(b)),
        (true, false) if simple(*b) => Some(*a),
        (false, true) if simple(*a) => Some(*b),
        _ => None,
    }
}

/// How many columns a location may have for old ones to be remembered there.
const REMEMBERED: usize = 12;

/// Adds variables that mattered before and were not changed since: what is left of a loop's counter says
/// how often the loop was run.
fn remember(terms: &mut Terms, control: &mut Control, data: &[TermId], live: &mut [FxHashSet<TermId>]) {
    let goes_on: FxHashSet<usize> = control.edges.iter().map(|edge| edge.from).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for edge in control.edges.iter_mut().filter(|edge| goes_on.contains(&edge.to)) {
            let passed = |v: &TermId| live[edge.from].contains(v) && !live[edge.to].contains(v);
            let mut kept: Vec<TermId> = data.iter().copied().filter(passed).collect();
            kept.retain(|variable| edge.pre(terms, *variable) == *variable);
            if live[edge.to].len() + kept.len() <= REMEMBERED {
                changed |= !kept.is_empty();
                live[edge.to].extend(kept);
            }
        }
    }
}

/// The columns whose value at a location can have an influence later. Then the same with what is remembered.
fn live(
    terms: &mut Terms,
    system: &TransitionSystem,
    control: &mut Control,
    variables: &[TermId],
) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let columns: FxHashMap<TermId, usize> = variables.iter().enumerate().map(|(n, v)| (*v, n)).collect();
    let mut live = control.live_variables(terms, system);
    let listed = |set: &FxHashSet<TermId>| {
        let mut here: Vec<usize> = set.iter().filter_map(|v| columns.get(v).copied()).collect();
        here.sort_unstable();
        here
    };
    let needed = live.iter().map(listed).collect();
    remember(terms, control, &control.data(system), &mut live);
    (needed, live.iter().map(listed).collect())
}
