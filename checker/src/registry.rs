//! The engines by name: one row each, from which the command line and the documentation derive. When an engine starts among others
//! is said in the portfolio of `verify`.
//!
//! A new engine is a row here and one in the portfolio, a variant of [`Engine`](crate::Engine) that runs it, and a file of its own.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The name of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum EngineName {
    Euf,
    Explicit,
    Kind,
    Bmc,
    Sa,
    Spacer,
    Cells,
    Summaries,
    Symex,
    Run,
}

/// What there is to know about an engine besides how it searches.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The engine.
    pub name: EngineName,
    /// The name as the command line spells it.
    pub word: &'static str,
    /// What `--help` says.
    pub help: &'static str,
    /// What it works on.
    pub subject: Subject,
    /// How long it looks for facts about all reachable states before it searches.
    pub facts: Duration,
    /// Whether the others wait for the facts that it finds.
    pub shares_facts: bool,
    /// What its progress says about executions without a violation.
    pub safe_steps: SafeSteps,
    /// Whether its proofs list states, so that they are checked case by case.
    pub lists_states: bool,
}

/// What an engine works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A transition system.
    System,
    /// A C program.
    Program,
}

/// What the depth that an engine reports says about executions without a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SafeSteps {
    /// Nothing.
    Unknown,
    /// Depth n is reported when executions of n steps are looked at next. Such an engine can leave out what others have excluded.
    Unrolled,
    /// Depth n is the frame that is being cleared: n-1 is clear, and frame 1 the first that is looked at. Where a smaller
    /// system is searched, one of its steps stands for one or more, so a violation has no more steps in it.
    Frames,
}

/// All engines, the most promising first.
pub const ENGINES: [EngineInfo; 10] = [
    EngineInfo {
        help: "IC3 over an abstraction to uninterpreted functions, refined on demand: proves and refutes",
        facts: Duration::from_millis(400),
        safe_steps: SafeSteps::Frames,
        ..row(EngineName::Euf, "euf")
    },
    EngineInfo {
        help: "Explicit states, one after the other: for programs that react to few kinds of input",
        lists_states: true,
        ..row(EngineName::Explicit, "explicit")
    },
    EngineInfo {
        help: "k-induction: proves what follows from a few steps, and refutes",
        facts: Duration::from_secs(2),
        shares_facts: true,
        safe_steps: SafeSteps::Unrolled,
        ..row(EngineName::Kind, "kind")
    },
    EngineInfo {
        help: "Bounded model checking: finds shortest executions that break the property",
        safe_steps: SafeSteps::Unrolled,
        ..row(EngineName::Bmc, "bmc")
    },
    EngineInfo {
        help: "The same as euf with operators interpreted, but for products and quotients of unknowns: proves and refutes",
        facts: Duration::from_secs(2),
        safe_steps: SafeSteps::Frames,
        ..row(EngineName::Sa, "sa")
    },
    EngineInfo {
        help: "Z3's Spacer: proves and refutes",
        facts: Duration::from_secs(2),
        ..row(EngineName::Spacer, "spacer")
    },
    EngineInfo {
        help: "Arrays as single cells that could be any: proves what holds for all cells",
        ..row(EngineName::Cells, "cells")
    },
    EngineInfo {
        help: "What recursive functions return, guessed and proved by induction over calls: proves C programs with recursion",
        subject: Subject::Program,
        ..row(EngineName::Summaries, "summaries")
    },
    EngineInfo {
        help: "Execution with inputs that are unknowns: proves and refutes C programs whose loops end by themselves",
        subject: Subject::Program,
        ..row(EngineName::Symex, "symex")
    },
    EngineInfo {
        help: "Runs of a C program on guessed values: refutes what lies deep and on many ways",
        subject: Subject::Program,
        ..row(EngineName::Run, "run")
    },
];

/// A row with what most engines have in common.
const fn row(name: EngineName, word: &'static str) -> EngineInfo {
    EngineInfo {
        name,
        word,
        help: "",
        subject: Subject::System,
        facts: Duration::ZERO,
        shares_facts: false,
        safe_steps: SafeSteps::Unknown,
        lists_states: false,
    }
}

impl EngineName {
    /// What there is to know about it.
    pub fn info(self) -> &'static EngineInfo {
        ENGINES.iter().find(|info| info.name == self).unwrap_or(&ENGINES[0])
    }

    /// The engine that a word of the command line means.
    pub fn of_word(word: &str) -> Option<Self> {
        ENGINES.iter().find(|info| info.word == word).map(|info| info.name)
    }

    /// The name as the command line spells it.
    pub fn name(self) -> &'static str {
        self.info().word
    }

    /// Whether it works on programs rather than on systems.
    pub fn is_of_programs(self) -> bool {
        self.info().subject == Subject::Program
    }

    /// How many steps are known to be safe when it reports this depth.
    pub fn safe_steps(self, depth: usize) -> Option<usize> {
        match self.info().safe_steps {
            SafeSteps::Unknown => None,
            SafeSteps::Unrolled => depth.checked_sub(1),
            SafeSteps::Frames => depth.checked_sub(1).filter(|steps| *steps > 0),
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_one_row() {
        for info in &ENGINES {
            assert_eq!(info.name.info().word, info.word);
            assert_eq!(EngineName::of_word(info.word), Some(info.name));
            assert_eq!(ENGINES.iter().filter(|other| other.name == info.name || other.word == info.word).count(), 1);
            assert!(!info.help.is_empty());
        }
        assert_eq!(ENGINES.iter().filter(|info| info.shares_facts).count(), 1, "the others wait for one");
    }

    #[test]
    fn depths_say_how_far_executions_are_safe() {
        assert_eq!(EngineName::Bmc.safe_steps(0), None);
        assert_eq!(EngineName::Bmc.safe_steps(1), Some(0));
        assert_eq!(EngineName::Euf.safe_steps(1), None);
        assert_eq!(EngineName::Euf.safe_steps(3), Some(2));
        assert_eq!(EngineName::Spacer.safe_steps(3), None);
    }
}
