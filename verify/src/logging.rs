//! A logger to standard error; in a worker, that is a pipe to the parent, which says who it was.

use log::{Level, LevelFilter, Log, Metadata, Record};
use std::io::Write;
use std::sync::OnceLock;
use std::time::Instant;

struct Logger;

static LOGGER: Logger = Logger;
static START: OnceLock<Instant> = OnceLock::new();

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata) -> bool {
        // The bindings of Z3 would write out every formula.
        metadata.level() <= log::max_level() && !metadata.target().starts_with("z3")
    }

    fn log(&self, record: &Record) {
        if self.enabled(record.metadata()) {
            let level = match record.level() {
                Level::Error => "error: ",
                Level::Warn => "warning: ",
                Level::Info | Level::Debug | Level::Trace => "",
            };
            // Nobody is left to be told that standard error is closed.
            let line =
                format!("{:9.3} {level}{}\n", START.get_or_init(Instant::now).elapsed().as_secs_f64(), record.args());
            drop(std::io::stderr().write_all(line.as_bytes()));
        }
    }

    fn flush(&self) {}
}

/// Starts logging: warnings, with one `-v` what the engines do, with two everything.
pub fn start(verbosity: u8) {
    let level = match verbosity {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        2 => LevelFilter::Debug,
        _ => LevelFilter::Trace,
    };
    // Only the first call in a process counts.
    START.get_or_init(Instant::now);
    if log::set_logger(&LOGGER).is_ok() {
        log::set_max_level(level);
    }
}
