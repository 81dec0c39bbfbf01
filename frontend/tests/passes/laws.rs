//! Random programs do the same after a pass.

use crate::outcome;
use euclase_frontend::passes::{
    Options, SliceOptions, has_errors, promote, propagate_constants, prune, run, shrink_signatures, slice,
};
use euclase_program::random::{random_program, random_program_with_objects};
use euclase_program::{Outcome, Program};
use proptest::prelude::*;

fn is_error(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::ErrorReached { .. } | Outcome::Unsupported { .. })
}

/// Whether two runs end in the same error, or neither ends in one; a run without an end says nothing.
fn same_error(before: &Outcome, after: &Outcome) -> bool {
    let (before, after) = match (before, after) {
        (Outcome::OutOfSteps, _) | (_, Outcome::OutOfSteps) => return true,
        both => both,
    };
    if is_error(before) || is_error(after) { before == after } else { true }
}

fn check_slice(program: &Program, options: SliceOptions, inputs: &[u64]) -> Result<(), TestCaseError> {
    let sliced = check_errors(program, options, inputs, |program| _ = slice(program, options))?;
    let mut again = sliced.clone();
    prop_assert!(!prune(&mut again), "{}becomes\n{}", sliced.print(), again.print());
    Ok(())
}

/// Runs a pass that must change no error.
fn check_errors(
    program: &Program,
    options: SliceOptions,
    inputs: &[u64],
    pass: impl Fn(&mut Program),
) -> Result<Program, TestCaseError> {
    let mut sliced = program.clone();
    pass(&mut sliced);
    let texts = || format!("{}becomes\n{}", program.print(), sliced.print());
    prop_assert_eq!(sliced.validate(), Ok(()), "{}", texts());
    for input in inputs {
        let (before, after) = (outcome(program, *input, 4000), outcome(&sliced, *input, 4000));
        let fine = if options.drop_endless_loops && !is_error(&before) { true } else { same_error(&before, &after) };
        prop_assert!(fine, "{:?} becomes {:?}:\n{}", before, after, texts());
        prop_assert!(!is_error(&before) || after == before, "{}", texts());
        prop_assert!(!is_error(&before) || has_errors(&sliced));
    }
    Ok(sliced)
}

/// Runs a pass that must change no outcome.
fn check_exact(pass: fn(&mut Program) -> bool, program: &Program, inputs: &[u64]) -> Result<(), TestCaseError> {
    let mut changed = program.clone();
    pass(&mut changed);
    let texts = || format!("{}becomes\n{}", program.print(), changed.print());
    prop_assert_eq!(changed.validate(), Ok(()), "{}", texts());
    for input in inputs {
        let (before, after) = (outcome(program, *input, 3000), outcome(&changed, *input, 30_000));
        prop_assert!(before == Outcome::OutOfSteps || before == after, "{:?} {:?}: {}", before, after, texts());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn random_programs_with_objects_are_valid_and_read_back(seed: u64) {
        let program = random_program_with_objects(seed);
        prop_assert_eq!(program.validate(), Ok(()), "{}", program.print());
        prop_assert_eq!(Program::parse(&program.print()).unwrap().print(), program.print());
    }

    #[test]
    fn slicing_changes_no_error(seed: u64, inputs: [u64; 4], drop_endless_loops: bool) {
        let options = SliceOptions { drop_endless_loops };
        check_slice(&random_program(seed), options, &inputs)?;
        check_slice(&random_program_with_objects(seed), options, &inputs)?;
    }

    #[test]
    fn constants_change_no_outcome(seed: u64, inputs: [u64; 4]) {
        check_exact(propagate_constants, &random_program(seed), &inputs)?;
        check_exact(propagate_constants, &random_program_with_objects(seed), &inputs)?;
    }

    #[test]
    fn promotion_changes_no_outcome(seed: u64, inputs: [u64; 4]) {
        check_exact(promote, &random_program_with_objects(seed), &inputs)?;
    }

    #[test]
    fn smaller_signatures_change_no_outcome(seed: u64, inputs: [u64; 4]) {
        check_exact(shrink_signatures, &random_program_with_objects(seed), &inputs)?;
    }

    #[test]
    fn all_passes_together_change_no_error(seed: u64, inputs: [u64; 4], drop_endless_loops: bool) {
        let how = SliceOptions { drop_endless_loops };
        let options = Options { slice: Some(how), ..Options::default() };
        let all = |program: &mut Program| _ = run(program, options);
        check_errors(&random_program(seed), how, &inputs, all)?;
        check_errors(&random_program_with_objects(seed), how, &inputs, all)?;
    }
}
