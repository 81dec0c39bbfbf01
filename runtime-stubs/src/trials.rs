//! Native runs on values that are guessed: the prepared module with a runtime that makes values up (`c/trials.c`).
//!
//! A run costs what the machine takes for it, so that errors behind millions of iterations are a matter of milliseconds.
//! What comes out is a list of values and no more: whoever asked follows them like those of any other execution.

use crate::glue;
use crate::process::{self, Ended, Limits};
use crate::replay::{Build, ERROR_REACHED};
use euclase_logic::{BigUint, BitVecValue};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The runtime that makes values up.
const RUNTIME: &str = include_str!("../c/trials.c");

// Codes with which the runtime ends; they stand in `c/trials.c` too.
const NOTHING_FOUND: i32 = 210;
const NOTHING_TO_GUESS: i32 = 211;

/// What a run may use of the machine's memory: there are searches beside it.
const MEMORY: u64 = 768 << 20;
/// Modules that are smaller than this, in bytes, are optimised in no time.
const SMALL: u64 = 200_000;
/// How large a file it may write.
const FILE_SIZE: u64 = 1 << 30;

/// A program that runs on guessed values.
#[derive(Clone, Debug)]
pub struct Trials {
    folder: PathBuf,
    executable: PathBuf,
    next: u64,
    watched: bool,
}

/// What a number of runs came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tried {
    /// A run reached the error.
    ErrorReached(Taken),
    /// None of them did.
    Nothing,
    /// There is nothing to guess, and the one run that there is does not reach it.
    NothingToGuess,
}

/// What a run took from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The values, in the order of [`crate::Replay::inputs`].
    pub values: Vec<BitVecValue>,
    /// What each byte of memory was that nothing had written.
    pub unwritten: u8,
}

impl Trials {
    /// Compiles a prepared module for runs in a folder. The constants are values to guess more often than others. Where memory is
    /// watched, AddressSanitizer looks at all accesses of functions that are marked for it.
    ///
    /// # Errors
    ///
    /// Why it cannot be done, or that it takes too long.
    pub fn build(
        clang: &Path,
        bitcode: &Path,
        ilp32: bool,
        (constants, watched): (&[BitVecValue], bool),
        folder: &Path,
        limit: Duration,
    ) -> Result<Trials, String> {
        let absolute = |path: &Path| std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()));
        let (bitcode, folder) = (absolute(bitcode)?, absolute(folder)?);
        // Guesses may be run by optimised code: what they are worth is found out without it.
        let is_small = std::fs::metadata(&bitcode).is_ok_and(|file| file.len() < SMALL);
        let level = if is_small { "-O1" } else { "-O0" };
        let watch: &[&str] = if watched { &["-fsanitize=address"] } else { &[] };
        let deadline = Instant::now() + limit;
        let build = Build { clang, bitcode: &bitcode, ilp32, folder: &folder, deadline, level, options: watch };
        let executable = build
            .executable("trials", RUNTIME, |types| Ok(glue::constants(constants) + &glue::functions(types, ilp32)?))?;
        Ok(Trials { folder, executable, next: 1, watched })
    }

    /// Which run comes next; they are numbered from one.
    pub fn next_seed(&self) -> u64 {
        self.next
    }

    /// Makes a number of runs, each with so much processor time, until one reaches the error.
    ///
    /// # Errors
    ///
    /// Why they cannot be made, or that the time is up.
    pub fn run(&mut self, runs: u64, each: Duration, deadline: Instant) -> Result<Tried, String> {
        let file = self.folder.join("trials-values.bin");
        let mut command = Command::new(&self.executable);
        command.args([self.next, runs, each.as_millis() as u64].map(|number| number.to_string())).arg(&file);
        // What watches memory has a map of all of it, most of which is never there; the runtime limits what is.
        let memory = if self.watched { u64::MAX } else { MEMORY };
        let limits = Limits { deadline, memory, file_size: FILE_SIZE };
        match process::run(command, &self.folder, None, limits) {
            Ok(Ended::Code(ERROR_REACHED)) => {
                let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                let (seed, taken) = read_notes(&bytes).ok_or("the notes of a run are cut off")?;
                self.next = seed + 1;
                Ok(Tried::ErrorReached(taken))
            }
            Ok(Ended::Code(NOTHING_FOUND)) => {
                self.next += runs;
                Ok(Tried::Nothing)
            }
            Ok(Ended::Code(NOTHING_TO_GUESS)) => Ok(Tried::NothingToGuess),
            Ok(Ended::OutOfTime) => Err("the time is up".into()),
            Ok(other) => Err(format!("the runs ended with {other:?}")),
            Err(error) => Err(format!("{}: {error}", self.executable.display())),
        }
    }
}

/// The seed of a run and what it took.
fn read_notes(bytes: &[u8]) -> Option<(u64, Taken)> {
    let mut rest = bytes;
    let number = |rest: &mut &[u8]| {
        let (head, tail) = rest.split_first_chunk::<8>()?;
        *rest = tail;
        Some(u64::from_le_bytes(*head))
    };
    let (seed, unwritten) = (number(&mut rest)?, u8::try_from(number(&mut rest)?).ok()?);
    let mut values = Vec::new();
    while !rest.is_empty() {
        let (width, value) = (number(&mut rest)?, number(&mut rest)?);
        match u32::try_from(width).ok()? {
            0 => {
                let (memory, tail) = rest.split_at_checked(usize::try_from(value).ok()?)?;
                values.extend(memory.iter().map(|byte| BitVecValue::new(8, u64::from(*byte))));
                rest = tail;
            }
            width => values.push(BitVecValue::from_big(width, &BigUint::from(value))),
        }
    }
    Some((seed, Taken { values, unwritten }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_values_and_bytes_of_memory() {
        let mut bytes = Vec::new();
        for number in [7_u64, 97, 32, 5, 0, 3] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([1, 2, 255]);
        let wanted =
            vec![BitVecValue::new(32, 5), BitVecValue::new(8, 1), BitVecValue::new(8, 2), BitVecValue::new(8, 255)];
        assert_eq!(read_notes(&bytes), Some((7, Taken { values: wanted, unwritten: 97 })));
        bytes.pop();
        assert_eq!(read_notes(&bytes), None);
    }
}
