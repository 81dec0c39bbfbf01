//! Runs on guessed values, and native runs for a witness.

use super::*;
use crate::worker::protocol::NativeRequest;
use EngineName::*;

#[test]
fn a_run_that_reaches_the_error_is_the_answer() {
    let mut run = prepared(plan(&[Euf, Bmc, Run], 100), PreparedSummary::default());
    run.at(3.0).says(Task::Runs, violation(NativeRun::Reached));
    assert_eq!((run.verdict(), run.report().answer.engine()), (Verdict::False, Some("run")));
    assert_eq!(run.report().engines.len(), 2, "what the searches did is in the result as well");
}

#[test]
fn the_interpreter_alone_is_no_second_opinion() {
    let mut run = prepared(plan(&[Euf, Bmc, Run], 100), PreparedSummary::default());
    run.at(3.0).says(Task::Runs, violation(NativeRun::NotRun("no compiler".into())));
    assert!(run.end.is_none() && run.is_live(search(Euf)));
}

#[test]
fn runs_are_not_waited_for_unless_they_are_all_there_is() {
    let mut run = prepared(plan(&[Euf, Run], 100), PreparedSummary::default());
    run.gives_up(search(Euf), GaveUp::Bound("no".into()));
    assert_eq!(run.verdict(), Verdict::Unknown);
    let mut run = prepared(plan(&[Run], 100), PreparedSummary::default());
    assert_eq!(run.live(), [Task::Runs]);
    run.at(50.0).says(Task::Runs, violation(NativeRun::ReachedTwice));
    assert_eq!(run.verdict(), Verdict::False);
}

#[test]
fn a_test_that_is_kept_is_written_by_one_worker() {
    let wanted = Program { write_test: Some(PathBuf::from("test")), ..program(plan(&[Euf, Run], 100)) };
    let mut run = verify(wanted);
    run.says(Task::Prepare(System::Program), Message::Prepared(Box::default()));
    assert_eq!(run.live(), [search(Euf)]);
}

fn validated() -> Simulation {
    let native = NativeRequest {
        clang: PathBuf::from("clang"),
        flags: Vec::new(),
        data_model: None,
        programs: vec![String::new()],
        marks: vec![PathBuf::from("wrong-0")],
        memory: 2 << 30,
        seconds: None,
        verbosity: 0,
    };
    Simulation::of(Goal::Program { program: program(plan(&[Euf, Bmc], 100)), native: Some(native) })
}

#[test]
fn a_native_run_that_breaks_an_invariant_ends_the_run() {
    let mut run = validated();
    assert_eq!(run.live(), [Task::Prepare(System::Program), Task::NativeRuns]);
    run.at(2.0).says(Task::NativeRuns, Message::Broken { invariant: 3 });
    assert!(matches!(run.end, Some(Ending::Broken(3))));
}

#[test]
fn native_runs_have_a_fixed_part_of_the_memory() {
    let mut run = validated();
    let part = run.node(Task::NativeRuns).memory;
    assert_eq!(part, Some(2 << 30));
    run.says(Task::Prepare(System::Program), Message::Prepared(Box::default()));
    assert_eq!(run.node(Task::NativeRuns).memory, part);
    assert_eq!(run.node(search(Euf)).memory, Some(7 << 30), "the two engines divide the rest");
}

#[test]
fn native_runs_are_not_waited_for() {
    let mut run = validated();
    run.says(Task::Prepare(System::Program), Message::Prepared(Box::default()));
    run.gives_up(search(Euf), GaveUp::Bound("no".into()));
    run.at(7.0).gives_up(search(Bmc), GaveUp::Bound("no".into()));
    assert_eq!(run.verdict(), Verdict::Unknown);
}
