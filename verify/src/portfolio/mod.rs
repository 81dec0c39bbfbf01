//! The parent process: starts an engine per worker, has the first answer checked, holds the
//! deadline.
//!
//! *Architecture invariant:* nothing here reads the input or asks a solver. Whatever can crash,
//! hang or fill the memory does so in a worker.

pub(crate) mod certifier;
mod schedule;
pub mod stage;
mod unknown;

use crate::progress::ProgressLine;
use crate::signals;
use crate::worker::crash;
use crate::worker::process::{self, Event, Start, Worker};
use crate::worker::protocol::{Message, Note, Request, SearchRequest};
use certifier::{Candidate, Certifier};
use euclase_checker::EngineName;
use euclase_result::{
    Answer, EngineOutcome, EngineReport, GaveUp, InputError, InputSize, InvariantText, Progress, Reason, V2, Work,
};
use schedule::Situation;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// How long after the deadline a worker may still tell how it ended.
const ENDING_GRACE: Duration = Duration::from_millis(500);

/// How often the parent looks at the clock and at signals.
const TICK: Duration = Duration::from_millis(50);

/// How long an engine runs when there are more engines than jobs.
const TURN: Duration = Duration::from_millis(500);

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// When the run began; the time limit counts from here.
    pub start: Instant,
    /// This program, to be started as a worker.
    pub program: PathBuf,
    /// The file to verify; workers open it by this path.
    pub input: PathBuf,
    /// The engines, the most promising first.
    pub engines: Vec<EngineName>,
    /// How long to search.
    pub time_limit: Option<Duration>,
    /// Bytes for all workers together.
    pub memory_limit: Option<u64>,
    /// How many engines run at the same time.
    pub jobs: usize,
    /// The depth at which bmc and kind stop.
    pub max_depth: Option<usize>,
    /// Whether kind looks at paths without repeated states only.
    pub simple_path: bool,
    /// Whether euf abstracts arrays.
    pub array_abstraction: bool,
    /// Settings of the search that differ from the default.
    pub tune: Vec<String>,
    /// Where to keep the engines' queries to the solver.
    pub dump_queries: Option<PathBuf>,
    /// Where to write the certificate.
    pub certificate: Option<PathBuf>,
    /// How much workers log.
    pub verbosity: u8,
    /// Once this is true, somebody else has the answer.
    pub stop: Arc<AtomicBool>,
    /// Whether this is beside another search, which goes first.
    pub beside: bool,
}

impl Plan {
    /// How much workers stand back that have nobody beside them in this plan.
    pub fn niceness(&self) -> i32 {
        if self.beside { schedule::BESIDE } else { 0 }
    }
}

/// Runs the plan to its end. An error means that no worker could be started at all.
pub fn run(plan: &Plan, line: &mut ProgressLine) -> io::Result<V2> {
    let mut portfolio = Portfolio::start(plan)?;
    let answer = portfolio.wait(line);
    line.clear();
    Ok(portfolio.finish(answer))
}

/// An engine and its worker.
struct Search {
    engine: EngineName,
    worker: Option<Worker>,
    started: Instant,
    /// Whether it waits for its start.
    to_start: bool,
    outcome: EngineOutcome,
    input: Option<InputSize>,
    progress: Progress,
    work: Work,
    log: crash::LogTail,
    paused: bool,
}

struct Portfolio<'p> {
    plan: &'p Plan,
    start: Instant,
    deadline: Option<Instant>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    searches: Vec<Search>,
    certifiers: Vec<Certifier>,
    /// Evidence that nobody checks yet.
    waiting: Vec<Candidate>,
    /// Facts that a search has found for the others.
    facts: Option<InvariantText>,
    /// No execution of so many steps or fewer breaks the property, as a search has found.
    safe_depth: Option<usize>,
    /// The number of the next worker.
    next_number: usize,
    /// An answer that could not be checked in the time there was.
    unchecked: Option<EngineName>,
    certification: Option<Work>,
    input_error: Option<InputError>,
    input_changed: bool,
    warnings: Vec<String>,
    turn: Instant,
    searching_since: Instant,
}

impl<'p> Portfolio<'p> {
    fn start(plan: &'p Plan) -> io::Result<Self> {
        let start = plan.start;
        let (sender, events) = channel();
        let mut portfolio = Portfolio {
            plan,
            start,
            deadline: plan.time_limit.and_then(|limit| start.checked_add(limit)),
            sender,
            events,
            searches: Vec::new(),
            certifiers: Vec::new(),
            waiting: Vec::new(),
            facts: None,
            safe_depth: None,
            next_number: plan.engines.len(),
            unchecked: None,
            certification: None,
            input_error: None,
            input_changed: false,
            warnings: Vec::new(),
            turn: Instant::now(),
            searching_since: Instant::now(),
        };
        for engine in &plan.engines {
            portfolio.searches.push(Search {
                engine: *engine,
                worker: None,
                to_start: true,
                started: Instant::now(),
                outcome: EngineOutcome::Searching,
                input: None,
                progress: Progress::default(),
                work: Work::default(),
                log: crash::LogTail::default(),
                paused: false,
            });
        }
        match portfolio.start_due() {
            Some(error) if portfolio.searches.iter().all(|s| s.worker.is_none()) => Err(error),
            _ => Ok(portfolio),
        }
    }

    /// Starts the searches whose time has come; the last error, if one cannot be started.
    fn start_due(&mut self) -> Option<io::Error> {
        let alone = self.searches.len() == 1;
        let teller = self.searches.iter().find(|s| s.engine.info().shares_facts);
        let explorer = self.searches.iter().find(|s| s.engine == EngineName::Explicit);
        let situation = Situation {
            terms: self.searches.iter().find_map(|s| Some(s.input.as_ref()?.terms)),
            exploring: explorer.is_some_and(|s| s.to_start || s.worker.is_some()),
            facts_settled: self.facts.is_some() || teller.is_none_or(|s| !s.to_start && s.worker.is_none()),
            elapsed: self.searching_since.elapsed(),
        };
        let mut failure = None;
        for number in 0..self.searches.len() {
            let search = &self.searches[number];
            if !search.to_start || !alone && !situation.is_due(search.engine) {
                continue;
            }
            let started = self.start_search(number, search.engine);
            let search = &mut self.searches[number];
            search.to_start = false;
            search.started = Instant::now();
            match started {
                Ok(worker) => search.worker = Some(worker),
                Err(error) => {
                    let why = format!("cannot start a worker process: {error}");
                    search.outcome = EngineOutcome::GaveUp(GaveUp::Internal(why));
                    failure = Some(error);
                }
            }
        }
        failure
    }

    fn start_search(&self, number: usize, engine: EngineName) -> io::Result<Worker> {
        let alone = self.plan.engines.len() == 1;
        let request = SearchRequest {
            facts: self.facts.clone(),
            safe_depth: self.safe_depth,
            tell_facts: !alone && engine.info().shares_facts,
            engine,
            seconds: self.deadline.map(|d| d.saturating_duration_since(Instant::now()).as_secs_f64()),
            max_depth: self.plan.max_depth,
            simple_path: self.plan.simple_path,
            array_abstraction: self.plan.array_abstraction,
            tune: self.plan.tune.clone(),
            dump_queries: self.plan.dump_queries.clone(),
            verbosity: self.plan.verbosity,
        };
        let start = Start {
            program: &self.plan.program,
            paths: vec![OsStr::new("search"), self.plan.input.as_os_str()],
            request: Request::Search(request),
            memory: self.share(self.plan.engines.len()),
            niceness: if alone { self.plan.niceness() } else { engine.info().niceness },
            has_children: false,
        };
        Worker::start(start, number, self.sender.clone())
    }

    /// The memory of one of so many workers, and the memory of all.
    fn share(&self, workers: usize) -> Option<(u64, u64)> {
        self.plan.memory_limit.map(|all| (all / workers.max(1) as u64, all))
    }

    /// Waits for the first answer that checks, or for the reason why there is none.
    fn wait(&mut self, line: &mut ProgressLine) -> Answer {
        loop {
            match self.events.recv_timeout(TICK) {
                Ok(Event::Said(number, message)) => self.heard(number, *message),
                Ok(Event::Logged(number, text)) => self.logged(number, text, line),
                Ok(Event::Closed(number)) => {
                    if let Some(answer) = self.closed(number) {
                        return answer;
                    }
                }
                Err(_) => {}
            }
            if let Some(error) = self.input_error.take() {
                return Answer::Error { error };
            }
            if signals::received().is_some() || self.plan.stop.load(Ordering::Relaxed) {
                return Answer::Unknown { reason: Reason::Interrupted };
            }
            self.keep_deadlines();
            self.certify_waiting();
            if let Some(error) = self.start_due() {
                self.warnings.push(format!("a worker process cannot be started: {error}"));
            }
            if self.certifiers.is_empty() && self.searches.iter().all(|s| s.worker.is_none()) {
                return Answer::Unknown { reason: self.why_unknown() };
            }
            self.take_turns();
            self.show(line);
        }
    }

    fn heard(&mut self, number: usize, message: Message) {
        if let Some(search) = self.searches.get_mut(number) {
            match message {
                Message::Read(input) => search.input = Some(input),
                Message::Facts(facts) => self.facts = Some(facts),
                Message::Progress(progress) => {
                    search.progress = progress;
                    self.share_safe_depth(number, progress.safe_depth);
                }
                Message::Statistics(statistics) => search.work.statistics = statistics,
                Message::Answer { evidence } if search.worker.is_some() => {
                    search.outcome = EngineOutcome::Answered;
                    self.waiting.push(Candidate { search: number, evidence });
                }
                Message::GaveUp(why) => search.outcome = EngineOutcome::GaveUp(why),
                Message::InputError(error) => self.input_error = Some(error),
                Message::Answer { .. } | Message::Checked | Message::Certified { .. } | Message::Refused { .. } => {}
                Message::Doing { .. } | Message::Prepared(_) | Message::Explained(_) => {}
                Message::Summarised(_) | Message::Emitted => {}
            }
        } else if let Some(certifier) = self.certifiers.iter_mut().find(|c| c.number == number) {
            match message {
                Message::Statistics(statistics) => certifier.work.statistics = statistics,
                // The deadline is for finding out, not for writing it down.
                Message::Checked => certifier.deadline = None,
                message if message.is_final() => certifier.verdict = Some(message),
                _ => {}
            }
        }
    }

    /// Tells the others how many steps a search has found to be safe, if nobody knew.
    fn share_safe_depth(&mut self, teller: usize, steps: Option<usize>) {
        let Some(steps) = steps.filter(|_| steps > self.safe_depth) else { return };
        self.safe_depth = Some(steps);
        let others = self.searches.iter().enumerate().filter(|(number, _)| *number != teller);
        for worker in others.filter(|(_, s)| schedule::goes_by_depth(s.engine)).filter_map(|(_, s)| s.worker.as_ref()) {
            worker.tell(Note::SafeDepth(steps));
        }
    }

    fn logged(&mut self, number: usize, text: String, line: &mut ProgressLine) {
        if self.plan.verbosity > 0 {
            let who = self.searches.get(number).map_or("check", |s| s.engine.name());
            line.log(&format!("[{who}] {text}"));
        }
        if let Some(search) = self.searches.get_mut(number) {
            search.log.push(text);
        } else if let Some(certifier) = self.certifiers.iter_mut().find(|c| c.number == number) {
            certifier.log.push(text);
        }
    }

    /// A worker has ended. Gives the final answer if that was the end of its check.
    fn closed(&mut self, number: usize) -> Option<Answer> {
        if number >= self.searches.len() {
            return self.certifier_closed(number);
        }
        let share = self.live_share();
        let search = &mut self.searches[number];
        let mut worker = search.worker.take()?;
        let ending = worker.ending();
        process::ended(&mut search.work, &ending, search.started);
        if search.outcome == EngineOutcome::Searching {
            let why = crash::explain(&ending, &search.log, share);
            if let GaveUp::Internal(what) = &why {
                self.warnings.push(format!("the {} engine crashed: {what}", search.engine));
            }
            search.outcome = EngineOutcome::GaveUp(why);
        }
        self.share_memory();
        None
    }

    fn live_share(&self) -> Option<u64> {
        let live = self.searches.iter().filter(|s| s.worker.is_some()).count();
        self.share(live + self.certifiers.len()).map(|(now, _)| now)
    }

    /// Gives the memory of workers that have ended to those that go on.
    fn share_memory(&self) {
        let (Some(share), Some(all)) = (self.live_share(), self.plan.memory_limit) else { return };
        for worker in self.searches.iter().filter_map(|s| s.worker.as_ref()) {
            worker.set_memory(share, all);
        }
        for certifier in &self.certifiers {
            certifier.worker.set_memory(share, all);
        }
    }

    /// Ends the workers whose time is over and that do not end by themselves.
    fn keep_deadlines(&mut self) {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline + ENDING_GRACE) {
            for search in &mut self.searches {
                if std::mem::take(&mut search.to_start) {
                    search.outcome = EngineOutcome::GaveUp(GaveUp::Timeout);
                }
                if let Some(mut worker) = search.worker.take() {
                    process::ended(&mut search.work, &worker.kill(), search.started);
                    if search.outcome == EngineOutcome::Searching {
                        search.outcome = EngineOutcome::GaveUp(GaveUp::Timeout);
                    }
                }
            }
        }
        for certifier in &mut self.certifiers {
            let over = certifier.deadline.is_some_and(|deadline| now >= deadline + ENDING_GRACE);
            if over && certifier.verdict.is_none() {
                certifier.verdict = Some(Message::GaveUp(GaveUp::Timeout));
                // It closes its output by dying, and is dealt with when we hear that.
                process::ended(&mut certifier.work, &certifier.worker.kill(), certifier.started);
            }
        }
    }

    /// With fewer jobs than engines, lets the engines run in turns.
    fn take_turns(&mut self) {
        let jobs = self.plan.jobs.saturating_sub(self.certifiers.len());
        let live: Vec<usize> = (0..self.searches.len()).filter(|i| self.searches[*i].worker.is_some()).collect();
        let run = if live.len() <= jobs {
            live.clone()
        } else {
            let turn = (self.turn.elapsed().as_millis() / TURN.as_millis()) as usize;
            (0..jobs).map(|job| live[(turn * jobs.max(1) + job) % live.len()]).collect()
        };
        for index in live {
            let search = &mut self.searches[index];
            let paused = !run.contains(&index);
            if paused != search.paused
                && let Some(worker) = &search.worker
            {
                worker.pause(paused);
                search.paused = paused;
            }
        }
    }

    fn show(&self, line: &mut ProgressLine) {
        let running = self.searches.iter().filter(|s| s.worker.is_some());
        let running: Vec<_> = running.map(|s| (s.engine, s.input.is_some(), s.progress)).collect();
        let checking: Vec<_> = self.certifiers.iter().map(|c| self.searches[c.candidate.search].engine).collect();
        line.update(self.start.elapsed(), &running, &checking);
    }

    /// Ends what still runs and puts the report together.
    fn finish(mut self, answer: Answer) -> V2 {
        for search in &mut self.searches {
            if let Some(mut worker) = search.worker.take() {
                process::ended(&mut search.work, &worker.kill(), search.started);
            }
        }
        self.certifiers.clear();
        if let Some(folder) = &self.plan.certificate {
            certifier::discard(folder);
        }
        let input = self.searches.iter().find_map(|s| s.input.clone());
        let engines: Vec<EngineReport> = self
            .searches
            .into_iter()
            .map(|s| EngineReport {
                engine: s.engine.to_string(),
                outcome: s.outcome,
                progress: s.progress,
                work: s.work,
            })
            .collect();
        V2 {
            input,
            certification: self.certification,
            safe_depth: self.safe_depth,
            warnings: self.warnings,
            engines,
            ..V2::without_search(answer, self.start.elapsed().as_secs_f64())
        }
    }
}
