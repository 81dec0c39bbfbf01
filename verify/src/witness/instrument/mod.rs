//! A program that does only what a witness says.
//!
//! A violation witness becomes an automaton beside the program (`violation`), invariants become assertions at their
//! places (`correctness`). `places` finds what a witness speaks of, `rules` puts the automaton there, and `calls`
//! knows which calls are errors or inputs.
//!
//! What is put in reads the program's variables and writes only its own.

mod calls;
mod correctness;
mod places;
mod rules;
mod violation;

use super::edits::{Edited, Edits};
use super::structure::Structure;

pub use calls::has_meaning;
pub use correctness::for_correctness;
pub use places::branches;
pub use violation::for_violation;

/// The error of a program made for a violation witness.
pub const VIOLATION: &str = "__witness_violation";

/// The error of a program made for a correctness witness whose invariant is wrong, with the number of the invariant behind it.
pub const WRONG_INVARIANT: &str = "__witness_wrong_invariant_";

/// What is called where an invariant overflows, if that is asked.
pub const OVERFLOW: &str = "__witness_overflow";

/// What an `assert` that fails calls.
pub const ASSERTION_FAILURE: &str = "__assert_fail";

/// Ends the execution.
const STOP: &str = "__builtin_abort();";

/// How many lines stand before the first of the program.
pub const LINES_BEFORE: usize = 1;

/// The changed text, with declarations before it. Line markers go, so that lines are those of the file.
fn finish(structure: &Structure, edits: Edits, prelude: &str) -> Edited {
    let mut edited = edits.apply(&structure.tokens.text);
    let start = prelude.len() + 1;
    let head = 0..start;
    let mut text = format!("{prelude}\n");
    for (line, marker) in edited.text.split_inclusive('\n').map(|line| (line, is_line_marker(line))) {
        match marker {
            // As long as it was, so that places stay where they are.
            true => text
                .extend(line.chars().flat_map(|c| std::iter::repeat_n(if c == '\n' { c } else { ' ' }, c.len_utf8()))),
            false => text.push_str(line),
        }
    }
    edited.added.iter_mut().for_each(|range| *range = range.start + start..range.end + start);
    edited.added.insert(0, head);
    Edited { text, added: edited.added }
}

fn is_line_marker(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('#') else { return false };
    let rest = rest.trim_start();
    rest.strip_prefix("line").unwrap_or(rest).trim_start().starts_with(|c: char| c.is_ascii_digit())
}
