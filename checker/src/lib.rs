//! Proving and refuting transition systems: IC3 over an EUF abstraction that is refined on
//! demand, engines without an abstraction, and the evidence of every answer.
//!
//! *Architecture invariant:* Z3 is known to this crate only, and in it to [`solver`] and to the
//! engine that uses Z3's own fixedpoint solver.
//! *Architecture invariant:* this crate knows nothing of LLVM or of C.

pub mod abstraction;
mod answer;
mod bmc;
mod certificate;
pub mod ic3;
#[cfg(test)]
mod samples;
pub mod solver;
pub mod unroll;

pub use answer::{Invariant, Outcome, Progress, Reason, Task};
pub use bmc::{BmcOptions, bmc};
pub use certificate::{
    Certificate, CertificateError, CertifyOptions, Obligation, ObligationKind, certified, certify, check_trace,
};
