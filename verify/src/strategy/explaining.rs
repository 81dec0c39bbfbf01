//! The rule for a prepared program: search it, and have the answer explained in terms of it.
//!
//! Where an execution does not count, because it does what C does not define, the other engines look for one that does. Where it comes
//! to something unsupported, a second round searches the system in which that ends executions.
//!
//! *Architecture invariant:* FALSE is given only after the program itself has been run on the values of the execution. An
//! execution that only the system has, because the system says less than the program, makes the answer UNKNOWN.

use super::goal::Reported;
use super::node::{Round, Task};
use super::searching::Search;
use super::situation::{Ended, Situation, Step};
use super::target::{Prepared, Target};
use crate::report::words;
use crate::worker::prepare::{SYSTEM, SYSTEM_ENDS};
use crate::worker::protocol::{Explanation, Message};
use euclase_checker::EngineName;
use euclase_program::Obstacle;
use euclase_result::{Answer, Evidence, GaveUp, NativeRun, Reason, V2, Verdict};
use std::time::Duration;

/// How long the other engines have when the execution that one found does not count.
const ANOTHER: Duration = Duration::from_secs(20);

/// Searches a prepared program with some engines, and has the answer explained.
pub fn step(target: &Target, engines: &[EngineName], prepared: Prepared, now: &Situation) -> Step<Reported> {
    let known = target.report(prepared);
    let mut engines = engines.to_vec();
    let (mut from, mut until) = (prepared.at, target.until);
    let mut round = Round { system: target.system, number: 0, ends: false };
    let mut first: Option<V2> = None;
    loop {
        let mut reported = search(target, round, &engines, (from, until), now)?;
        let finder = reported.report.answer.engine().map(str::to_string);
        reported.report.program = Some(known.clone());
        let Explained { obstacle, at } = explain(target, round, prepared, &mut reported, now)?;
        if let Some(why) = obstacle.clone().filter(|why| why.kind.is_in_program())
            && first.is_none()
            && prepared.summary.has_ends
        {
            return second_round(target, (&engines, at), prepared, (reported.report, why), now);
        }
        let is_not_real = obstacle.is_some_and(|why| !why.kind.is_in_program());
        let counts = reported.report.verdict() == Verdict::False || first.is_none() && !is_not_real;
        if counts || matches!(reported.report.reason(), Some(Reason::Interrupted)) {
            return Ok(reported);
        }
        if first.is_none() {
            until = Some(until.map_or(at + ANOTHER, |limit| limit.min(at + ANOTHER)));
        }
        // Nothing but an execution that counts says more than the first one that does not.
        let first = first.get_or_insert(reported.report);
        let finder = finder.filter(|_| is_not_real);
        engines.retain(|engine| Some(engine.name()) != finder.as_deref());
        let is_over = until.is_some_and(|limit| at >= limit);
        if finder.is_none() || is_over || engines.is_empty() || now.interrupted {
            return Ok(first.clone().into());
        }
        (from, round.number) = (at, round.number + 1);
    }
}

/// Searches a round of a program.
fn search(
    target: &Target,
    round: Round,
    engines: &[EngineName],
    (from, until): (Duration, Option<Duration>),
    now: &Situation,
) -> Step<Reported> {
    let plan = &target.program.plan;
    if engines.is_empty() {
        let what = match plan.engines[..] {
            [EngineName::Symex] => "not all executions could be followed to their end",
            _ if plan.engines.contains(&EngineName::Run) => "no run on guessed values reached the error",
            _ => "the program is not recursive, so that there are no functions to sum up",
        };
        let nothing = Reason::gave_up(GaveUp::Bound(what.to_string()));
        return Ok(V2::unknown(nothing, now.now.as_secs_f64()).into());
    }
    let input = target.scratch.join(if round.ends { SYSTEM_ENDS } else { SYSTEM });
    let search = Search { plan, round, input, engines: engines.to_vec(), from, until };
    let mut searched = search.step(now)?;
    // What we have written ourselves is no fault of the user's.
    if let Answer::Error { error } = &searched.report.answer {
        let what = format!("the transition system cannot be read: {}", error.message);
        searched.report.answer = Answer::Unknown { reason: Reason::internal(what) };
    }
    Ok(searched)
}

/// What an explanation came to.
struct Explained {
    /// What keeps an execution from counting.
    obstacle: Option<Obstacle>,
    /// When it was there.
    at: Duration,
}

/// Has the answer, if there is one, explained and checked in terms of the program.
fn explain(
    target: &Target,
    round: Round,
    prepared: Prepared,
    reported: &mut Reported,
    now: &Situation,
) -> Step<Explained> {
    let answer = &reported.report.answer;
    let evidence: &dyn Fn() -> Evidence = match answer {
        Answer::True(proof) => &|| Evidence::Invariant(proof.invariant.clone()),
        Answer::False(counterexample) => &|| Evidence::Trace(counterexample.trace.clone()),
        Answer::Unknown { .. } | Answer::Error { .. } => return Ok(Explained { obstacle: None, at: now.now }),
    };
    let task = Task::Explain(round);
    let ended = now.wait_for(task, || target.explain(task, evidence(), prepared.summary, round.ends, now.now))?;
    let node = now.node(task);
    let at = node.and_then(|node| node.end.as_ref()).map_or(now.now, |end| end.at);
    if let (Some(program), Some(node)) = (&mut reported.report.program, node) {
        program.explaining = Some(node.work.clone());
    }
    if let Ended::Said(_, Message::Explained(explanation)) = ended {
        return Ok(Explained { obstacle: take_over(reported, (**explanation).clone()), at });
    }
    match target.without_answer(now, ended).answer {
        // The proof has been checked; only the invariants in C are missing.
        Answer::Unknown { reason } if reported.report.verdict() == Verdict::True => {
            // Who ends the run before that knows that it is so.
            if now.interrupted {
                return Ok(Explained { obstacle: None, at });
            }
            let why = words::reason(&reason);
            reported.report.warnings.push(format!("the invariants could not be told in C: {why}"));
        }
        answer => reported.report.answer = answer,
    }
    Ok(Explained { obstacle: None, at })
}

/// What the explanation makes of the answer. Gives what keeps an execution from counting.
pub fn take_over(reported: &mut Reported, explanation: Explanation) -> Option<Obstacle> {
    let report = &mut reported.report;
    let (reason, obstacle) = match (explanation, &mut report.answer) {
        (Explanation::Proof { invariants }, Answer::True(proof)) => {
            proof.invariants = Some(invariants);
            return None;
        }
        (Explanation::Violation(violation), Answer::False(counterexample)) => {
            if let NativeRun::NotRun(why) = &violation.native {
                report.warnings.push(format!("the execution could not be run natively: {why}"));
            }
            if let Some(why) = &violation.test_not_written {
                report.warnings.push(format!("the test could not be written: {why}"));
            }
            counterexample.violation = Some(*violation);
            return None;
        }
        (Explanation::NotReal { why }, _) => (Reason::unsupported(why.clone()), Some(why)),
        (Explanation::Wrong { what }, _) => (Reason::internal(what), None),
        (Explanation::Proof { .. } | Explanation::Violation(_), _) => {
            (Reason::internal("the explanation is one of another answer"), None)
        }
    };
    report.answer = Answer::Unknown { reason };
    reported.certificate = None;
    obstacle
}

/// There may be an execution that reaches the error without coming to what is unsupported. So the
/// search is for one of the system in which that ends the execution; a proof of that system proves
/// nothing about the program.
fn second_round(
    target: &Target,
    (engines, from): (&[EngineName], Duration),
    prepared: Prepared,
    (first, why): (V2, Obstacle),
    now: &Situation,
) -> Step<Reported> {
    let round = Round { system: target.system, number: 1, ends: true };
    let mut reported = search(target, round, engines, (from, target.until), now)?;
    reported.report.warnings.extend(first.warnings);
    reported.report.program = first.program;
    if reported.report.verdict() == Verdict::False {
        explain(target, round, prepared, &mut reported, now)?;
    }
    let keep = match &reported.report.answer {
        Answer::False(_) | Answer::Unknown { reason: Reason::InternalError { .. } | Reason::Interrupted } => true,
        Answer::True(_) | Answer::Unknown { .. } | Answer::Error { .. } => false,
    };
    if !keep {
        // A proof of a program that ends where something is unsupported is none of the program.
        reported.certificate = None;
        reported.report.answer = Answer::Unknown { reason: Reason::unsupported(why) };
    }
    Ok(reported)
}
