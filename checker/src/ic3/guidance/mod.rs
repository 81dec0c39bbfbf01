//! Global guidance: lemmas from looking at what was blocked before (Spacer dissertation Ch. 2).
//!
//! When a location keeps blocking cubes that differ in constants only, the search is counting.
//! A cube that covers the whole cluster is then tried: first on the bit-vectors, which say at
//! once whether it is blocked, and if it is, the abstraction is taught the lemmas to see it.
//! Nothing is lost when a cube turns out to be reachable, and each pattern has gas for a few
//! tries only.

mod candidates;
mod cluster;
mod concretise;

use super::Search;
use super::frame::{Cube, FOREVER, cube};
use super::obligation::Obligation;
use crate::answer::Reason;
use candidates::{candidates, weaker};
use cluster::Clusters;
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// Members from which a cluster is looked at.
const ENOUGH: usize = 3;

/// Cubes that are tried in any case, again for each one that turned out to be blocked.
const PATIENCE: usize = 40;

/// The time that may be lost in any case, and the share of the search's time beyond: a cube is tried on whole steps, and where
/// these are large or hard that can take longer than the search.
const LOSS: Duration = Duration::from_millis(700);
const LOST_SHARE: u32 = 5;

/// Blocked cubes for each further one that is tried.
const SHARE: usize = 8;

/// Values that a cube leaves out when the search is counting.
const EXCLUSIONS: usize = 3;

/// How often an obligation is blocked until other ways are tried.
const AGAIN: u32 = 3;

/// The frontier from which on being blocked there means something.
const MATURE: usize = 4;

/// Cubes that may be tried for one path.
const GAS: usize = 60;

/// Guided cubes that predecessors are compared with.
const COMPARED: usize = 24;

/// What guidance remembers.
pub struct Guidance {
    clusters: Clusters,
    constants: Vec<TermId>,
    guided: Vec<(usize, Cube)>,
    /// The frontier at which a cube was found to be reachable.
    reachable: FxHashMap<(usize, Cube), usize>,
    gas: usize,
    /// When the search started, and the time spent in vain since guidance last helped.
    start: Instant,
    lost: Duration,
    concretise_gas: usize,
    tried: usize,
    adopted: usize,
}

impl Guidance {
    /// Nothing is blocked yet; the terms are the system's.
    pub fn new(terms: &Terms, roots: &[TermId]) -> Self {
        let mut constants = Vec::new();
        for term in terms.postorder(roots) {
            if matches!(terms.op(term), Op::BvUlt | Op::BvSlt | Op::Eq) {
                constants.extend(terms.args(term).iter().filter(|a| terms.as_bitvec(**a).is_some()));
            }
        }
        constants.sort_unstable();
        constants.dedup();
        Guidance {
            clusters: Clusters::default(),
            constants,
            guided: Vec::new(),
            reachable: FxHashMap::default(),
            gas: 0,
            start: Instant::now(),
            lost: Duration::ZERO,
            concretise_gas: concretise::GAS,
            tried: 0,
            adopted: 0,
        }
    }
}

impl Guidance {
    /// Whether enough was tried in vain, for the number of cubes blocked and the time of the search so far.
    fn is_hopeless(&self, blocked: usize) -> bool {
        self.tried > PATIENCE * (1 + self.adopted) + blocked / SHARE
            || self.lost > LOSS + self.start.elapsed() / LOST_SHARE
    }
}

/// Whether the newest member of a cluster has a constant that is not one of these, and that not
/// all members have.
fn counts(terms: &Terms, members: &[Vec<TermId>], constants: &[TermId]) -> bool {
    let Some((newest, older)) = members.split_last() else { return false };
    newest.iter().enumerate().any(|(position, literal)| {
        let differs = older.iter().any(|member| member[position] != *literal);
        let mut inside = terms.postorder(&[*literal]).into_iter().filter(|t| terms.as_bitvec(*t).is_some());
        differs && inside.any(|constant| constants.binary_search(&constant).is_err())
    })
}

/// The literals without those that say that a term is not a certain constant.
fn without_exclusions(terms: &Terms, literals: &[TermId]) -> Vec<TermId> {
    let excludes = |literal: TermId| {
        let excluded = terms.negated(literal).filter(|atom| terms.op(*atom) == Op::Eq);
        excluded.is_some_and(|atom| terms.args(atom).iter().any(|a| terms.as_bitvec(*a).is_some()))
    };
    literals.iter().copied().filter(|l| !excludes(*l)).collect()
}

impl Search<'_, '_> {
    /// Looks for weaker cubes that are blocked, along a path that turned out to be none: what it
    /// came to again and again may be unreachable for a simple reason. True if there is one.
    pub(super) fn guide_path(&mut self, cubes: &[(usize, Cube)]) -> Result<bool, Reason> {
        if !self.task.tuning.guidance {
            return Ok(false);
        }
        self.guidance.gas += GAS;
        let mut adopted = false;
        for (location, whole) in cubes {
            let terms = &mut *self.task.terms;
            let mut variables = terms.variables(whole);
            variables.retain(|v| matches!(terms.sort(*v), Sort::BitVec(width) if width > 1));
            let constants = &self.guidance.constants;
            for literal in weaker(terms, whole, &variables, constants) {
                if self.guidance.gas == 0 {
                    return Ok(adopted);
                }
                if self.consider(*location, cube(vec![literal]))? {
                    adopted = true;
                    break;
                }
            }
        }
        Ok(adopted)
    }

    /// Tries a cube unless that was in vain not long ago; true if it is blocked now.
    fn consider(&mut self, location: usize, candidate: Cube) -> Result<bool, Reason> {
        self.tick()?;
        let blocked: usize = self.frames.iter().map(|f| f.log().len()).sum();
        if self.guidance.is_hopeless(blocked) {
            return Ok(false);
        }
        let key = (location, candidate);
        let vain = self.guidance.reachable.get(&key).is_some_and(|then| self.frontier < 2 * then);
        if vain || self.frames[location].blocks(&key.1, self.frontier) {
            return Ok(false);
        }
        self.guidance.gas = self.guidance.gas.saturating_sub(1);
        self.task.count("guided cubes tried", 1);
        let before = Instant::now();
        let adopted = self.adopt(location, key.1.clone())?;
        self.guidance.tried += 1;
        if adopted {
            self.guidance.adopted += 1;
            self.guidance.lost = Duration::ZERO;
            self.task.count("guided cubes blocked", 1);
        } else {
            self.guidance.lost += before.elapsed();
            self.guidance.reachable.insert(key, self.frontier);
        }
        Ok(adopted)
    }

    /// Looks whether the search is counting when an obligation was blocked by a cube: by its
    /// cluster, by values left out one by one, or because the obligation comes again and again.
    /// Then cubes that cover more are tried.
    pub(super) fn guide(&mut self, obligation: &Obligation, blocked: &[TermId]) -> Result<(), Reason> {
        if !self.task.tuning.guidance || self.guide_cluster(obligation.location, blocked)? {
            return Ok(());
        }
        let rest = without_exclusions(self.task.terms, blocked);
        let counting = rest.len() + EXCLUSIONS <= blocked.len();
        if counting && !rest.is_empty() && self.consider(obligation.location, cube(rest))? {
            return Ok(());
        }
        if counting || self.activity.blocked(obligation) >= AGAIN {
            self.guide_path(&[(obligation.location, obligation.cube.clone())])?;
        }
        Ok(())
    }

    /// Looks at the cluster of a cube that was just blocked; true if a cube that covers it is now
    /// blocked as well.
    fn guide_cluster(&mut self, location: usize, blocked: &[TermId]) -> Result<bool, Reason> {
        let terms = &mut *self.task.terms;
        let Some(cluster) = self.guidance.clusters.add(terms, location, blocked) else { return Ok(false) };
        if cluster.members.len() < ENOUGH || cluster.gas == 0 {
            return Ok(false);
        }
        let members = cluster.members.clone();
        // The states of a machine differ in constants that the system has; counting makes new ones.
        if !counts(terms, &members, &self.guidance.constants) {
            return Ok(false);
        }
        cluster.gas -= 1;
        let tried = candidates(terms, &members, &self.guidance.constants);
        self.task.count("clusters looked at", 1);
        for candidate in tried {
            if self.consider(location, cube(candidate))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Blocks a cube if bit-vectors say that it is blocked and the abstraction can be taught to see
    /// it: for ever, or at the frontier. Soon after the start nearly everything is blocked at the
    /// frontier, and constants that the system does not have lead astray unless they are proved.
    fn adopt(&mut self, location: usize, candidate: Cube) -> Result<bool, Reason> {
        let known = |term: &TermId| self.guidance.constants.binary_search(term).is_ok();
        let inside = self.task.terms.postorder(&candidate);
        let familiar = inside.iter().filter(|t| self.task.terms.as_bitvec(**t).is_some()).all(known);
        let level = if self.concretely_blocked(location, &candidate, FOREVER)? {
            FOREVER
        } else if familiar && self.frontier >= MATURE && self.concretely_blocked(location, &candidate, self.frontier)? {
            self.frontier
        } else {
            return Ok(false);
        };
        if !self.teach(location, &candidate, level)? {
            return Ok(false);
        }
        let Some((core, lasting)) = self.blocked(location, &candidate, level, crate::solver::QueryKind::Generalise)?
        else {
            return Ok(false);
        };
        let obligation = Obligation { cube: candidate, location, level, successor: None, depth: 0 };
        let (cube, level) = self.generalise(&obligation, if lasting { FOREVER } else { level }, core)?;
        for literal in cube.iter() {
            self.vocabulary.add_predicate(self.task.terms, *literal);
        }
        log::debug!("guided at {location} level {level}: {:?}", self.sketches(&cube));
        self.frames[location].block(cube.clone(), level);
        self.guidance.guided.push((location, cube));
        Ok(true)
    }

    pub(super) fn sketches(&self, cube: &[TermId]) -> Vec<String> {
        cube.iter().map(|l| self.task.terms.sketch(*l)).collect()
    }

    /// What guidance blocked at a location in a level, as formulas: the abstraction does not see
    /// by itself that a cube of other terms is inside.
    pub(super) fn guided_facts(&mut self, location: usize, level: usize) -> Vec<TermId> {
        let frames = &self.frames[location];
        let here = self.guidance.guided.iter().rev().filter(|(at, cube)| *at == location && frames.blocks(cube, level));
        let cubes: Vec<Cube> = here.take(COMPARED).map(|(_, cube)| cube.clone()).collect();
        let terms = &mut *self.task.terms;
        let mut facts = Vec::new();
        for cube in cubes {
            let inside = terms.and(&cube);
            facts.push(terms.not(inside));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Outcome;
    use crate::ic3::{Options, run};
    use crate::samples::counter;

    #[test]
    fn counting_up_to_a_far_value_ends_with_a_look_at_the_last_bit() {
        counter(32, 2, 999_999).run(|task| {
            let outcome = run(task, &Options::default());
            assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
            assert!(task.counters["guided cubes blocked"] > 0);
            outcome
        });
    }

    #[test]
    fn nothing_is_tried_when_guidance_is_off() {
        counter(4, 2, 3).run(|task| {
            task.tuning.guidance = false;
            let outcome = run(task, &Options::default());
            assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
            assert!(!task.counters.contains_key("guided cubes tried"));
            outcome
        });
    }

    #[test]
    fn time_lost_ends_it_until_the_search_has_gone_on() {
        let mut guidance = Guidance::new(&Terms::new(), &[]);
        assert!(!guidance.is_hopeless(0));
        guidance.lost = LOSS + Duration::from_secs(10);
        assert!(guidance.is_hopeless(0));
        guidance.start = Instant::now().checked_sub(Duration::from_secs(10) * LOST_SHARE).unwrap();
        assert!(!guidance.is_hopeless(0));
        guidance.tried = PATIENCE + 3;
        assert!(guidance.is_hopeless(16) && !guidance.is_hopeless(24));
    }

    #[test]
    fn values_left_out_one_by_one_are_told_from_the_rest() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::BitVec(8)));
        let (one, two) = (terms.bv(8, 1), terms.bv(8, 2));
        let apart = terms.neq(x, y);
        let cube = [terms.neq(x, one), apart, terms.neq(x, two)];
        assert_eq!(without_exclusions(&terms, &cube), [apart]);
    }

    #[test]
    fn a_cluster_of_the_systems_constants_does_not_count() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::BitVec(8));
        let constants = [3, 7, 9].map(|n| terms.bv(8, n));
        let mut members: Vec<Vec<TermId>> = constants.map(|n| vec![terms.eq(x, n)]).to_vec();
        assert!(!counts(&terms, &members, &constants));
        let other = terms.bv(8, 11);
        members.push(vec![terms.eq(x, other)]);
        assert!(counts(&terms, &members, &constants));
    }
}
