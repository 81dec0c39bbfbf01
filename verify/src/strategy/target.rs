//! A C program in one of its forms: as it was asked for, unfolded to a level, or with calls encoded the other way. Preparing it and
//! asking workers about it are the same for all.

use super::goal::Program;
use super::limits::{checked_until, seconds_left};
use super::node::{NodeSpec, System, Task};
use super::searching::niceness;
use super::situation::{Ended, Situation, Step};
use crate::report::assumptions::rules;
use crate::worker::protocol::{ExplainRequest, Message, PrepareRequest, PreparedSummary, Request};
use euclase_result::{Answer, Evidence, GaveUp, ProgramReport, Reason, V2, Work};
use std::path::PathBuf;
use std::time::Duration;

/// A form of a program.
pub struct Target<'g> {
    /// The program.
    pub program: &'g Program,
    /// Which form.
    pub system: System,
    /// How it is prepared.
    pub prepare: PrepareRequest,
    /// When its search must be over.
    pub until: Option<Duration>,
    /// Where to keep a failing execution as a program.
    pub write_test: Option<PathBuf>,
    /// A folder of its own.
    pub scratch: PathBuf,
}

/// What came out of a preparation, and what it cost.
#[derive(Clone, Copy)]
pub struct Prepared<'n> {
    /// What came out.
    pub summary: &'n PreparedSummary,
    /// What it cost.
    pub work: &'n Work,
    /// When it was there.
    pub at: Duration,
}

impl<'g> Target<'g> {
    /// The program as it was asked for.
    pub fn of(program: &'g Program) -> Self {
        Target {
            program,
            system: System::Program,
            prepare: program.prepare.clone(),
            until: program.plan.time_limit,
            write_test: program.write_test.clone(),
            scratch: program.scratch.clone(),
        }
    }

    /// Another form of it, in a folder of its own.
    pub fn other(program: &'g Program, system: System, prepare: PrepareRequest, folder: &str) -> Self {
        Target { system, prepare, scratch: program.scratch.join(folder), ..Target::of(program) }
    }

    /// Waits until it can be searched; what stands in the way is a report.
    pub fn prepared<'n>(&self, now: &Situation<'n>) -> Step<Result<Prepared<'n>, Box<V2>>> {
        let task = Task::Prepare(self.system);
        let ended = now.wait_for(task, || {
            let paths = std::iter::once(self.scratch.clone()).chain(self.program.files.iter().cloned()).collect();
            NodeSpec {
                deadline: self.until,
                niceness: niceness(self.system),
                folder: Some(self.scratch.clone()),
                ..NodeSpec::new(task, paths, Request::Prepare(self.prepare.clone()), "compiling")
            }
        })?;
        Ok(match ended {
            Ended::Said(node, Message::Prepared(summary)) => {
                let at = node.end.as_ref().map_or(now.now, |end| end.at);
                Ok(Prepared { summary, work: &node.work, at })
            }
            other => Err(Box::new(self.without_answer(now, other))),
        })
    }

    /// What the result says about the program.
    pub fn report(&self, prepared: Prepared) -> ProgramReport {
        ProgramReport {
            facts: prepared.summary.facts.clone(),
            rules: rules(&self.prepare),
            preparation: prepared.work.clone(),
            explaining: None,
        }
    }

    /// A question to a worker that explains, to which an answer must be there at the deadline.
    pub fn question(&self, prepared: &PreparedSummary, deadline: Option<Duration>, now: Duration) -> ExplainRequest {
        ExplainRequest {
            evidence: None,
            prepare: self.prepare.clone(),
            prepared: prepared.clone(),
            ends: false,
            refuse_overflow: self.program.refuse_overflow,
            replay: self.program.replay,
            write_test: self.write_test.clone(),
            files: self.program.files.clone(),
            full: self.program.full,
            witness: self.program.witness,
            given: None,
            seconds: seconds_left(deadline, now),
            verbosity: self.program.plan.verbosity,
        }
    }

    /// A node that explains evidence.
    pub fn explain(
        &self,
        task: Task,
        evidence: Evidence,
        prepared: &PreparedSummary,
        ends: bool,
        now: Duration,
    ) -> NodeSpec {
        let doing = match &evidence {
            Evidence::Invariant(_) => "translating the invariant",
            Evidence::Trace(_) => "replaying",
        };
        let deadline = checked_until(self.until, self.program.plan.time_limit, now);
        let request = ExplainRequest { evidence: Some(evidence), ends, ..self.question(prepared, deadline, now) };
        NodeSpec {
            deadline,
            niceness: niceness(self.system),
            ..NodeSpec::new(task, vec![self.scratch.clone()], Request::Explain(Box::new(request)), doing)
        }
    }

    /// The result of a run that ends with a node that has no answer.
    pub fn without_answer(&self, now: &Situation, ended: Ended) -> V2 {
        without_answer(now, ended, self.until, self.program.plan.memory_limit)
    }
}

/// The result of a run that ends with a node that has no answer, within a limit of time and of memory.
pub fn without_answer(now: &Situation, ended: Ended, time: Option<Duration>, memory: Option<u64>) -> V2 {
    let answer = match ended {
        Ended::Interrupted => Answer::Unknown { reason: Reason::Interrupted },
        Ended::Said(_, Message::InputError(error)) => Answer::Error { error: error.clone() },
        Ended::Said(..) => Answer::Unknown { reason: Reason::internal("a worker said what was not asked for") },
        Ended::GaveUp(_, why) => Answer::Unknown {
            reason: match why {
                GaveUp::Timeout => Reason::Timeout { limit_seconds: time.unwrap_or(Duration::ZERO).as_secs_f64() },
                GaveUp::OutOfMemory => Reason::OutOfMemory { limit_bytes: memory },
                GaveUp::Unsupported(obstacle) => Reason::unsupported(obstacle),
                GaveUp::Environment(what) => Reason::Environment { what },
                GaveUp::Internal(what) => Reason::internal(what),
                GaveUp::Depth { .. }
                | GaveUp::Bound(_)
                | GaveUp::Solver(_)
                | GaveUp::InputChanged
                | GaveUp::NotChecked(_)
                | GaveUp::Killed(_) => Reason::gave_up(why),
            },
        },
    };
    V2::without_search(answer, now.now.as_secs_f64())
}
