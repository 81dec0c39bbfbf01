//! A worker that checks the evidence of an answer.
//!
//! It reads the input again and gets the evidence as text, so that nothing of the search is left
//! but what the evidence says.

use super::protocol::{CertifyRequest, Message};
use super::{crash, deadline, memory, read, say, statistics};
use crate::evidence;
use crate::input::Input;
use euclase_checker::solver::{Statistics, Theory};
use euclase_checker::{CertificateError, CertifyOptions, Invariant, Outcome, certify, certify_reading, check_trace};
use euclase_logic::Trace;
use euclase_result::{Certificate, Evidence, GaveUp};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

pub(super) fn run(path: &Path, folder: Option<&Path>, request: &CertifyRequest) -> Message {
    let deadline = deadline(request.seconds);
    let mut input = match read(path) {
        Ok(input) => input,
        Err(error) => return Message::InputError(error),
    };
    if input.digest != request.digest {
        return Message::GaveUp(GaveUp::InputChanged);
    }
    match evidence::read(&request.evidence, &mut input.terms, &input.system) {
        Ok(Outcome::Safe(invariant)) => check_proof(&mut input, &invariant, folder, request, deadline),
        Ok(Outcome::Unsafe(trace)) => check_execution(&mut input, &trace, folder, request),
        Ok(Outcome::Unknown(reason)) => Message::Refused { why: reason.to_string() },
        Err(why) => Message::Refused { why },
    }
}

fn check_proof(
    input: &mut Input,
    invariant: &Invariant,
    folder: Option<&Path>,
    request: &CertifyRequest,
    deadline: Option<Instant>,
) -> Message {
    let start = Instant::now();
    let queries = Statistics::default();
    let options = CertifyOptions { keep_arrays: !request.array_abstraction, by_cases: request.by_cases, deadline };
    let result = certify(&mut input.terms, &input.system, invariant, &options, &queries).and_then(|mut certificate| {
        let reading = certify_reading(&mut input.terms, &input.system, deadline, &queries)?;
        certificate.obligations.extend(reading);
        Ok(certificate)
    });
    let certificate = match result {
        Ok(certificate) => certificate,
        Err(error @ CertificateError::Refuted { .. }) => return Message::Refused { why: error.to_string() },
        Err(error @ CertificateError::NotChecked { .. }) => {
            let why = error.to_string();
            // Z3's clock runs a little fast: a query may be given up just before the deadline.
            let over = deadline.is_some_and(|d| Instant::now() + Duration::from_millis(100) >= d);
            return Message::GaveUp(if over {
                GaveUp::Timeout
            } else if crash::mentions_memory(&why) || memory::near_limit() {
                GaveUp::OutOfMemory
            } else {
                GaveUp::Solver(why)
            });
        }
    };
    say(&Message::Checked);
    let concrete = certificate.obligations.iter().filter(|o| o.theory == Theory::Concrete).count();
    let summary = Certificate {
        abstract_obligations: certificate.obligations.len() - concrete,
        concrete_obligations: concrete,
        replayed_steps: None,
        not_written: folder.and_then(|f| certificate.write(&mut input.terms, f).err()).map(|e| e.to_string()),
        second_opinion: None,
    };
    tell(&queries, "certified proofs", start);
    Message::Certified { certificate: summary, completed: None }
}

fn check_execution(input: &mut Input, trace: &Trace, folder: Option<&Path>, request: &CertifyRequest) -> Message {
    let start = Instant::now();
    if let Err(error) = check_trace(&mut input.terms, &input.system, trace) {
        return Message::Refused { why: error.to_string() };
    }
    let mut completed = request.evidence.clone();
    if let Evidence::Trace(text) = &mut completed
        && let Err(error) = evidence::complete(text, &input.terms, &input.system, trace)
    {
        return Message::Refused { why: format!("in an input that was solved for, {error}") };
    }
    let summary = Certificate {
        abstract_obligations: 0,
        concrete_obligations: 0,
        replayed_steps: Some(trace.steps.len().saturating_sub(1)),
        not_written: folder.and_then(|folder| write_trace(folder, &completed).err()).map(|e| e.to_string()),
        second_opinion: None,
    };
    tell(&Statistics::default(), "replayed traces", start);
    Message::Certified { certificate: summary, completed: Some(completed) }
}

fn tell(queries: &Statistics, counter: &'static str, start: Instant) {
    say(&Message::Statistics(statistics(queries, &BTreeMap::from([(counter, 1)]), start)));
}

fn write_trace(folder: &Path, evidence: &Evidence) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join("trace.json"), serde_json::to_vec_pretty(evidence)?)
}
