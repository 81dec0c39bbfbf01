//! Random programs do the same after a pass.

use crate::outcome;
use euclase_frontend::passes::{SliceOptions, has_errors, propagate_constants, prune, slice};
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
    let mut sliced = program.clone();
    slice(&mut sliced, options);
    let texts = || format!("{}becomes\n{}", program.print(), sliced.print());
    prop_assert_eq!(sliced.validate(), Ok(()), "{}", texts());
    for input in inputs {
        let (before, after) = (outcome(program, *input), outcome(&sliced, *input));
        let fine = if options.drop_endless_loops && !is_error(&before) { true } else { same_error(&before, &after) };
        prop_assert!(fine, "{:?} becomes {:?}:\n{}", before, after, texts());
        prop_assert!(!is_error(&before) || after == before, "{}", texts());
        prop_assert!(!is_error(&before) || has_errors(&sliced));
    }
    let mut again = sliced.clone();
    prop_assert!(!prune(&mut again), "{}becomes\n{}", sliced.print(), again.print());
    Ok(())
}

/// Runs a pass that must change no outcome.
fn check_exact(pass: fn(&mut Program) -> bool, program: &Program, inputs: &[u64]) -> Result<(), TestCaseError> {
    let mut changed = program.clone();
    pass(&mut changed);
    let texts = || format!("{}becomes\n{}", program.print(), changed.print());
    prop_assert_eq!(changed.validate(), Ok(()), "{}", texts());
    for input in inputs {
        let (before, after) = (outcome(program, *input), outcome(&changed, *input));
        prop_assert!(before == Outcome::OutOfSteps || before == after, "{:?} {:?}: {}", before, after, texts());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

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
}
