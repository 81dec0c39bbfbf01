//! The native run of an execution: the prepared module, compiled as it is, fed with the values of the execution.

use crate::glue::{self, Contents};
use crate::process::{self, Ended, Limits};
use euclase_logic::BitVecValue;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The runtime that hands out values and tells how a run ended.
pub const RUNTIME: &str = include_str!("../c/replay.c");

// The codes with which the runtime ends a run; they stand in `c/replay.c` too.
const ENDED: i32 = 201;
pub(crate) const ERROR_REACHED: i32 = 202;
const ASSUMPTION_FAILED: i32 = 203;
const EXITED: i32 = 204;
const OUT_OF_VALUES: i32 = 205;
const WRONG_WIDTH: i32 = 206;
const UNSUPPORTED: i32 = 207;
const MISUSED: i32 = 208;

/// What a replayed program may use of the machine's memory.
const MEMORY: u64 = 4 << 30;
/// What the compiler may use.
const COMPILER_MEMORY: u64 = 16 << 30;
/// How large a file it may write.
const FILE_SIZE: u64 = 1 << 30;

/// A native run to make.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    /// The compiler.
    pub clang: &'a Path,
    /// The prepared module.
    pub bitcode: &'a Path,
    /// Whether the module is for 32 bits.
    pub ilp32: bool,
    /// The arbitrary values in the order in which the program takes them: one for each call of a
    /// `__euclase_nondet_*` function that the run makes, of the width of its type, and one of eight bits for
    /// each byte that `__euclase_havoc` fills.
    pub inputs: &'a [BitVecValue],
    /// What memory holds at first, where that matters.
    pub contents: &'a Contents,
    /// If the violation is a misuse of memory: the number of the call that announces it, among all that say what the program
    /// is about to do with memory.
    pub looks: Option<u64>,
    /// A folder for the executable.
    pub scratch: &'a Path,
    /// How long compiling and running may take together.
    pub limit: Duration,
}

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayOutcome {
    /// It reached the violation.
    ErrorReached,
    /// It came to the call that announces the misuse of memory that is the violation.
    Misused,
    /// It divided by zero, or the least number by -1, and the machine ended it.
    DivisionRefused,
    /// It used memory that is not there, and the machine ended it.
    AccessRefused,
    /// It came to what is not supported.
    Unsupported,
    /// It did something else: what.
    Other(String),
    /// It could not be made: why (no linker, out of time).
    NotRun(String),
}

/// Where the executable of a replay is put.
pub fn executable(scratch: &Path) -> PathBuf {
    scratch.join("replay")
}

/// Compiles the prepared module with the replay runtime and runs it on the inputs.
pub fn replay(replay: &Replay<'_>) -> ReplayOutcome {
    // Paths given relative to the caller's folder, while compiler and program run in the scratch folder.
    let absolute = |path: &Path| std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()));
    let deadline = Instant::now() + replay.limit;
    let outcome = absolute(replay.bitcode).and_then(|bitcode| {
        let scratch = absolute(replay.scratch)?;
        let replay = Replay { bitcode: &bitcode, scratch: &scratch, ..replay.clone() };
        let build = Build {
            clang: replay.clang,
            bitcode: &bitcode,
            ilp32: replay.ilp32,
            folder: &scratch,
            deadline,
            level: "-O0",
            options: &[],
        };
        build.executable("replay", RUNTIME, |types| {
            let looks = format!("@euclase_violated = constant i64 {}\n", replay.looks.unwrap_or(0));
            Ok(looks + &glue::assembly_with_files(replay.inputs, replay.contents, types, replay.ilp32, &scratch)?)
        })?;
        run(&replay, deadline)
    });
    outcome.unwrap_or_else(ReplayOutcome::NotRun)
}

/// What is compiled together with a runtime, and where.
pub(crate) struct Build<'a> {
    pub clang: &'a Path,
    /// The prepared module; both paths are absolute.
    pub bitcode: &'a Path,
    pub ilp32: bool,
    pub folder: &'a Path,
    pub deadline: Instant,
    /// How the module is compiled: at `-O0` nothing is assumed about undefined behaviour, and large modules take the
    /// shortest time.
    pub level: &'static str,
    /// More options for both compiling and linking.
    pub options: &'a [&'static str],
}

impl Build<'_> {
    /// Compiles the module with a runtime in C and what is made for the types of values it asks for in LLVM assembly.
    pub fn executable(
        &self,
        name: &str,
        runtime: &str,
        glue: impl FnOnce(&BTreeSet<String>) -> Result<String, String>,
    ) -> Result<PathBuf, String> {
        let file = |end: &str| self.folder.join(format!("{name}{end}"));
        let (object, glue_file, runtime_file) = (file("-program.o"), file("-values.ll"), file("-runtime.c"));
        let mut compile: Vec<&OsStr> = [self.level, "-c", "-x", "ir"].map(OsStr::new).into();
        compile.extend([self.bitcode.as_os_str(), "-o".as_ref(), object.as_os_str()]);
        compile.extend(self.options.iter().map(OsStr::new));
        self.clang(&compile)?;
        let machine_code = std::fs::read(&object).map_err(|error| format!("{}: {error}", object.display()))?;
        write(&glue_file, &glue(&glue::requested_types(&machine_code))?)?;
        write(&runtime_file, runtime)?;
        let executable = file("");
        let mut link: Vec<&OsStr> = vec!["-O0".as_ref()];
        link.extend([runtime_file.as_os_str(), glue_file.as_os_str(), object.as_os_str()]);
        link.extend(LINK_OPTIONS.iter().chain(WRAP_OPTIONS).map(OsStr::new));
        link.extend(self.options.iter().map(OsStr::new));
        link.extend(["-o".as_ref(), executable.as_os_str()]);
        self.clang(&link)?;
        Ok(executable)
    }

    fn clang(&self, arguments: &[&OsStr]) -> Result<(), String> {
        let mut command = Command::new(self.clang);
        command.arg(if self.ilp32 { "-m32" } else { "-m64" }).arg("-w").args(arguments);
        let messages = self.folder.join("replay-messages.txt");
        let limits = Limits { deadline: self.deadline, memory: COMPILER_MEMORY, file_size: FILE_SIZE };
        match process::run(command, self.folder, Some(&messages), limits) {
            Ok(Ended::Code(0)) => Ok(()),
            Ok(Ended::OutOfTime) => Err("compiling took too long".into()),
            Ok(Ended::Code(_) | Ended::Signal(_)) => {
                let text = std::fs::read(&messages).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                let line = text.lines().find(|line| line.contains("error") || line.contains("undefined"));
                Err(format!("it does not compile: {}", line.or(text.lines().next()).unwrap_or("no message").trim()))
            }
            Err(error) => Err(format!("{}: {error}", self.clang.display())),
        }
    }
}

/// Functions that are mentioned and never called may be missing: they are looked up when they are called.
pub(crate) const LINK_OPTIONS: &[&str] = &["-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy", "-lm", "-lpthread"];

/// With the runtime, it is the one that allocates.
pub(crate) const WRAP_OPTIONS: &[&str] = &["-Wl,--wrap=malloc"];

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn run(replay: &Replay<'_>, deadline: Instant) -> Result<ReplayOutcome, String> {
    let limits = Limits { deadline, memory: MEMORY, file_size: FILE_SIZE };
    let executable = executable(replay.scratch);
    let ended = process::run(Command::new(&executable), replay.scratch, None, limits)
        .map_err(|error| format!("{}: {error}", executable.display()))?;
    let other = |what: &str| Ok(ReplayOutcome::Other(what.into()));
    match ended {
        Ended::OutOfTime => Err("running took too long".into()),
        Ended::Code(ERROR_REACHED) => Ok(ReplayOutcome::ErrorReached),
        Ended::Code(MISUSED) => Ok(ReplayOutcome::Misused),
        Ended::Code(ENDED) => other("main returned without an error"),
        Ended::Code(ASSUMPTION_FAILED) => other("an assumption does not hold"),
        Ended::Code(EXITED) => other("the program ended itself"),
        Ended::Code(OUT_OF_VALUES) => other("it asked for more values than there are"),
        Ended::Code(WRONG_WIDTH) => other("it asked for a value of another width than the next one has"),
        Ended::Code(UNSUPPORTED) => Ok(ReplayOutcome::Unsupported),
        Ended::Code(127) => Err("a function that it calls is nowhere defined".into()),
        Ended::Code(code) => other(&format!("it ended with exit code {code}")),
        Ended::Signal(libc::SIGFPE) => Ok(ReplayOutcome::DivisionRefused),
        Ended::Signal(libc::SIGSEGV | libc::SIGBUS) => Ok(ReplayOutcome::AccessRefused),
        Ended::Signal(signal) => Ok(ReplayOutcome::Other(format!("it was ended by {}", signal_name(signal)))),
    }
}

fn signal_name(signal: i32) -> String {
    match signal {
        libc::SIGABRT => "SIGABRT".into(),
        libc::SIGILL => "SIGILL".into(),
        libc::SIGKILL => "SIGKILL".into(),
        other => format!("signal {other}"),
    }
}
