//! The engines by name, and how to run them: with every answer checked before it is given, or
//! leaving that to the caller.

use crate::answer::{Outcome, Task};
use crate::bmc::{BmcOptions, bmc};
use crate::cells::cells;
use crate::certificate::{Certificate, CertifyOptions, certified};
use crate::explicit::{ExplicitOptions, explicit};
use crate::facts;
use crate::ic3;
use crate::kind::{KindOptions, kind};
use crate::reduce;
use crate::registry::{ENGINES, EngineInfo, EngineName, Subject};
use crate::spacer::{SpacerOptions, spacer};
use crate::words::fitting_width;
use std::fmt;
use std::str::FromStr;

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
    /// The engine of this name; none if it works on programs.
    pub fn of(name: EngineName, settings: &EngineSettings) -> Option<Engine> {
        let EngineSettings { max_depth, simple_path, abstract_arrays } = *settings;
        Some(match name {
            EngineName::Euf => Engine::Euf(ic3::Options { abstract_arrays, ..ic3::Options::default() }),
            EngineName::Sa => Engine::Sa(ic3::Options::interpreted()),
            EngineName::Bmc => Engine::Bmc(BmcOptions { max_depth }),
            EngineName::Kind => Engine::Kind(KindOptions { max_depth, simple_path }),
            EngineName::Spacer => Engine::Spacer(SpacerOptions::default()),
            EngineName::Explicit => Engine::Explicit(ExplicitOptions::default()),
            EngineName::Cells => Engine::Cells,
            EngineName::Summaries | EngineName::Symex | EngineName::Run => return None,
        })
    }

    /// What there is to know about the engine.
    pub fn info(&self) -> &'static EngineInfo {
        let name = match self {
            Engine::Euf(_) => EngineName::Euf,
            Engine::Sa(_) => EngineName::Sa,
            Engine::Bmc(_) => EngineName::Bmc,
            Engine::Kind(_) => EngineName::Kind,
            Engine::Spacer(_) => EngineName::Spacer,
            Engine::Explicit(_) => EngineName::Explicit,
            Engine::Cells => EngineName::Cells,
        };
        name.info()
    }

    /// The names of the engines that work on systems.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ENGINES.iter().filter(|info| info.subject == Subject::System).map(|info| info.word)
    }

    /// Searches without checking the answer. Whoever calls this must have the evidence checked
    /// before the answer is believed: by [`certified`], or by [`certify`](crate::certify) and
    /// [`check_trace`](crate::check_trace) in another process.
    pub fn search(&self, task: &mut Task) -> Outcome {
        if task.tuning.facts && task.facts.is_empty() && !self.info().facts.is_zero() {
            task.facts = facts::find(task, self.info().facts);
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
            _ => CertifyOptions { by_cases: self.info().lists_states, ..CertifyOptions::default() },
        };
        certified(task, outcome, &checking)
    }
}

/// What can be set about engines from outside.
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// The depth at which bmc and kind stop.
    pub max_depth: Option<usize>,
    /// Whether kind looks at paths without repeated states only.
    pub simple_path: bool,
    /// Whether euf abstracts arrays.
    pub abstract_arrays: bool,
}

impl Default for EngineSettings {
    fn default() -> Self {
        EngineSettings { max_depth: None, simple_path: false, abstract_arrays: true }
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine(String);

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no engine '{}'; there are {}", self.0, Engine::names().collect::<Vec<_>>().join(", "))
    }
}

impl std::error::Error for UnknownEngine {}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        let engine = EngineName::of_word(name).and_then(|name| Engine::of(name, &EngineSettings::default()));
        engine.ok_or_else(|| UnknownEngine(name.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::*;
    use euclase_logic::{Sort, TermId, Value};

    #[test]
    fn every_engine_answers_with_evidence() {
        for name in Engine::names() {
            let engine: Engine = name.parse().unwrap();
            assert_eq!(engine.info().word, name);
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
        for name in Engine::names().filter(|name| *name != "cells") {
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
        assert_eq!(error, "there is no engine 'pdr'; there are euf, explicit, kind, bmc, sa, spacer, cells");
    }
}
