//! Answers that are found when time is almost over.

use super::*;
use EngineName::*;

const ENGINES: [EngineName; 2] = [Euf, Bmc];

fn found_late(limit: u64) -> Simulation {
    let mut run = system(plan(&ENGINES, limit));
    run.at(limit as f64 - 0.1).says(Task::Search(round(System::Given, 0), Euf), proof());
    run
}

fn check() -> Task {
    Task::Certify(round(System::Given, 0), Euf)
}

#[test]
fn a_late_answer_has_five_seconds_at_least() {
    let mut run = found_late(10);
    run.at(14.0);
    assert_eq!(run.live(), [check()], "searches have ended, the check goes on");
    run.says(check(), certified());
    assert_eq!(run.verdict(), Verdict::True);
}

#[test]
fn a_late_answer_has_a_share_of_a_long_limit() {
    let mut run = found_late(200);
    run.at(219.0).says(check(), certified());
    assert_eq!(run.verdict(), Verdict::True);
}

#[test]
fn a_check_that_takes_too_long_leaves_the_answer_open() {
    let mut run = found_late(10);
    run.at(15.5);
    assert_eq!(run.report().reason(), Some(&Reason::Unchecked { engine: "euf".into() }));
}

#[test]
fn an_explanation_of_a_late_answer_has_its_time_as_well() {
    let mut run = prepared(plan(&ENGINES, 100), PreparedSummary::default());
    run.at(99.9).says(search(Euf), proof());
    run.at(109.0).says(certify(Euf), certified());
    run.at(118.0).says(explain(0), invariants());
    assert_eq!(run.verdict(), Verdict::True);
}
