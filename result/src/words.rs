//! The reasons in words, for messages and for logs.

use crate::reason::GaveUp;
use crate::statistics::EngineOutcome;
use std::fmt;

/// `SIGKILL`, which the system sends to who uses too much memory.
const KILL: i32 = 9;

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GaveUp::Timeout => f.write_str("timeout"),
            GaveUp::OutOfMemory => f.write_str("out of memory"),
            GaveUp::Depth { safe_steps, induction } => {
                write!(f, "no execution of {safe_steps} or fewer steps violates the property")?;
                match induction {
                    Some(depth) => write!(f, ", and induction of depth {depth} does not prove it"),
                    None => Ok(()),
                }
            }
            GaveUp::Bound(text) | GaveUp::Solver(text) | GaveUp::Environment(text) => f.write_str(text),
            GaveUp::Unsupported(obstacle) => obstacle.fmt(f),
            GaveUp::InputChanged => f.write_str("the file was changed while it was being verified"),
            GaveUp::NotChecked(text) => write!(f, "its answer could not be checked: {text}"),
            GaveUp::Internal(text) => write!(f, "internal error: {text}"),
            GaveUp::Killed(KILL) => f.write_str("killed from outside (by the system, if it ran out of memory)"),
            GaveUp::Killed(signal) => write!(f, "ended from outside by signal {signal}"),
        }
    }
}

impl fmt::Display for EngineOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineOutcome::Searching => f.write_str("was still searching"),
            EngineOutcome::Answered => f.write_str("had an answer"),
            EngineOutcome::Refused(why) => write!(f, "had an answer that did not check: {why}"),
            EngineOutcome::GaveUp(why) => why.fmt(f),
        }
    }
}
