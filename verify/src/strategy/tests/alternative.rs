//! The alternative encoding of calls.

use super::*;
use EngineName::*;

const ENGINES: [EngineName; 3] = [Euf, Bmc, Run];

/// A program of which functions were inlined that could stand once, with so many states.
fn inlined(states: usize) -> PreparedSummary {
    let mut summary = PreparedSummary::default();
    (summary.facts.calls.shareable, summary.facts.calls.loop_copies, summary.facts.states) = (1, 10, states);
    summary
}

fn prepare() -> Task {
    Task::Prepare(System::Alternative)
}

fn search_it() -> Task {
    Task::Search(round(System::Alternative, 0), Euf)
}

fn started() -> Simulation {
    let mut run = prepared(plan(&ENGINES, 100), inlined(10));
    run.at(5.9);
    assert!(!run.is_live(prepare()), "the first encoding has a head start");
    run.at(6.1);
    assert!(run.is_live(prepare()), "{:?}", run.live());
    run
}

#[test]
fn it_is_searched_beside_after_a_while() {
    let mut run = started();
    run.says(prepare(), Message::Prepared(Box::new(inlined(4))));
    run.at(9.0).says(search_it(), proof());
    run.says(Task::Certify(round(System::Alternative, 0), Euf), certified());
    run.says(Task::Explain(round(System::Alternative, 0)), invariants());
    assert_eq!(run.verdict(), Verdict::True);
    assert_eq!(run.report().engines.len(), 3, "both searches are in the result");
}

#[test]
fn the_same_system_is_not_searched_twice() {
    let mut run = started();
    run.says(prepare(), Message::Prepared(Box::new(inlined(10))));
    assert!(!run.is_live(search_it()) && run.is_live(search(Euf)));
}

#[test]
fn it_starts_at_once_where_the_others_gave_up() {
    let mut run = prepared(plan(&[Euf, Run], 100), inlined(10));
    run.at(2.0).gives_up(search(Euf), GaveUp::Bound("no".into()));
    assert_eq!(run.live(), [prepare()]);
    run.gives_up(prepare(), GaveUp::Bound("no".into()));
    assert_eq!(run.verdict(), Verdict::Unknown);
}

#[test]
fn what_it_has_found_when_time_ends_is_checked() {
    let mut run = started();
    run.says(prepare(), Message::Prepared(Box::new(inlined(4))));
    run.at(99.9).says(search_it(), proof());
    run.at(101.0);
    let check = Task::Certify(round(System::Alternative, 0), Euf);
    assert_eq!(run.live(), [check]);
    run.says(check, certified()).says(Task::Explain(round(System::Alternative, 0)), invariants());
    assert_eq!(run.verdict(), Verdict::True);
}

#[test]
fn it_ends_with_the_run() {
    let mut run = started();
    run.says(search(Euf), proof()).says(certify(Euf), certified());
    run.says(explain(0), invariants());
    assert_eq!(run.verdict(), Verdict::True);
}

#[test]
fn one_job_or_a_certificate_leave_no_room_for_it() {
    let (one, kept) = (plan(&ENGINES, 100), plan(&ENGINES, 100));
    let kept = Plan { certificate: Some(PathBuf::from("proof")), ..kept };
    for plan in [Plan { jobs: Some(1), ..one }, kept] {
        let mut run = prepared(plan, inlined(10));
        (2..40).for_each(|seconds| assert!(!run.at(f64::from(seconds)).is_live(prepare())));
    }
}
