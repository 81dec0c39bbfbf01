//! The engines by name, and how to run them: with every answer checked before it is given, or
//! leaving that to the caller.

use crate::answer::{Outcome, Task};
use crate::bmc::{BmcOptions, bmc};
use crate::budget;
use crate::cells::cells;
use crate::certificate::{Certificate, CertifyOptions, certified};
use crate::explicit::{ExplicitOptions, explicit};
use crate::facts;
use crate::ic3;
use crate::kind::{KindOptions, kind};
use crate::reduce;
use crate::spacer::{SpacerOptions, spacer};
use crate::words::fitting_width;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An engine with its options.
#[derive(Clone, Debug)]
pub enum Engine {
    /// IC3 over the EUF abstraction.
    Euf(ic3::Options),
    /// The same IC3 with operators interpreted.
    Sa(ic3::Options),
    /// Bounded model checking.
    Bmc(BmcOptions),
    /// k-induction.
    Kind(KindOptions),
    /// Z3's Spacer.
    Spacer(SpacerOptions),
    /// Explicit states.
    Explicit(ExplicitOptions),
    /// Others on the system with single cells for arrays.
    Cells,
}

impl Engine {
    /// The names of all engines, the default first.
    pub const NAMES: [&'static str; 7] = ["euf", "sa", "bmc", "kind", "spacer", "explicit", "cells"];

    /// The name on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Euf(_) => "euf",
            Engine::Sa(_) => "sa",
            Engine::Bmc(_) => "bmc",
            Engine::Kind(_) => "kind",
            Engine::Spacer(_) => "spacer",
            Engine::Explicit(_) => "explicit",
            Engine::Cells => "cells",
        }
    }

    /// How long to look for facts before searching.
    pub fn time_for_facts(&self) -> Duration {
        budget::for_facts(self)
    }

    /// Searches without checking the answer. Whoever calls this must have the evidence checked
    /// before the answer is believed: by [`certified`], or by [`certify`](crate::certify) and
    /// [`check_trace`](crate::check_trace) in another process.
    pub fn search(&self, task: &mut Task) -> Outcome {
        if task.tuning.facts && task.facts.is_empty() && !self.time_for_facts().is_zero() {
            task.facts = facts::find(task, self.time_for_facts());
        }
        let reduces = match self {
            Engine::Euf(_) | Engine::Sa(_) | Engine::Spacer(_) => true,
            // It keeps what matters of a state anyhow, but cannot even start where an array does not.
            Engine::Explicit(_) => {
                task.system.states.iter().any(|s| fitting_width(task.terms.sort(s.current)).is_none())
            }
            // Paths without a repeated state, on which k-induction may rest, are other ones in a smaller system.
            Engine::Bmc(_) | Engine::Kind(_) => false,
            // It reduces what it makes of the system.
            Engine::Cells => false,
        };
        if task.tuning.preprocess
            && reduces
            && let Some(smaller) = reduce::reduce(task, matches!(self, Engine::Euf(_)))
            && let Some(outcome) = reduce::search(task, &smaller, |task| self.search_as_is(task))
        {
            return outcome;
        }
        self.search_as_is(task)
    }

    /// Searches the very system of the task.
    fn search_as_is(&self, task: &mut Task) -> Outcome {
        match self {
            Engine::Euf(options) => ic3::run(task, options),
            Engine::Sa(options) => ic3::run(task, &ic3::Options { interpreted: true, ..options.clone() }),
            Engine::Bmc(options) => bmc(task, options),
            Engine::Kind(options) => kind(task, options),
            Engine::Spacer(options) => spacer(task, options),
            Engine::Explicit(options) => explicit(task, options),
            Engine::Cells => cells(task),
        }
    }

    /// Searches, and lets an answer through only with evidence that checks.
    pub fn run(&self, task: &mut Task) -> (Outcome, Option<Certificate>) {
        let outcome = self.search(task);
        let checking = match self {
            Engine::Euf(options) => {
                CertifyOptions { keep_arrays: !options.abstract_arrays, ..CertifyOptions::default() }
            }
            Engine::Explicit(_) => CertifyOptions { by_cases: true, ..CertifyOptions::default() },
            _ => CertifyOptions::default(),
        };
        certified(task, outcome, &checking)
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine(String);

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no engine '{}'; there are {}", self.0, Engine::NAMES.join(", "))
    }
}

impl std::error::Error for UnknownEngine {}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        match name {
            "euf" => Ok(Engine::Euf(ic3::Options::default())),
            "sa" => Ok(Engine::Sa(ic3::Options::interpreted())),
            "bmc" => Ok(Engine::Bmc(BmcOptions::default())),
            "kind" => Ok(Engine::Kind(KindOptions::default())),
            "spacer" => Ok(Engine::Spacer(SpacerOptions::default())),
            "explicit" => Ok(Engine::Explicit(ExplicitOptions::default())),
            "cells" => Ok(Engine::Cells),
            _ => Err(UnknownEngine(name.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::*;
    use euclase_logic::{Sort, TermId, Value};

    #[test]
    fn every_engine_answers_with_evidence() {
        for name in Engine::NAMES {
            let engine: Engine = name.parse().unwrap();
            assert_eq!(engine.name(), name);
            let (mut good, mut bad) = (array_memory(true), counter(4, 3, 9));
            // Memory does not fit machine words.
            if name != "bmc" && name != "explicit" {
                let outcome = good.run(|task| {
                    let (outcome, certificate) = engine.run(task);
                    assert!(certificate.is_some(), "{outcome:?}");
                    outcome
                });
                assert!(matches!(outcome, Outcome::Safe(_)), "{name}: {outcome:?}");
            }
            if name == "cells" {
                assert!(matches!(bad.run(|task| engine.run(task).0), Outcome::Unknown(_)), "it only proves");
                continue;
            }
            let outcome = bad.run(|task| {
                let outcome = engine.run(task).0;
                assert_eq!(task.counters["replayed traces"], 1);
                outcome
            });
            assert!(matches!(outcome, Outcome::Unsafe(_)), "{name}: {outcome:?}");
        }
    }

    /// A counter to 9 beside an array that is written in every step. If `tied`, it starts with zeros everywhere.
    fn with_dead_array(tied: bool) -> (Builder, TermId) {
        let mut b = counter(8, 3, 9);
        let sort = b.terms.array_sort(Sort::BitVec(8), Sort::BitVec(8));
        let (memory, zero) = (b.state("memory", sort), b.terms.bv(8, 0));
        let x = b.system.states[0].current;
        let written = b.terms.store(memory, x, x);
        b.update(memory, written);
        if tied {
            let zeros = b.terms.const_array(sort, zero);
            let cleared = b.terms.eq(memory, zeros);
            b.init(cleared);
        }
        (b, memory)
    }

    #[test]
    fn an_array_that_does_not_matter_stops_no_engine() {
        // Cells are looked at where they are read.
        for name in Engine::NAMES.into_iter().filter(|name| *name != "cells") {
            for tied in [false, true] {
                let engine: Engine = name.parse().unwrap();
                let (mut b, memory) = with_dead_array(tied);
                let outcome = b.run(|task| engine.run(task).0);
                let Outcome::Unsafe(trace) = outcome else { panic!("{name}: {outcome:?}") };
                assert!(trace.steps.iter().all(|step| matches!(step.state[&memory], Value::Array(_))), "{name}");
                if name != "bmc" {
                    let nine = b.terms.bv(8, 9);
                    let below = b.terms.bv_ult(b.system.states[0].current, nine);
                    let x = b.system.states[0].current;
                    let next = b.terms.ite(below, x, nine);
                    b.update(x, next);
                    let outcome = b.run(|task| engine.run(task).0);
                    assert!(matches!(outcome, Outcome::Safe(_)), "{name}: {outcome:?}");
                }
            }
        }
    }

    #[test]
    fn a_wrong_name_is_told() {
        let error = "pdr".parse::<Engine>().unwrap_err().to_string();
        assert_eq!(error, "there is no engine 'pdr'; there are euf, sa, bmc, kind, spacer, explicit, cells");
    }
}
