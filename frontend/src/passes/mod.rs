//! Passes on whole programs that serve verification rather than size.
//!
//! They rest on each other and on those of [`euclase_program::passes`]. All keep to this:
//!
//! - A valid program stays valid.
//! - The id of a value that is kept never changes, and none is used again for another value. An
//!   arbitrary value of the result is therefore the arbitrary value of the original with the same
//!   id, which is how a run of the one becomes a run of the other. (Promotion adds new ones, for
//!   memory that nothing was written to.)
//! - No block or command is ever duplicated, so each arbitrary value stays one command.
//! - The ids of functions, globals and variables stay.
//! - A run reaches an error after a pass just if the run with the same arbitrary values did before,
//!   unless a pass says otherwise.
//! - The work is about linear in the size of the program, and nothing recurses on it.

mod constants;
mod initial;
mod memory;
mod objects;
mod promote;
mod prune;
mod signatures;
mod slice;
mod termination;

pub use constants::propagate_constants;
pub use memory::{MemoryChecks, lower_memory_checks};
pub use promote::promote;
pub use prune::{has_errors, prune};
pub use signatures::shrink_signatures;
pub use slice::{SliceOptions, slice};

use euclase_program::passes::simplify;
use euclase_program::{CommandKind, Program};
use std::time::{Duration, Instant};

/// Which passes to run, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether globals and allocas become values where that is possible.
    pub promote: bool,
    /// Whether to propagate constants.
    pub constants: bool,
    /// How to slice, if at all.
    pub slice: Option<SliceOptions>,
}

impl Default for Options {
    fn default() -> Self {
        Options { promote: true, constants: true, slice: Some(SliceOptions::default()) }
    }
}

/// How large a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Functions with a body.
    pub functions: usize,
    /// Blocks.
    pub blocks: usize,
    /// Phis.
    pub phis: usize,
    /// Commands, but for those that only say what value a variable of the source has.
    pub commands: usize,
    /// Arbitrary values.
    pub nondets: usize,
    /// Loads, stores, and other commands on memory.
    pub memory: usize,
}

impl Size {
    /// The size of a program.
    pub fn of(program: &Program) -> Size {
        let mut size = Size::default();
        for function in program.functions.iter().filter(|function| !function.is_declaration()) {
            size.functions += 1;
            size.blocks += function.blocks.len();
            for block in &function.blocks {
                size.phis += block.phis.len();
                for command in &block.commands {
                    match command.kind {
                        CommandKind::Variable(..) => continue,
                        CommandKind::Nondet(_) => size.nondets += 1,
                        CommandKind::Alloca { .. }
                        | CommandKind::HeapAllocate { .. }
                        | CommandKind::HeapFree(_)
                        | CommandKind::Load { .. }
                        | CommandKind::Store { .. }
                        | CommandKind::MemoryCopy { .. }
                        | CommandKind::MemorySet { .. } => size.memory += 1,
                        _ => {}
                    }
                    size.commands += 1;
                }
            }
        }
        size
    }
}

/// What the passes did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The size before.
    pub before: Size,
    /// The size after.
    pub after: Size,
    /// How often the passes ran until nothing changed any more.
    pub rounds: usize,
    /// What each pass took, in all rounds together.
    pub timings: Vec<(&'static str, Duration)>,
    /// Whether an error or something unsupported may still be reached. If not, the program has its
    /// property.
    pub has_errors: bool,
}

/// After this many rounds, what is left to do is not worth another.
const MOST_ROUNDS: usize = 8;

/// Makes a program as small as the passes can, keeping its errors.
pub fn run(program: &mut Program, options: Options) -> Report {
    let mut timings: Vec<(&'static str, Duration)> = Vec::new();
    let mut timed = |name: &'static str, program: &mut Program, pass: &dyn Fn(&mut Program) -> bool| {
        let start = Instant::now();
        let changed = pass(program);
        let taken = start.elapsed();
        match timings.iter_mut().find(|(known, _)| *known == name) {
            Some((_, total)) => *total += taken,
            None => timings.push((name, taken)),
        }
        changed
    };
    let before = Size::of(program);
    if options.constants {
        timed("constants", program, &propagate_constants);
    }
    if options.promote {
        timed("promote", program, &promote);
    }
    let mut rounds = 0;
    loop {
        rounds += 1;
        let size = Size::of(program);
        if options.constants {
            timed("constants", program, &propagate_constants);
        }
        timed("simplify", program, &simplify);
        if let Some(how) = options.slice {
            timed("slice", program, &|program| slice(program, how));
        }
        timed("signatures", program, &shrink_signatures);
        timed("simplify", program, &simplify);
        if Size::of(program) == size || rounds == MOST_ROUNDS {
            break;
        }
        // What kept an object in memory may be gone.
        if options.promote && Size::of(program).memory > 0 {
            timed("promote", program, &promote);
        }
    }
    Report { before, after: Size::of(program), rounds, timings, has_errors: has_errors(program) }
}
