//! Proving and refuting transition systems: IC3 over an EUF abstraction that is refined on
//! demand, engines without an abstraction, and the evidence of every answer.
//!
//! *Architecture invariant:* Z3 is known to this crate only, and in it to [`solver`] only.
//! *Architecture invariant:* this crate knows nothing of LLVM or of C.

pub mod abstraction;
mod answer;
mod bmc;
mod budget;
mod cells;
mod certificate;
mod engine;
mod explicit;
pub mod facts;
pub mod ic3;
mod interpolate;
mod kind;
mod reduce;
mod registry;
mod ring;
#[cfg(test)]
mod samples;
pub mod solver;
mod spacer;
pub mod summaries;
mod tuning;
pub mod unroll;
mod words;

pub use answer::{Invariant, Outcome, Progress, Reason, SafeDepth, Task};
pub use bmc::BmcOptions;
pub use certificate::{
    Certificate, CertificateError, CertifyOptions, Obligation, ObligationKind, certified, certify, certify_reading,
    check_trace,
};
pub use engine::{Engine, EngineSettings, UnknownEngine};
pub use explicit::ExplicitOptions;
pub use interpolate::interpolate;
pub use kind::KindOptions;
pub use registry::{ENGINES, EngineInfo, EngineName, SafeSteps, Subject};
pub use spacer::{SpacerOptions, horn_clauses};
pub use tuning::{Fineness, Tuning, UnknownSetting};
