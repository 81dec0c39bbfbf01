//! A worker that does one thing while the parent waits: holds the deadline, listens to Ctrl-C, and
//! explains a crash.

use super::{ENDING_GRACE, TICK};
use crate::progress::ProgressLine;
use crate::signals;
use crate::worker::crash::{self, LogTail};
use crate::worker::process::{self, Event, Start, Worker};
use crate::worker::protocol::{Message, Request};
use euclase_result::{GaveUp, Work};
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Instant;

/// What to do, and within which limits.
pub struct Stage<'a> {
    /// This program, to be started as a worker.
    pub program: &'a Path,
    /// What comes behind `verify worker`.
    pub arguments: Vec<&'a OsStr>,
    /// What the worker is to do.
    pub request: Request,
    /// What the progress line says until the worker says more.
    pub doing: &'a str,
    /// When the whole run began.
    pub start: Instant,
    /// When the worker must have ended.
    pub deadline: Option<Instant>,
    /// How many bytes it may use.
    pub memory: Option<u64>,
    /// How much is logged.
    pub verbosity: u8,
    /// How much it stands back behind others.
    pub niceness: i32,
    /// Once this is true, nobody waits for it any more.
    pub stop: Option<&'a AtomicBool>,
}

/// How a stage ended.
pub enum StageEnd {
    /// With the worker's last message.
    Said(Box<Message>),
    /// The user has had enough.
    Interrupted,
}

/// Runs a stage to its end. An error means that the worker could not be started.
pub fn run(stage: Stage<'_>, line: &mut ProgressLine) -> io::Result<(StageEnd, Work)> {
    let (sender, events) = channel();
    let who = stage.arguments.first().map(|a| a.to_string_lossy().into_owned()).unwrap_or_default();
    let started = Instant::now();
    let start = Start {
        program: stage.program,
        paths: stage.arguments,
        request: stage.request,
        memory: stage.memory.map(|all| (all, all)),
        niceness: stage.niceness,
        has_children: true,
    };
    let mut worker = Worker::start(start, 0, sender)?;
    let (mut work, mut log) = (Work::default(), LogTail::default());
    let mut doing = stage.doing.to_string();
    let mut last: Option<Box<Message>> = None;
    let end = loop {
        match events.recv_timeout(TICK) {
            Ok(Event::Said(_, message)) => match *message {
                Message::Doing { what } => doing = what,
                Message::Statistics(statistics) => work.statistics = statistics,
                message if message.is_final() => last = Some(Box::new(message)),
                _ => {}
            },
            Ok(Event::Logged(_, text)) => {
                if stage.verbosity > 0 {
                    line.log(&format!("[{who}] {text}"));
                }
                log.push(text);
            }
            Ok(Event::Closed(_)) => {
                let ending = worker.ending();
                process::ended(&mut work, &ending, started);
                let crashed = || Box::new(Message::GaveUp(crash::explain(&ending, &log, stage.memory)));
                break StageEnd::Said(last.take().unwrap_or_else(crashed));
            }
            Err(_) => {}
        }
        let unwanted = stage.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if signals::received().is_some() || unwanted {
            process::ended(&mut work, &worker.kill(), started);
            break StageEnd::Interrupted;
        }
        if stage.deadline.is_some_and(|deadline| Instant::now() >= deadline + ENDING_GRACE) {
            process::ended(&mut work, &worker.kill(), started);
            break StageEnd::Said(last.take().unwrap_or_else(|| Box::new(Message::GaveUp(GaveUp::Timeout))));
        }
        line.doing(stage.start.elapsed(), &doing);
    };
    line.clear();
    Ok((end, work))
}
