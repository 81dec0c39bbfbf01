//! Recursion, unfolded deeper and deeper.

use super::*;
use EngineName::*;

const ENGINES: [EngineName; 3] = [Euf, Bmc, Run];

fn recursive() -> PreparedSummary {
    PreparedSummary { recursive: vec!["f".into()], ..PreparedSummary::default() }
}

/// What comes out of unfolding to a level, beyond which recursion goes on.
pub fn unfolded(level: usize) -> PreparedSummary {
    let mut summary = PreparedSummary::default();
    summary.facts.unsupported = vec![Obstacle::new(ObstacleKind::Recursion, format!("deeper than level {level}"))];
    summary
}

fn prepare(level: usize) -> Task {
    Task::Prepare(System::Unfolded(level))
}

fn search(level: usize, engine: EngineName) -> Task {
    Task::Search(round(System::Unfolded(level), 0), engine)
}

/// A proof at a level that does not say what is deeper.
fn proves_within(run: &mut Simulation, level: usize) {
    run.says(prepare(level), Message::Prepared(Box::new(unfolded(level))));
    run.says(search(level, Euf), execution());
    run.says(Task::Certify(round(System::Unfolded(level), 0), Euf), certified());
    run.says(Task::Explain(round(System::Unfolded(level), 0)), not_real(ObstacleKind::Recursion));
    let again = Round { system: System::Unfolded(level), number: 1, ends: false };
    if run.is_live(Task::Search(again, Bmc)) {
        run.gives_up(Task::Search(again, Bmc), GaveUp::Bound("no".into()));
    }
}

#[test]
fn one_level_comes_after_the_other() {
    let mut run = prepared(plan(&ENGINES, 0), recursive());
    assert!(run.is_live(prepare(0)) && run.is_live(Task::Runs), "{:?}", run.live());
    proves_within(&mut run, 0);
    assert!(run.is_live(prepare(1)), "{:?}", run.live());
    run.says(prepare(1), Message::Prepared(Box::default()));
    run.says(search(1, Euf), proof());
    run.says(Task::Certify(round(System::Unfolded(1), 0), Euf), certified());
    run.says(Task::Explain(round(System::Unfolded(1), 0)), invariants());
    assert_eq!(run.verdict(), Verdict::True);
}

#[test]
fn a_level_has_a_share_of_the_time() {
    let mut run = prepared(plan(&[Euf, Bmc], 101), recursive());
    run.says(prepare(0), Message::Prepared(Box::new(unfolded(0))));
    // The first level began after a second: 1 s + 0.4 * 100 s.
    run.at(41.4);
    assert!(run.is_live(search(0, Euf)));
    run.at(41.6);
    assert!(!run.is_live(search(0, Euf)) && run.is_live(prepare(1)), "{:?}", run.live());
}

#[test]
fn a_program_that_does_not_change_is_not_searched_again() {
    let mut run = prepared(plan(&[Euf, Bmc], 0), recursive());
    proves_within(&mut run, 0);
    run.says(prepare(1), Message::Prepared(Box::new(unfolded(0))));
    assert_eq!(run.verdict(), Verdict::Unknown);
}

#[test]
fn what_cannot_be_unfolded_further_was_searched_as_deep_as_it_can_be() {
    let mut run = prepared(plan(&[Euf, Bmc], 0), recursive());
    proves_within(&mut run, 0);
    run.gives_up(prepare(1), GaveUp::Bound("too large".into()));
    let why = run.report().reason().cloned();
    assert!(matches!(why, Some(Reason::Unsupported { obstacle }) if obstacle.kind == ObstacleKind::Recursion));
    assert!(run.report().program.is_some());
}

#[test]
fn without_engines_of_systems_nothing_is_unfolded() {
    let run = prepared(plan(&[Run], 0), recursive());
    assert_eq!(run.live(), [Task::Runs]);
}
