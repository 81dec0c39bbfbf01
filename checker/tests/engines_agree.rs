//! Every engine on random small systems, against an oracle that enumerates their states.
//!
//! An engine may not know; it may not be wrong, and its evidence must check. A longer run on demand:
//! `EUCLASE_RANDOM_SYSTEMS=5000 cargo test --release --test engines_agree -- --nocapture`.

#![allow(clippy::unwrap_used)]

use euclase_checker::solver::Statistics;
use euclase_checker::{
    BmcOptions, Engine, ExplicitOptions, KindOptions, Outcome, Reason, SafeDepth, SpacerOptions, Task, Tuning, ic3,
};
use euclase_logic::TransitionSystem;
use euclase_logic::random::{Exploration, RandomOptions, explore, random_system};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Evaluations that the oracle may spend on one system.
const ORACLE_LIMIT: usize = 1 << 20;

/// How long an engine may take for one system.
const LIMIT: Duration = Duration::from_secs(10);

fn count() -> u64 {
    match std::env::var("EUCLASE_RANDOM_SYSTEMS") {
        Ok(number) => number.parse().expect("EUCLASE_RANDOM_SYSTEMS is a number"),
        Err(_) => 200,
    }
}

#[derive(Debug, Default)]
struct Tally {
    safe: u64,
    violated: u64,
    unknown: Vec<(u64, Reason)>,
    /// Systems that have a violation.
    violable: u64,
}

impl Tally {
    /// An engine that does not know is never wrong; it must know often enough.
    fn decides(&self, percent: u64) {
        let decided = self.safe + self.violated;
        assert!(decided * 100 >= count() * percent, "{decided} of {} decided: {self:?}", count());
    }
}

/// Runs the engine, with options that may depend on the length of the shortest violation, on all
/// systems.
fn agree(name: &str, engine: impl Fn(Option<usize>) -> Engine) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..count() {
        let (mut terms, system) = random_system(seed, &RandomOptions::default());
        let truth = explore(&terms, &system, ORACLE_LIMIT).expect("small systems are enumerable");
        let shortest = match &truth {
            Exploration::Holds(_) => None,
            Exploration::Violated(trace) => Some(trace.steps.len() - 1),
        };
        tally.violable += u64::from(shortest.is_some());
        let mut task = Task {
            terms: &mut terms,
            system: &system,
            deadline: Some(Instant::now() + LIMIT),
            progress: &mut |_| true,
            tuning: Tuning::default(),
            facts: Vec::new(),
            safe_depth: SafeDepth::default(),
            statistics: Statistics::default(),
            counters: BTreeMap::new(),
        };
        let (outcome, certificate) = engine(shortest).run(&mut task);
        let at = || format!("{name} on seed {seed}: {:?}", size(&system));
        match (outcome, shortest) {
            (Outcome::Safe(_), None) => {
                assert!(certificate.is_some(), "{}", at());
                tally.safe += 1;
            }
            (Outcome::Unsafe(trace), Some(least)) => {
                assert!(trace.steps.len() > least, "{}: a trace shorter than the shortest", at());
                assert!(name != "bmc" || trace.steps.len() == least + 1, "{}: not the shortest", at());
                tally.violated += 1;
            }
            (Outcome::Unknown(Reason::Internal(why)), _) => panic!("{}: {why}", at()),
            (Outcome::Unknown(reason), _) => tally.unknown.push((seed, reason)),
            (outcome, _) => panic!("{}: the oracle says {shortest:?}, the engine {outcome:?}", at()),
        }
    }
    println!("{name}: {} safe, {} violated, {} unknown", tally.safe, tally.violated, tally.unknown.len());
    tally
}

fn size(system: &TransitionSystem) -> (usize, usize, usize) {
    (system.states.len(), system.inputs.len(), system.constraints.len())
}

#[test]
fn bmc() {
    // Deep enough for the violation there is, else for systems whose executions end.
    let tally = agree("bmc", |shortest| Engine::Bmc(BmcOptions { max_depth: Some(shortest.unwrap_or(8)) }));
    assert!(tally.violated == tally.violable && tally.violable * 3 > count(), "a violation is missed: {tally:?}");
    let bounded = |(_, reason): &(u64, Reason)| matches!(reason, Reason::Bound(_) | Reason::Depth { .. });
    assert!(tally.unknown.iter().all(bounded), "{tally:?}");
}

#[test]
fn kind() {
    for simple_path in [false, true] {
        let tally = agree("kind", |_| Engine::Kind(KindOptions { max_depth: Some(12), simple_path }));
        assert!(tally.safe * 10 > count() && tally.violated * 10 > count(), "{tally:?}");
        tally.decides(70);
    }
}

#[test]
fn spacer() {
    agree("spacer", |_| Engine::Spacer(SpacerOptions::default())).decides(95);
}

#[test]
fn euf() {
    agree("euf", |_| Engine::Euf(ic3::Options::default())).decides(95);
}

#[test]
fn explicit() {
    // Arrays do not fit machine words; everything else is small enough to be explored.
    agree("explicit", |_| Engine::Explicit(ExplicitOptions::default())).decides(30);
}

#[test]
fn sa() {
    agree("sa", |_| Engine::Sa(ic3::Options::interpreted())).decides(95);
}
