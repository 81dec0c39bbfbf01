//! The job graph: one loop that owns all worker processes of a run.
//!
//! The loop starts, holds and ends nodes as [`crate::strategy`] decides, notes down what they say, and asks for the next
//! decision. It keeps the deadlines, and it alone knows of signals and of the clock.
//!
//! *Architecture invariant:* nothing here reads the input or asks a solver. Whatever can crash, hang or fill the memory does
//! so in a worker.
//! *Architecture invariant:* worker processes start in [`process`] only, and threads and channels are in this folder only.

mod certificate;
pub mod process;
pub mod second_opinion;

use crate::progress::ProgressLine;
use crate::signals;
use crate::strategy::{
    self, Decision, ENDING_GRACE, End, Ending, Goal, How, Lane, Node, NodeId, NodeSpec, Plan, Situation, Task,
};
use crate::worker::crash::{self, LogTail};
use crate::worker::protocol::{Message, Note};
use euclase_result::{Reason, V2};
use process::{Event, Start, Worker};
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// How often the loop looks at the clock and at signals.
const TICK: Duration = Duration::from_millis(50);

/// Runs until the goal has come to an end. An error means that no worker could be started at all.
pub fn run(goal: &Goal, line: &mut ProgressLine) -> io::Result<Ending> {
    let (sender, events) = channel();
    let mut jobs = Jobs { goal, plan: goal.plan(), nodes: Vec::new(), processes: Vec::new(), sender, events };
    let ending = jobs.work(line);
    match signals::received() {
        Some(_) => line.clear_interrupt(),
        None => line.clear(),
    }
    ending
}

/// A result as it is when the run is over.
pub fn finished(plan: &Plan, reported: strategy::Reported) -> V2 {
    let mut report = certificate::keep(reported, plan.certificate.as_deref());
    report.seconds = plan.start.elapsed().as_secs_f64();
    report
}

/// The process of a node.
struct Process {
    worker: Worker,
    started: Instant,
    log: LogTail,
}

struct Jobs<'g> {
    goal: &'g Goal,
    plan: &'g Plan,
    nodes: Vec<Node>,
    /// The processes of nodes, by their numbers; none where there is none any more.
    processes: Vec<Option<Process>>,
    sender: Sender<Event>,
    events: Receiver<Event>,
}

impl Jobs<'_> {
    fn work(&mut self, line: &mut ProgressLine) -> io::Result<Ending> {
        let (mut is_due, mut look_again) = (true, None);
        loop {
            let (now, interrupted) = (self.now(), signals::received().is_some());
            if is_due || interrupted || look_again.is_some_and(|time| now >= time) {
                let decision = self.decide(now, interrupted);
                if decision.end.is_some() {
                    return Ok(self.finish(now, interrupted, decision));
                }
                look_again = decision.look_again;
                // What could not be started may change what is wanted.
                is_due = self.follow(decision)?;
                if is_due {
                    continue;
                }
            }
            if let Ok(event) = self.events.recv_timeout(TICK) {
                is_due |= self.note(event, line);
                while let Ok(event) = self.events.try_recv() {
                    is_due |= self.note(event, line);
                }
            }
            is_due |= self.keep_deadlines();
            self.show(line);
        }
    }

    /// The time since the run began.
    fn now(&self) -> Duration {
        self.plan.start.elapsed()
    }

    fn decide(&self, now: Duration, interrupted: bool) -> Decision {
        strategy::decide(self.goal, &Situation { now, nodes: &self.nodes, interrupted })
    }

    /// Ends what still runs, and puts together what the run has come to.
    fn finish(&mut self, now: Duration, interrupted: bool, decision: Decision) -> Ending {
        self.dismiss(0..self.nodes.len());
        (0..self.nodes.len()).for_each(|id| self.kill(id));
        // The same decision again, now that it is known what everything has cost.
        match (self.decide(now, interrupted).end, decision.end) {
            (Some(ending), _) | (None, Some(ending)) => ending,
            (None, None) => Ending::of(V2::unknown(Reason::internal("the run has no end"), 0.0)),
        }
    }

    /// Does what was decided. True if something could not be started.
    fn follow(&mut self, decision: Decision) -> io::Result<bool> {
        self.dismiss(decision.stop.iter().copied());
        decision.stop.into_iter().for_each(|id| self.stop(id, How::Stopped));
        for (id, bytes) in decision.memory {
            self.nodes[id].memory = Some(bytes);
            if let (Some(process), Some(_)) = (&self.processes[id], self.plan.memory_limit) {
                process.worker.set_memory(bytes);
            }
        }
        // First those that stop, so that no more run than may.
        for is_paused in [true, false] {
            let of_group = |id: &NodeId| decision.pause.contains(id) == is_paused;
            (0..self.nodes.len()).filter(of_group).for_each(|id| self.pause(id, is_paused));
        }
        for notice in decision.notices {
            if let Some(process) = &self.processes[notice.node] {
                process.worker.notify(notice.note);
                let Note::SafeDepth(steps) = notice.note;
                self.nodes[notice.node].safe_depth = Some(steps);
            }
        }
        let mut has_failed = false;
        for spec in decision.start {
            has_failed |= self.start(spec)?;
        }
        Ok(has_failed)
    }

    fn pause(&mut self, id: NodeId, is_paused: bool) {
        let node = &mut self.nodes[id];
        if let Some(process) = self.processes[id].as_ref().filter(|_| is_paused != node.is_paused) {
            process.worker.pause(is_paused);
            node.is_paused = is_paused;
        }
    }

    /// Starts a node. True if that was not possible; an error if there is no node yet.
    fn start(&mut self, spec: NodeSpec) -> io::Result<bool> {
        let id = self.nodes.len();
        let mut node = Node::started(id, &spec, self.now());
        let started = set_up(&spec).and_then(|()| self.spawn(id, spec));
        let (process, error) = match started {
            Ok(worker) => (Some(Process { worker, started: Instant::now(), log: LogTail::default() }), None),
            Err(error) if id == 0 => return Err(error),
            Err(error) => (None, Some(error)),
        };
        node.end = error.as_ref().map(|error| End { at: node.started, how: How::NotStarted(error.to_string()) });
        self.nodes.push(node);
        self.processes.push(process);
        Ok(error.is_some())
    }

    fn spawn(&self, id: NodeId, spec: NodeSpec) -> io::Result<Worker> {
        let mut arguments = vec![OsStr::new(spec.task.word())];
        arguments.extend(spec.paths.iter().map(|path| path.as_os_str()));
        let start = Start {
            program: &self.plan.program,
            paths: arguments,
            request: spec.request,
            memory: spec.memory.filter(|_| spec.task.limits_addresses() && self.plan.memory_limit.is_some()),
            niceness: spec.niceness,
            has_children: spec.task.has_children(),
        };
        Worker::start(start, id, self.sender.clone())
    }

    /// Lets processes end side by side that are waited for one after the other then.
    fn dismiss(&self, ids: impl Iterator<Item = NodeId>) {
        ids.filter_map(|id| self.processes[id].as_ref()).for_each(|process| process.worker.dismiss());
    }

    /// Ends a node at once.
    fn stop(&mut self, id: NodeId, how: How) {
        let at = self.now();
        self.kill(id);
        let node = &mut self.nodes[id];
        // What was said in time counts, however its process ended.
        let how = if how == How::OutOfTime && node.said.is_some() { How::Said } else { how };
        node.end.get_or_insert(End { at, how });
    }

    /// Ends the process of a node, if there is one, and notes down what it has cost.
    fn kill(&mut self, id: NodeId) {
        if let Some(mut process) = self.processes[id].take() {
            let ending = process.worker.kill();
            process::ended(&mut self.nodes[id].work, &ending, process.started);
        }
    }

    /// Notes down what a node did. True if a decision may depend on it.
    fn note(&mut self, event: Event, line: &mut ProgressLine) -> bool {
        match event {
            Event::Said(id, message) => {
                let is_news = self.nodes[id].is_working() && hear(&mut self.nodes[id], message);
                if self.nodes[id].said.is_some() {
                    self.dismiss(std::iter::once(id));
                }
                is_news
            }
            Event::Logged(id, text) => {
                if let Some(who) = self.nodes[id].task.log_name().filter(|_| self.plan.verbosity > 0) {
                    line.log(&format!("[{who}] {text}"));
                }
                if let Some(process) = &mut self.processes[id] {
                    process.log.push(text);
                }
                false
            }
            Event::Closed(id) => {
                let at = self.now();
                let Some(mut process) = self.processes[id].take() else { return false };
                let (ending, node) = (process.worker.ending(), &mut self.nodes[id]);
                process::ended(&mut node.work, &ending, process.started);
                let how = match node.said {
                    Some(_) => How::Said,
                    None => How::Crashed(crash::explain(&ending, &process.log, node.memory)),
                };
                node.end = Some(End { at, how });
                true
            }
        }
    }

    /// Ends the nodes whose time is over and that do not end by themselves. True if there are such.
    fn keep_deadlines(&mut self) -> bool {
        let now = self.now();
        let is_late = |node: &&Node| node.deadline.is_some_and(|deadline| now >= deadline + ENDING_GRACE);
        let late: Vec<NodeId> =
            self.nodes.iter().filter(|node| node.is_live()).filter(is_late).map(|node| node.id).collect();
        late.iter().for_each(|id| self.stop(*id, How::OutOfTime));
        !late.is_empty()
    }

    /// Draws the live line: the searches and checks on the way to the answer, or what is done instead.
    fn show(&self, line: &mut ProgressLine) {
        let live = || self.nodes.iter().filter(|node| node.is_live() && node.task.lane() == Lane::Main);
        let (mut running, mut checking) = (Vec::new(), Vec::new());
        for node in live() {
            match node.task {
                Task::Search(_, engine) => running.push((engine, node.input.is_some(), node.progress)),
                Task::Certify(_, engine) => checking.push(engine),
                _ => {}
            }
        }
        match live().next() {
            Some(node) if running.is_empty() && checking.is_empty() => line.doing(self.now(), &node.doing),
            _ => line.update(self.now(), &running, &checking),
        }
    }
}

/// Notes down what a node says. True if a decision may depend on it.
fn hear(node: &mut Node, message: Box<Message>) -> bool {
    match *message {
        Message::Read(input) => node.input = Some(input),
        Message::Facts(facts) => node.facts = Some(facts),
        Message::Progress(progress) => {
            let is_news = progress.safe_depth > node.safe_depth;
            node.safe_depth = node.safe_depth.max(progress.safe_depth);
            node.progress = progress;
            return is_news;
        }
        Message::Statistics(statistics) => {
            node.work.statistics = statistics;
            return false;
        }
        Message::Doing { what } => {
            node.doing = what;
            return false;
        }
        // The deadline is for finding out, not for writing it down.
        Message::Checked => {
            node.deadline = None;
            return false;
        }
        message => node.said = Some(Box::new(message)),
    }
    true
}

/// Makes what a node finds when it starts.
fn set_up(spec: &NodeSpec) -> io::Result<()> {
    let Some(folder) = &spec.folder else { return Ok(()) };
    std::fs::create_dir_all(folder)?;
    if let Some(file) = &spec.copy {
        let name = file.file_name().map_or(Path::new("copy"), Path::new);
        std::fs::copy(file, folder.join(name))?;
    }
    Ok(())
}
