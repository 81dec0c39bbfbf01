//! Proofs by what recursive functions do.

use super::*;
use crate::worker::protocol::SummariesReport;
use EngineName::*;

fn recursive(engines: &[EngineName], seconds: u64) -> Simulation {
    let summary = PreparedSummary { recursive: vec!["f".into()], ..PreparedSummary::default() };
    prepared(plan(engines, seconds), summary)
}

#[test]
fn a_proof_that_checks_is_the_answer() {
    let mut run = recursive(&[Euf, Summaries], 100);
    run.at(3.0).says(Task::Summaries, proof());
    assert!(run.is_live(Task::CheckSummaries) && run.end.is_none());
    run.says(Task::CheckSummaries, Message::Summarised(SummariesReport::default()));
    assert_eq!((run.verdict(), run.report().answer.engine()), (Verdict::True, Some("summaries")));
}

#[test]
fn a_proof_that_does_not_check_is_none() {
    let mut run = recursive(&[Summaries], 100);
    run.at(3.0).says(Task::Summaries, proof());
    run.says(Task::CheckSummaries, Message::Refused { why: "it is wrong".into() });
    assert_eq!(run.verdict(), Verdict::Unknown);
}

#[test]
fn a_proof_found_at_the_end_is_checked() {
    let mut run = recursive(&[Summaries], 100);
    run.at(99.9).says(Task::Summaries, proof());
    run.at(109.0).says(Task::CheckSummaries, Message::Summarised(SummariesReport::default()));
    assert_eq!(run.verdict(), Verdict::True);
}

#[test]
fn without_recursion_there_is_nothing_to_sum_up() {
    let run = prepared(plan(&[Euf, Summaries], 100), PreparedSummary::default());
    assert_eq!(run.live(), [search(Euf)]);
}
