//! A worker that runs a program natively which asserts the invariants of a witness.
//!
//! The program comes with its arbitrary values chosen in several ways. The sanitizers stop a run at whatever C does not define, so that
//! what comes after it does not count.

use super::deadline;
use super::protocol::{Message, NativeRequest};
use euclase_program::DataModel;
use euclase_result::GaveUp;
use euclase_runtime_stubs::{Ended, Limits, run_limited};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long one run may take.
const LONGEST: Duration = Duration::from_secs(30);

pub(super) fn run(folder: &Path, request: &NativeRequest) -> Message {
    let runs = Runs { folder, request, deadline: deadline(request.seconds) };
    match request.programs.iter().find_map(|program| runs.attempt(program)) {
        Some(invariant) => Message::Broken { invariant },
        None => Message::GaveUp(GaveUp::Bound("no native run breaks an invariant".to_string())),
    }
}

struct Runs<'r> {
    folder: &'r Path,
    request: &'r NativeRequest,
    deadline: Option<Instant>,
}

impl Runs<'_> {
    /// The number of an invariant that a run of the program breaks.
    fn attempt(&self, text: &str) -> Option<usize> {
        let (source, program) = (self.folder.join("native.c"), self.folder.join("native"));
        std::fs::write(&source, text).ok()?;
        let mut compile = Command::new(&self.request.clang);
        compile.args(&self.request.flags).args(["-O2", "-w", "-fno-finite-loops", "-ftrivial-auto-var-init=zero"]);
        compile.args(["-fsanitize=undefined,float-divide-by-zero,address", "-fno-sanitize=alignment"]);
        compile.args(["-fno-sanitize-recover=all"]);
        compile.arg(match self.request.data_model {
            Some(DataModel::Ilp32) => "-m32",
            Some(DataModel::Lp64) | None => "-m64",
        });
        compile.arg("-o").arg(&program).arg(&source).arg("-lm");
        if self.run(compile)? != Ended::Code(0) {
            return None;
        }
        let mut command = Command::new(&program);
        let megabytes = self.request.memory >> 20;
        command.env("ASAN_OPTIONS", format!("hard_rss_limit_mb={megabytes}:detect_leaks=0"));
        self.run(command)?;
        self.request.marks.iter().position(|mark| mark.exists())
    }

    fn run(&self, command: Command) -> Option<Ended> {
        let longest = Instant::now() + LONGEST;
        let deadline = self.deadline.map_or(longest, |deadline| deadline.min(longest));
        // The sanitizer reserves much more addresses than it uses.
        let limits = Limits { deadline, memory: 1 << 46, file_size: 1 << 30 };
        run_limited(command, self.folder, None, limits).ok()
    }
}
