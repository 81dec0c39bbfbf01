//! C models of library functions, and the runtime that replays executions natively.
//!
//! A FALSE answer rests on an execution. [`replay`] has it run by the machine: the prepared module is compiled
//! together with a small C runtime that hands out the arbitrary values of the execution in their order, and
//! the run must end in the error. [`Trials`] are runs on guessed values. [`write_test`] leaves such a run behind for the user. [`models`] are library
//! functions in plain C, for programs that call them without defining them.
//!
//! *Architecture invariant:* knows nothing of the other crates but values.

mod glue;
mod library;
mod models;
mod process;
mod replay;
mod test_case;
mod trials;

pub use glue::{Contents, HeapByte, Outside};
pub use library::{Effect, Row, row, rows, usual_name};
pub use models::{arguments, file_name, is_whole, models, printing, replacements, whole_ranges};
pub use process::{Ended, Limits, run as run_limited};
pub use replay::{Replay, ReplayOutcome, executable, replay};
pub use test_case::{Test, TestForm, TestInput, overflows, write_test};
pub use trials::{Taken, Trials, Tried};
