//! The rules for runs that verify nothing: a stage is written for the user, or a program is run on given values.

use super::goal::{Ending, Plan, Program};
use super::node::{NodeSpec, Task};
use super::situation::{Ended, Situation, Step};
use super::target::{Target, without_answer};
use crate::args::Stage;
use crate::worker::prepare::{MAP, SLICED, SYSTEM, WHOLE};
use crate::worker::protocol::{EmitRequest, ExplainRequest, Explanation, Message, Request};
use euclase_result::ProgramReport;
use std::path::Path;

/// Prepares a program and writes a stage of it to a file in the scratch folder.
pub fn program(program: &Program, stage: Stage, now: &Situation) -> Step<Ending> {
    let target = Target::of(program);
    let prepared = match target.prepared(now)? {
        Ok(prepared) => prepared,
        Err(report) => return Ok(Ending::of(*report)),
    };
    let facts = prepared.summary.facts.clone();
    let known = ProgramReport { facts, preparation: prepared.work.clone(), ..ProgramReport::default() };
    let file = |name: &str| program.scratch.join(name);
    let is_recursive = !prepared.summary.recursive.is_empty();
    let (from, map, is_recursive) = match stage {
        Stage::Program | Stage::Sliced | Stage::Ll | Stage::Vmt => {
            let file = match stage {
                Stage::Program => file(WHOLE),
                Stage::Sliced => file(SLICED),
                Stage::Ll => prepared.summary.optimised.clone(),
                _ => file(SYSTEM),
            };
            return Ok(Ending::Stage { file, program: Some(Box::new(known)) });
        }
        Stage::Dot | Stage::Regions | Stage::RegionsDot => (file(SLICED), None, false),
        Stage::Chc if is_recursive => (file(SLICED), None, true),
        Stage::Ts | Stage::Chc | Stage::Smt2 => (file(SYSTEM), Some(file(MAP)), false),
    };
    let request = EmitRequest { stage, map, is_recursive, verbosity: program.plan.verbosity };
    let ending = emit(&program.plan, request, (&from, &file("emitted")), now)?;
    Ok(match ending {
        Ending::Stage { file, .. } => Ending::Stage { file, program: Some(Box::new(known)) },
        other => other,
    })
}

/// Writes a transition system in another form.
pub fn system(plan: &Plan, stage: Stage, (from, to): (&Path, &Path), now: &Situation) -> Step<Ending> {
    let request = EmitRequest { stage, map: None, is_recursive: false, verbosity: plan.verbosity };
    emit(plan, request, (from, to), now)
}

fn emit(plan: &Plan, request: EmitRequest, (from, to): (&Path, &Path), now: &Situation) -> Step<Ending> {
    let ended = now.wait_for(Task::Emit, || {
        let paths = vec![from.to_path_buf(), to.to_path_buf()];
        NodeSpec { deadline: plan.time_limit, ..NodeSpec::new(Task::Emit, paths, Request::Emit(request), "writing") }
    })?;
    Ok(match ended {
        Ended::Said(_, Message::Emitted) => Ending::Stage { file: to.to_path_buf(), program: None },
        other => Ending::of(without_answer(now, other, plan.time_limit, plan.memory_limit)),
    })
}

/// Runs a program on values, those of functions whose names start with the mark of branches excepted; gives what it takes
/// on the way to the error. Nothing is checked and nothing rests on it.
pub fn retrace(program: &Program, values: &[String], now: &Situation) -> Step<Ending> {
    let target = Target::of(program);
    let prepared = match target.prepared(now)? {
        Ok(prepared) => prepared,
        Err(report) => return Ok(Ending::of(*report)),
    };
    let ended = now.wait_for(Task::Retrace, || {
        let deadline = program.plan.time_limit;
        let given = Some(values.to_vec());
        let request = ExplainRequest { given, ..target.question(prepared.summary, deadline, now.now) };
        let request = Request::Explain(Box::new(request));
        NodeSpec { deadline, ..NodeSpec::new(Task::Retrace, vec![program.scratch.clone()], request, "replaying") }
    })?;
    Ok(match ended {
        Ended::Said(_, Message::Explained(explanation)) => match &**explanation {
            Explanation::Violation(violation) => Ending::Taken(violation.taken.clone()),
            _ => Ending::Taken(Vec::new()),
        },
        other => Ending::of(target.without_answer(now, other)),
    })
}
