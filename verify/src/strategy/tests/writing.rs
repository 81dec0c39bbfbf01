//! Runs that verify nothing.

use super::*;
use crate::args::Stage;

fn emit(stage: Stage) -> Simulation {
    let program = program(plan(&[EngineName::Euf], 10));
    let mut run = Simulation::of(Goal::EmitProgram { program, stage });
    run.says(Task::Prepare(System::Program), Message::Prepared(Box::default()));
    run
}

#[test]
fn a_stage_is_written_after_the_preparation() {
    let mut run = emit(Stage::Ts);
    assert_eq!(run.live(), [Task::Emit]);
    run.says(Task::Emit, Message::Emitted);
    let Some(Ending::Stage { file, program }) = run.end else { panic!("a stage") };
    assert_eq!((file, program.is_some()), (PathBuf::from("scratch/emitted"), true));
}

#[test]
fn a_stage_that_is_a_file_already_needs_no_worker() {
    assert!(matches!(emit(Stage::Vmt).end, Some(Ending::Stage { .. })));
}

#[test]
fn writing_ends_at_the_deadline() {
    let mut run = emit(Stage::Ts);
    run.at(11.0);
    assert_eq!(run.report().reason(), Some(&Reason::Timeout { limit_seconds: 10.0 }));
}

#[test]
fn a_program_is_run_on_given_values() {
    let program = program(plan(&[EngineName::Run], 10));
    let mut run = Simulation::of(Goal::Retrace { program, values: vec!["1".into()] });
    run.says(Task::Prepare(System::Program), Message::Prepared(Box::default()));
    run.says(Task::Retrace, violation(NativeRun::Off));
    assert!(matches!(run.end, Some(Ending::Taken(_))));
}
