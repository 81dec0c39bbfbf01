//! dev
use euclase_checker::solver::Statistics;
use euclase_checker::{Outcome, Task, ic3};
struct L;
impl log::Log for L {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }
    fn log(&self, r: &log::Record) {
        if r.target().starts_with("euclase") {
            eprintln!("{}", r.args());
        }
    }
    fn flush(&self) {}
}
static LOG: L = L;
fn main() {
    if std::env::var("TRACE").is_ok() {
        log::set_logger(&LOG).unwrap();
        log::set_max_level(log::LevelFilter::Trace);
    }
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1]).unwrap();
    let secs: u64 = args.get(2).map(|s| s.parse().unwrap()).unwrap_or(30);
    let (mut terms, system) = match euclase_logic::read_system(&bytes) {
        Ok(x) => x,
        Err(e) => {
            println!("ERROR {e}");
            return;
        }
    };
    if std::env::var("SHOW").is_ok() {
        eprintln!(
            "states {} inputs {} constraints {}",
            system.states.len(),
            system.inputs.len(),
            system.constraints.len()
        );
    }
    let start = std::time::Instant::now();
    let statistics = Statistics::default();
    let mut last = start;
    let mut task = Task {
        terms: &mut terms,
        system: &system,
        deadline: Some(start + std::time::Duration::from_secs(secs)),
        progress: &mut |p| {
            if std::env::var("SHOW").is_ok() && last.elapsed().as_millis() > 1000 {
                last = std::time::Instant::now();
                eprintln!("{p:?}");
            }
            true
        },
        statistics: statistics.clone(),
        counters: Default::default(),
    };
    let outcome = ic3::run(&mut task, &ic3::Options::default());
    let counters = task.counters.clone();
    let word = match &outcome {
        Outcome::Safe(_) => "TRUE".to_string(),
        Outcome::Unsafe(t) => match system.replay(&mut terms, t) {
            Ok(()) => format!("FALSE {} steps", t.steps.len() - 1),
            Err(e) => format!("BADTRACE {e}"),
        },
        Outcome::Unknown(r) => format!("UNKNOWN {r}"),
    };
    println!("{word} {:.2}s", start.elapsed().as_secs_f64());
    if std::env::var("SHOW").is_ok() {
        eprintln!("{counters:?}");
        for (k, s) in statistics.by_kind() {
            eprintln!("{k:?} sat {} unsat {} unk {} time {:?}", s.sat, s.unsat, s.unknown, s.time);
        }
    }
}
