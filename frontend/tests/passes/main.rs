//! The passes on whole programs: what they make of small programs, and that they change no outcome
//! of random ones.

#![allow(clippy::unwrap_used)]

mod constants;
mod laws;
mod pipeline;
mod promotion;
mod scale;
mod slicing;

use euclase_program::{BitVecValue, NondetOrigin, Outcome, Program, Request, RunOptions, ValueId, run};
use rustc_hash::FxHashMap;

/// Runs a pass and compares with the text that the functions must become.
fn check(pass: impl Fn(&mut Program) -> bool, head: &str, before: &str, after: &str) {
    let mut program = Program::parse(&format!("{head}{before}")).unwrap();
    assert_eq!(program.validate(), Ok(()));
    let changed = pass(&mut program);
    assert_eq!(program.validate(), Ok(()), "{}", program.print());
    assert_eq!(program.print(), format!("{head}{after}"));
    assert_eq!(changed, before != after);
}

/// Runs a program with arbitrary values that depend only on which value is asked for and how often
/// it was before: the same in a program from which others are gone.
fn outcome(program: &Program, seed: u64, max_steps: u64) -> Outcome {
    let mut asked: FxHashMap<(u32, ValueId), u64> = FxHashMap::default();
    let options = RunOptions { max_steps, max_depth: 60, ..RunOptions::default() };
    let mut source = |request: Request<'_>| {
        // What was never written has no id before it is promoted, and another one then.
        let unwritten = matches!(request.origin, NondetOrigin::Uninitialised(_) | NondetOrigin::Havoc(_));
        let Some(value) = request.value.filter(|_| !unwritten) else { return Some(BitVecValue::zero(64)) };
        let count = asked.entry((request.function.0, value)).or_default();
        *count += 1;
        let mut state = seed ^ count.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for number in [request.function.0, value.0] {
            state = (state ^ u64::from(number)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            state ^= state >> 29;
        }
        let number = if state.is_multiple_of(3) { state >> 20 } else { state >> 60 };
        Some(BitVecValue::new(64, number))
    };
    run(program, options, &mut source).outcome
}
