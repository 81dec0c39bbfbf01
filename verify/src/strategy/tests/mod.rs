//! The strategy with a fake clock: runs without processes, in which nodes do what a test says when it says so.
//!
//! After every decision it is checked that no more nodes run than `--jobs` allows, and that what they may use together is
//! within `--memory-limit`.

mod alternative;
mod checking;
mod explaining;
mod limits;
mod recursion;
mod runs;
mod searching;
mod summaries;
mod writing;

use super::*;
use crate::worker::protocol::{Explanation, Message, Note, PrepareRequest, PreparedSummary};
use euclase_checker::EngineName;
use euclase_program::{CheckKind, CheckSet, MemoryLevel, Obstacle, ObstacleKind};
use euclase_result::{
    Certificate, Evidence, GaveUp, InputSize, InvariantText, NativeRun, Progress, Reason, TraceText, V2, Verdict,
    Violation,
};
use std::path::PathBuf;
use std::time::Instant;

/// A run with a fake clock.
struct Simulation {
    goal: Goal,
    nodes: Vec<Node>,
    specs: Vec<NodeSpec>,
    now: Duration,
    interrupted: bool,
    notices: Vec<(Task, Note)>,
    end: Option<Ending>,
}

impl Simulation {
    fn of(goal: Goal) -> Self {
        let (nodes, specs, notices) = (Vec::new(), Vec::new(), Vec::new());
        let mut run = Simulation { goal, nodes, specs, now: Duration::ZERO, interrupted: false, notices, end: None };
        run.decide();
        run
    }

    /// Does what is decided, as the loop does.
    fn decide(&mut self) {
        if self.end.is_some() {
            return;
        }
        let now = Situation { now: self.now, nodes: &self.nodes, interrupted: self.interrupted };
        let decision = decide(&self.goal, &now);
        if let Some(end) = decision.end {
            self.end = Some(end);
            return;
        }
        for id in decision.stop {
            self.nodes[id].end = Some(End { at: self.now, how: How::Stopped });
        }
        decision.memory.into_iter().for_each(|(id, bytes)| self.nodes[id].memory = Some(bytes));
        self.nodes.iter_mut().for_each(|node| node.is_paused = decision.pause.contains(&node.id));
        for notice in decision.notices {
            let Note::SafeDepth(steps) = notice.note;
            self.nodes[notice.node].safe_depth = Some(steps);
            self.notices.push((self.nodes[notice.node].task, notice.note));
        }
        for spec in decision.start {
            assert!(self.nodes.iter().all(|node| node.task != spec.task), "{:?} starts twice", spec.task);
            self.nodes.push(Node::started(self.nodes.len(), &spec, self.now));
            self.specs.push(spec);
        }
        self.check_limits();
    }

    fn check_limits(&self) {
        let running = self.nodes.iter().filter(|node| node.is_live() && !node.is_paused).count();
        let plan = self.goal.plan();
        assert!(plan.jobs.is_none_or(|jobs| running <= jobs), "{running} nodes run: {:?}", self.live());
        let working = || self.nodes.iter().filter(|node| node.is_working());
        let memory: u64 = working().filter_map(|node| node.memory).sum();
        assert!(plan.memory_limit.is_none_or(|limit| memory <= limit), "{memory} bytes for {:?}", self.live());
    }

    /// Lets the clock go on to a time, in seconds since the run began. What is late ends.
    fn at(&mut self, seconds: f64) -> &mut Self {
        self.now = Duration::from_secs_f64(seconds);
        for node in self.nodes.iter_mut().filter(|node| node.is_live()) {
            if node.deadline.is_some_and(|deadline| self.now >= deadline + ENDING_GRACE) {
                node.end = Some(End { at: self.now, how: How::OutOfTime });
            }
        }
        self.decide();
        self
    }

    fn node(&mut self, task: Task) -> &mut Node {
        let live = self.live();
        let node = self.nodes.iter_mut().find(|node| node.task == task && node.is_live());
        node.unwrap_or_else(|| panic!("{task:?} does not run, but {live:?}"))
    }

    /// A node says its last and ends.
    fn says(&mut self, task: Task, message: Message) -> &mut Self {
        self.node(task).said = Some(Box::new(message));
        self.decide();
        let now = self.now;
        if self.end.is_none()
            && let Some(node) = self.nodes.iter_mut().find(|node| node.task == task && node.is_live())
        {
            node.end = Some(End { at: now, how: How::Said });
        }
        self.decide();
        self
    }

    fn gives_up(&mut self, task: Task, why: GaveUp) -> &mut Self {
        self.says(task, Message::GaveUp(why))
    }

    fn interrupt(&mut self) -> &mut Self {
        self.interrupted = true;
        self.decide();
        self
    }

    fn live(&self) -> Vec<Task> {
        self.nodes.iter().filter(|node| node.is_live()).map(|node| node.task).collect()
    }

    fn running(&self) -> Vec<Task> {
        self.nodes.iter().filter(|node| node.is_live() && !node.is_paused).map(|node| node.task).collect()
    }

    fn is_live(&self, task: Task) -> bool {
        self.live().contains(&task)
    }

    /// The result, once there is one.
    fn report(&self) -> &V2 {
        match &self.end {
            Some(Ending::Report(reported)) => &reported.report,
            other => panic!("there is no result: {other:?}; {:?} run", self.live()),
        }
    }

    fn verdict(&self) -> Verdict {
        self.report().verdict()
    }
}

fn plan(engines: &[EngineName], seconds: u64) -> Plan {
    Plan {
        start: Instant::now(),
        program: PathBuf::from("verify"),
        engines: engines.to_vec(),
        time_limit: (seconds > 0).then(|| Duration::from_secs(seconds)),
        memory_limit: Some(16 << 30),
        jobs: None,
        max_depth: None,
        simple_path: false,
        array_abstraction: true,
        tune: Vec::new(),
        dump_queries: None,
        certificate: None,
        verbosity: 0,
    }
}

fn system(plan: Plan) -> Simulation {
    Simulation::of(Goal::System { plan, input: PathBuf::from("a.vmt") })
}

/// A C program to be verified.
fn program(plan: Plan) -> Program {
    let prepare = PrepareRequest {
        clang: None,
        data_model: None,
        flags: Vec::new(),
        error_functions: Vec::new(),
        error_functions_may_be_code: true,
        checks: CheckSet::default_checks(),
        counted_overflows: None,
        assume_pure_externals: false,
        sv_comp_rules: false,
        malloc_may_fail: false,
        calls: Default::default(),
        mixed_semantics: false,
        slice: true,
        block: euclase_encoder::BlockSize::Large,
        memory: MemoryLevel::Full,
        encode: true,
        unfold: None,
        verbosity: 0,
    };
    Program {
        files: vec![PathBuf::from("a.c")],
        prepare,
        plan,
        replay: true,
        refuse_overflow: false,
        write_test: None,
        full: false,
        witness: false,
        scratch: PathBuf::from("scratch"),
    }
}

fn verify(program: Program) -> Simulation {
    Simulation::of(Goal::Program { program, native: None })
}

/// The verification of a program that is prepared after a second.
fn prepared(plan: Plan, summary: PreparedSummary) -> Simulation {
    let mut run = verify(program(plan));
    run.at(1.0).says(Task::Prepare(System::Program), Message::Prepared(Box::new(summary)));
    run
}

fn round(system: System, number: usize) -> Round {
    Round { system, number, ends: false }
}

fn search(engine: EngineName) -> Task {
    Task::Search(round(System::Program, 0), engine)
}

fn certify(engine: EngineName) -> Task {
    Task::Certify(round(System::Program, 0), engine)
}

fn explain(number: usize) -> Task {
    Task::Explain(round(System::Program, number))
}

fn proof() -> Message {
    Message::Answer { evidence: Evidence::Invariant(InvariantText::default()) }
}

fn execution() -> Message {
    Message::Answer { evidence: Evidence::Trace(TraceText::default()) }
}

fn certified() -> Message {
    Message::Certified { certificate: Certificate::default(), completed: None }
}

fn explained(explanation: Explanation) -> Message {
    Message::Explained(Box::new(explanation))
}

fn violation(native: NativeRun) -> Message {
    let violation = Violation { native, ..Violation::of(CheckKind::Assert, "the error is reached") };
    explained(Explanation::Violation(Box::new(violation)))
}

fn invariants() -> Message {
    explained(Explanation::Proof { invariants: Vec::new() })
}

fn not_real(kind: ObstacleKind) -> Message {
    explained(Explanation::NotReal { why: Obstacle::new(kind, "in the way") })
}

fn size(terms: usize) -> InputSize {
    InputSize { states: 1, inputs: 1, terms, seconds: 0.0, digest: 7 }
}
