//! Answers in terms of a C program.

use super::*;
use EngineName::*;

const ENGINES: [EngineName; 3] = [Euf, Bmc, Run];

/// A program of which an engine has found an execution that is certified.
fn executed(summary: PreparedSummary) -> Simulation {
    let mut run = prepared(plan(&ENGINES, 100), summary);
    run.at(10.0).says(search(Bmc), execution()).says(certify(Bmc), certified());
    run
}

#[test]
fn a_program_is_prepared_searched_and_explained() {
    let mut run = verify(program(plan(&ENGINES, 100)));
    assert_eq!(run.live(), [Task::Prepare(System::Program)]);
    run.says(Task::Prepare(System::Program), Message::Prepared(Box::default()));
    assert!(run.is_live(search(Euf)) && run.is_live(Task::Runs), "{:?}", run.live());
    run.says(search(Euf), proof());
    run.says(certify(Euf), certified());
    assert_eq!(run.live(), [Task::Runs, explain(0)]);
    run.says(explain(0), invariants());
    assert_eq!(run.verdict(), Verdict::True);
}

#[test]
fn false_is_given_only_when_the_program_was_run() {
    let mut run = executed(PreparedSummary::default());
    assert!(run.end.is_none());
    run.says(explain(0), violation(NativeRun::Reached));
    assert_eq!(run.verdict(), Verdict::False);
}

#[test]
fn what_cannot_be_prepared_has_no_answer() {
    let mut run = verify(program(plan(&ENGINES, 100)));
    run.gives_up(Task::Prepare(System::Program), GaveUp::Environment("no clang".into()));
    assert_eq!(run.report().reason(), Some(&Reason::Environment { what: "no clang".into() }));
}

#[test]
fn the_others_look_for_another_execution_when_one_does_not_count() {
    let mut run = executed(PreparedSummary::default());
    run.says(explain(0), not_real(ObstacleKind::Undefined));
    let again = |engine| Task::Search(round(System::Program, 1), engine);
    assert!(run.is_live(again(Euf)) && !run.is_live(again(Bmc)), "{:?}", run.live());
    run.at(12.0).says(again(Euf), execution());
    run.says(Task::Certify(round(System::Program, 1), Euf), certified());
    run.says(explain(1), violation(NativeRun::Reached));
    assert_eq!((run.verdict(), run.report().answer.engine()), (Verdict::False, Some("euf")));
}

#[test]
fn another_execution_is_looked_for_for_a_while_only() {
    let mut run = executed(PreparedSummary::default());
    run.says(explain(0), not_real(ObstacleKind::Undefined));
    run.at(29.0);
    assert!(run.end.is_none());
    run.at(31.0);
    let why = run.report().reason().cloned();
    assert!(matches!(why, Some(Reason::Unsupported { obstacle }) if obstacle.kind == ObstacleKind::Undefined));
}

/// The kind of an obstacle that is in the program, so that executions may end there.
const IN_PROGRAM: ObstacleKind = ObstacleKind::Construct;

#[test]
fn where_something_is_unsupported_a_second_round_ends_executions_there() {
    assert!(IN_PROGRAM.is_in_program());
    let mut run = executed(PreparedSummary { has_ends: true, ..PreparedSummary::default() });
    run.says(explain(0), not_real(IN_PROGRAM));
    let second = Round { system: System::Program, number: 1, ends: true };
    run.says(Task::Search(second, Euf), proof()).says(Task::Certify(second, Euf), certified());
    // A proof of a program that ends early is none of the program.
    assert_eq!(run.verdict(), Verdict::Unknown);
    let mut run = executed(PreparedSummary { has_ends: true, ..PreparedSummary::default() });
    run.says(explain(0), not_real(IN_PROGRAM));
    run.says(Task::Search(second, Euf), execution()).says(Task::Certify(second, Euf), certified());
    run.says(Task::Explain(second), violation(NativeRun::Reached));
    assert_eq!(run.verdict(), Verdict::False);
}

#[test]
fn a_proof_stays_one_when_its_invariants_cannot_be_told() {
    let mut run = prepared(plan(&ENGINES, 100), PreparedSummary::default());
    run.says(search(Euf), proof()).says(certify(Euf), certified());
    run.gives_up(explain(0), GaveUp::OutOfMemory);
    assert_eq!(run.verdict(), Verdict::True);
    assert!(run.report().warnings[0].contains("could not be told"));
}

#[test]
fn a_proof_gets_its_invariants_though_another_one_is_there_sooner() {
    let mut run = prepared(plan(&[Euf, Symex], 100), PreparedSummary::default());
    run.says(search(Euf), proof()).says(certify(Euf), certified());
    run.says(Task::Execute, Message::Executed(euclase_symex::Evidence::default()));
    run.says(Task::CheckExecution, Message::ExecutionChecked(euclase_result::ExecutionProof::default()));
    assert_eq!((run.end.is_none(), run.live()), (true, vec![explain(0)]));
    run.says(explain(0), invariants());
    assert_eq!((run.verdict(), run.report().answer.engine()), (Verdict::True, Some("euf")));
    assert!(run.report().warnings.is_empty());
}

#[test]
fn an_interrupt_while_explaining_gives_no_answer() {
    let mut run = executed(PreparedSummary::default());
    run.interrupt();
    assert_eq!(run.report().reason(), Some(&Reason::Interrupted));
}

#[test]
fn only_the_certificate_of_the_answer_is_kept() {
    let mut plan = plan(&[Euf, Bmc], 100);
    plan.certificate = Some(PathBuf::from("proof"));
    let mut run = prepared(plan, PreparedSummary::default());
    run.says(search(Euf), proof()).says(certify(Euf), certified()).says(explain(0), invariants());
    let Some(Ending::Report(reported)) = &run.end else { panic!("a result") };
    assert_eq!(reported.certificate, Some(PathBuf::from("proof/.check-program-0-euf")));
}
