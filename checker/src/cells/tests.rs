//! Facts about all cells on small systems; what is false is never proved.

use crate::answer::Outcome;
use crate::engine::Engine;
use crate::samples::{Builder, array_memory};
use euclase_logic::Sort;
use euclase_logic::random::{Exploration, RandomOptions, explore, random_system};

/// Writes a number to all cells below a bound, and then reads them one by one.
fn fill_and_read(written: u64, expected: u64) -> Builder {
    let mut b = Builder::new();
    let sort = b.terms.array_sort(Sort::BitVec(16), Sort::BitVec(8));
    let (array, i) = (b.state("a", sort), b.state("i", Sort::BitVec(16)));
    let (reading, error) = (b.state("reading", Sort::Bool), b.state("error", Sort::Bool));
    b.start(i, 0);
    let (no_reading, no_error) = (b.terms.not(reading), b.terms.not(error));
    b.init(no_reading);
    b.init(no_error);
    let (zero, one, bound) = (b.terms.bv(16, 0), b.terms.bv(16, 1), b.terms.bv(16, 50_000));
    let (written, expected) = (b.terms.bv(8, written), b.terms.bv(8, expected));
    let more = b.terms.bv_ult(i, bound);
    let (up, filled) = (b.terms.bv_add(i, one), b.terms.store(array, i, written));
    let writing = b.terms.and(&[no_reading, more]);
    let next = b.terms.ite(writing, filled, array);
    b.update(array, next);
    let next = b.terms.ite(more, up, zero);
    b.update(i, next);
    let done = b.terms.not(more);
    let next = b.terms.or(&[reading, done]);
    b.update(reading, next);
    let read = b.terms.select(array, i);
    let wrong = b.terms.neq(read, expected);
    let wrong = b.terms.and(&[reading, more, wrong]);
    let next = b.terms.or(&[error, wrong]);
    b.update(error, next);
    b.system.property = no_error;
    b
}

#[test]
fn what_a_loop_wrote_to_all_cells_is_read_by_the_next() {
    let outcome = fill_and_read(7, 7).run(|task| {
        let (outcome, certificate) = Engine::Cells.run(task);
        assert!(certificate.is_some(), "{outcome:?}");
        outcome
    });
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
}

#[test]
fn what_is_not_written_is_not_proved() {
    let outcome = fill_and_read(7, 8).run(|task| Engine::Cells.run(task).0);
    assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
}

#[test]
fn a_property_may_look_at_cells_itself() {
    let outcome = array_memory(true).run(|task| Engine::Cells.run(task).0);
    assert!(matches!(outcome, Outcome::Safe(_)), "{outcome:?}");
    let outcome = array_memory(false).run(|task| Engine::Cells.run(task).0);
    assert!(matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
}

#[test]
fn random_systems_are_never_proved_wrongly() {
    let mut proved = 0;
    for seed in 0..150 {
        let (terms, system) = random_system(seed, &RandomOptions::default());
        let has_arrays = system.states.iter().any(|s| terms.sort(s.current).is_array());
        if !has_arrays {
            continue;
        }
        let mut b = Builder { terms, system };
        let safe = matches!(explore(&b.terms, &b.system, 1 << 20), Some(Exploration::Holds(_)));
        let outcome = b.run(|task| {
            task.deadline = Some(std::time::Instant::now() + std::time::Duration::from_secs(2));
            Engine::Cells.run(task).0
        });
        match outcome {
            Outcome::Safe(_) => {
                assert!(safe, "seed {seed}");
                proved += 1;
            }
            Outcome::Unknown(crate::Reason::Internal(what)) => panic!("seed {seed}: {what}"),
            Outcome::Unsafe(_) => panic!("seed {seed}: executions of the abstraction are none"),
            Outcome::Unknown(_) => {}
        }
    }
    assert!(proved > 0);
}
