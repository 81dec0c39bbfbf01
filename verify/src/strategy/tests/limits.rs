//! `--jobs` and `--memory-limit`. That they hold at all times is checked in every simulation.

use super::*;
use EngineName::*;

const ALL: [EngineName; 9] = [Euf, Explicit, Kind, Bmc, Sa, Spacer, Cells, Summaries, Run];

fn with_jobs(jobs: usize) -> Plan {
    Plan { jobs: Some(jobs), ..plan(&ALL, 100) }
}

#[test]
fn with_one_job_one_process_runs_at_a_time() {
    let mut run = prepared(with_jobs(1), PreparedSummary::default());
    let mut seen = Vec::new();
    for turn in 0..60 {
        run.at(1.0 + 0.5 * f64::from(turn));
        assert_eq!(run.running().len(), 1, "{:?}", run.running());
        seen.extend(run.running());
    }
    for task in [search(Euf), search(Spacer), Task::Runs] {
        assert!(seen.contains(&task), "{task:?} has a turn");
    }
}

#[test]
fn a_check_goes_before_searches() {
    let mut run = prepared(with_jobs(1), PreparedSummary::default());
    while !run.running().contains(&search(Euf)) {
        let next = run.now.as_secs_f64() + 0.5;
        run.at(next);
    }
    run.says(search(Euf), proof());
    for turn in 0..20 {
        let now = run.now.as_secs_f64();
        run.at(now + 0.1 * f64::from(turn));
        assert_eq!(run.running(), [certify(Euf)]);
    }
}

#[test]
fn several_jobs_are_used() {
    let mut run = prepared(with_jobs(3), PreparedSummary::default());
    for turn in 0..20 {
        run.at(8.0 + 0.5 * f64::from(turn));
        assert_eq!(run.running().len(), 3);
    }
}

#[test]
fn without_a_number_of_jobs_all_run() {
    let mut run = prepared(plan(&ALL, 100), PreparedSummary::default());
    run.at(30.0);
    assert_eq!(run.running().len(), 8);
}

#[test]
fn a_search_never_has_to_give_memory_back() {
    let recursive = PreparedSummary { recursive: vec!["f".into()], ..PreparedSummary::default() };
    let mut run = prepared(plan(&ALL, 100), recursive);
    let memory = |run: &mut Simulation, task| run.node(task).memory.expect("a limit");
    let mut summaries = memory(&mut run, Task::Summaries);
    for level in 0..3 {
        let (round, next) = (round(System::Unfolded(level), 0), Task::Prepare(System::Unfolded(level)));
        let deeper = Message::Prepared(Box::new(super::recursion::unfolded(level)));
        run.at(2.0 + level as f64).says(next, deeper);
        for engine in ALL.into_iter().filter(|engine| !engine.is_of_programs()) {
            while !run.is_live(Task::Search(round, engine)) {
                let later = run.now.as_secs_f64() + 1.0;
                run.at(later);
            }
            run.gives_up(Task::Search(round, engine), GaveUp::Bound("done".into()));
            let now = memory(&mut run, Task::Summaries);
            assert!(now >= summaries);
            summaries = now;
        }
    }
}
