//! Several engines on one system.

use super::*;
use crate::worker::protocol::Request;
use EngineName::*;

fn search(engine: EngineName) -> Task {
    Task::Search(round(System::Given, 0), engine)
}

fn certify(engine: EngineName) -> Task {
    Task::Certify(round(System::Given, 0), engine)
}

#[test]
fn the_first_answer_that_checks_ends_the_run() {
    let mut run = system(plan(&[Euf, Bmc], 60));
    run.at(2.0).says(search(Bmc), execution());
    assert!(run.is_live(certify(Bmc)) && run.is_live(search(Euf)), "{:?}", run.live());
    run.at(3.0).says(certify(Bmc), certified());
    assert_eq!((run.verdict(), run.report().answer.engine()), (Verdict::False, Some("bmc")));
}

#[test]
fn an_answer_that_does_not_check_is_an_internal_error() {
    let mut run = system(plan(&[Euf, Bmc], 60));
    run.at(2.0).says(search(Euf), proof());
    run.says(certify(Euf), Message::Refused { why: "it is wrong".into() });
    assert!(run.end.is_none(), "the other engine goes on");
    run.at(3.0).gives_up(search(Bmc), GaveUp::Bound("done".into()));
    assert!(matches!(run.report().reason(), Some(Reason::InternalError { .. })), "{:?}", run.report().answer);
    assert_eq!(run.report().exit_code(), 4);
}

#[test]
fn induction_tells_its_facts_to_those_who_wait() {
    let mut run = system(plan(&[Euf, Kind, Sa], 60));
    run.node(search(Euf)).input = Some(size(100));
    run.at(0.1);
    assert_eq!(run.live(), [search(Euf), search(Kind)]);
    run.node(search(Kind)).facts = Some(InvariantText::default());
    run.at(0.2);
    assert_eq!(run.live(), [search(Euf), search(Kind), search(Sa)]);
    let Request::Search(request) = &run.specs[2].request else { panic!("a search") };
    assert!(request.facts.is_some());
}

#[test]
fn safe_steps_are_told_to_those_who_go_by_length() {
    let mut run = system(plan(&[Euf, Kind, Bmc], 60));
    run.node(search(Euf)).input = Some(size(100));
    run.at(0.1);
    run.node(search(Euf)).safe_depth = Some(4);
    run.node(search(Bmc)).safe_depth = Some(9);
    run.node(search(Bmc)).progress = Progress { safe_depth: Some(9), ..Progress::default() };
    run.at(0.2).at(0.3);
    assert_eq!(run.notices, [(search(Kind), Note::SafeDepth(9))]);
}

#[test]
fn time_ends_the_search() {
    let mut run = system(plan(&[Euf, Sa], 5));
    run.at(5.4);
    assert!(run.end.is_none());
    run.at(5.6);
    assert_eq!(run.report().reason(), Some(&Reason::Timeout { limit_seconds: 5.0 }));
}

#[test]
fn a_wrong_input_ends_the_run() {
    let mut run = system(plan(&[Euf, Bmc], 60));
    run.says(search(Bmc), Message::InputError(euclase_result::InputError::plain("no")));
    assert_eq!(run.verdict(), Verdict::Error);
}

#[test]
fn an_engine_that_cannot_start_costs_itself_only() {
    let mut run = system(plan(&[Euf, Bmc], 60));
    run.node(search(Euf)).input = Some(size(100));
    run.node(search(Euf)).end = Some(End { at: Duration::ZERO, how: How::NotStarted("no".into()) });
    run.at(1.0);
    run.gives_up(search(Bmc), GaveUp::Depth { safe_steps: 3, induction: None });
    assert!(matches!(run.report().reason(), Some(Reason::GaveUp { why: GaveUp::Depth { .. }, .. })));
    assert!(run.report().warnings[0].contains("cannot be started"), "{:?}", run.report().warnings);
}

#[test]
fn an_interrupt_gives_what_is_known() {
    let mut run = system(plan(&[Euf, Bmc], 60));
    run.node(search(Bmc)).safe_depth = Some(3);
    run.at(1.0).interrupt();
    assert_eq!(run.report().reason(), Some(&Reason::Interrupted));
    assert_eq!((run.report().safe_depth, run.report().exit_code()), (Some(3), 130));
}
