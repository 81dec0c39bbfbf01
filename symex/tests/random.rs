//! Random programs: what the engine says is what the interpreter finds with all inputs there are.
//!
//! `SYMEX_RANDOM_PROGRAMS=10000` looks at so many programs.

use euclase_program::random::{random_program, random_program_with_objects};
use euclase_program::{BitVecValue, CommandKind, Outcome as RunOutcome, Program, RunOptions, Type, run, run_list};
use euclase_symex::{Certified, Evidence, Limits, Outcome, Why, certify, execute};
use std::time::{Duration, Instant};

/// How many steps an execution may have.
const STEPS: u64 = 3_000;

/// What all executions of a program come to.
#[derive(Default, Debug)]
struct Found {
    errors: u64,
    /// Executions that C does not define, or that the interpreter does not follow.
    others: u64,
    endless: u64,
    is_complete: bool,
}

/// Inputs are made small: each of a few bits, so that all can be tried.
fn with_small_inputs(program: &mut Program) {
    for function in &mut program.functions {
        for block in 0..function.blocks.len() {
            let id = euclase_program::BlockId::new(block);
            let commands = std::mem::take(&mut function.block_mut(id).commands);
            for command in commands {
                let CommandKind::Nondet(origin) = &command.kind else {
                    function.block_mut(id).commands.push(command);
                    continue;
                };
                let Some(result) = command.results.first().copied() else { continue };
                let ty = function.type_of(result);
                let Type::Int(width @ 2..) = ty else {
                    function.block_mut(id).commands.push(command);
                    continue;
                };
                let small = function.define(id, Type::BOOL, None, CommandKind::Nondet(origin.clone()));
                let (a, b) = (function.int(width, 0), function.int(width, 0x8000_0001));
                let kind = CommandKind::Select(small, a, b);
                function.block_mut(id).commands.push(euclase_program::Command { kind, ..command });
            }
        }
    }
}

/// Runs a program with all inputs, of one bit each (others are zero or one).
fn all_executions(program: &Program) -> Found {
    let mut found = Found { is_complete: true, ..Found::default() };
    let mut waiting: Vec<Vec<BitVecValue>> = vec![Vec::new()];
    let mut runs = 0;
    while let Some(prefix) = waiting.pop() {
        runs += 1;
        if runs > 3_000 {
            found.is_complete = false;
            break;
        }
        let mut taken: Vec<BitVecValue> = Vec::new();
        let mut given = prefix.iter();
        let mut is_open = false;
        let options = RunOptions { max_steps: STEPS, ..RunOptions::default() };
        let ran = run(program, options, &mut |request| {
            let width = request.ty.width(64);
            let next = match given.next() {
                Some(bits) => bits.clone(),
                None => {
                    let zero = BitVecValue::zero(width);
                    let mut other = taken.clone();
                    other.push(BitVecValue::one(width));
                    waiting.push(other);
                    is_open |= width > 1;
                    zero
                }
            };
            taken.push(next.clone());
            Some(next)
        });
        found.is_complete &= !is_open;
        match ran.outcome {
            RunOutcome::ErrorReached { .. } => found.errors += 1,
            RunOutcome::Undefined { .. } | RunOutcome::Unsupported { .. } => found.others += 1,
            RunOutcome::OutOfSteps => found.endless += 1,
            _ => {}
        }
    }
    found
}

static CERTIFIED: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

fn check(seed: u64, program: &Program) -> &'static str {
    assert_eq!(program.validate(), Ok(()), "seed {seed}");
    let found = all_executions(program);
    let limits = Limits {
        max_terms: 300_000,
        max_iterations: 200,
        max_depth: 100,
        max_steps: 300_000,
        ..Limits::until(Instant::now() + Duration::from_secs(5))
    };
    let outcome = execute(program, limits);
    // Whatever the search says, what is certified is safe.
    let quick = Limits { deadline: Instant::now() + Duration::from_secs(2), ..limits };
    if let Certified::Yes { .. } = certify(program, &Evidence::default(), quick) {
        assert_eq!((found.errors, found.others), (0, 0), "seed {seed}: {found:?}\n{}", program.print());
        assert!(!matches!(outcome, Outcome::Violation { .. }), "seed {seed}\n{}", program.print());
        CERTIFIED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
    match outcome {
        Outcome::Safe(_) => {
            assert_eq!((found.errors, found.others), (0, 0), "seed {seed}: {found:?}\n{}", program.print());
            "safe"
        }
        Outcome::Violation { inputs, .. } => {
            let ran = run_list(program, RunOptions::default(), &inputs);
            assert!(matches!(ran.outcome, RunOutcome::ErrorReached { .. }), "seed {seed}: {:?}", ran.outcome);
            assert!(
                found.errors > 0 || !found.is_complete || found.endless > 0,
                "seed {seed}: {found:?}\n{}",
                program.print()
            );
            "violation"
        }
        Outcome::Unknown { why: Why::Replay(why), .. } => panic!("seed {seed}: {why}\n{}", program.print()),
        Outcome::Unknown { why, safe_iterations } => {
            let excused = found.endless > 0 || found.others > 0 || !found.is_complete;
            let is_limit = matches!(why, Why::Time | Why::Size | Why::Endless | Why::Solver(_));
            if !excused && !is_limit {
                panic!("seed {seed}: {why:?} {safe_iterations:?} {found:?}\n{}", program.print());
            }
            "unknown"
        }
    }
}

fn count() -> u64 {
    std::env::var("SYMEX_RANDOM_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(150)
}

fn first() -> u64 {
    std::env::var("SYMEX_RANDOM_FIRST").ok().and_then(|count| count.parse().ok()).unwrap_or(0)
}

fn many(make: impl Fn(u64) -> Program) {
    let mut outcomes = std::collections::BTreeMap::new();
    for seed in first()..first() + count() {
        let mut program = make(seed);
        with_small_inputs(&mut program);
        *outcomes.entry(check(seed, &program)).or_insert(0) += 1;
    }
    println!("{outcomes:?}, {CERTIFIED:?} certified so far");
}

#[test]
fn random_programs() {
    many(random_program);
}

#[test]
fn random_programs_with_objects() {
    many(random_program_with_objects);
}
