//! Passes on whole programs that serve verification rather than size.
//!
//! They rest on each other and on those of [`euclase_program::passes`]. All keep to this:
//!
//! - A valid program stays valid.
//! - The id of a value that is kept never changes, and none is used again for another value. An
//!   arbitrary value of the result is therefore the arbitrary value of the original with the same
//!   id, which is how a run of the one becomes a run of the other.
//! - No block or command is ever duplicated, so each arbitrary value stays one command.
//! - The ids of functions, globals and variables stay.
//! - A run reaches an error after a pass just if the run with the same arbitrary values did before,
//!   unless a pass says otherwise.
//! - The work is about linear in the size of the program, and nothing recurses on it.

mod constants;
mod initial;
mod objects;
mod prune;
mod slice;
mod termination;

pub use constants::propagate_constants;
pub use prune::{has_errors, prune};
pub use slice::{SliceOptions, slice};
