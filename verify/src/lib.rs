//! The command line: `verify FILE` proves or refutes the property of a C program or of a transition
//! system.
//!
//! The process that the user starts reads options, starts workers, holds the deadline and tells
//! the answer. Searching and checking happen in worker processes, which are this program again.
//!
//! *Architecture invariant:* this crate does not know how anything is proved.
//! *Architecture invariant:* TRUE and FALSE are printed only after a process that shares nothing
//! with the search has checked the evidence.
//! *Architecture invariant:* the parent process reads neither programs nor systems.

pub mod args;
pub mod bench;
mod compiler_flags;
pub mod evidence;
pub mod explain;
mod input;
pub mod jobs;
mod logging;
mod output;
mod progress;
mod property;
pub mod report;
mod sha256;
mod signals;
pub mod strategy;
mod units;
pub mod witness;
pub mod worker;

use args::{Args, MemoryLimit, Stage};
use euclase_program::CheckKind;
use euclase_result::{InputError, V2};
use input::{Kind, Readable};
use jobs::second_opinion;
use output::Forms;
use progress::ProgressLine;
use property::{Asked, Refused};
use report::document::Document;
use report::statistics;
use report::terminal::Style;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use strategy::{Ending, Goal, Plan, Program};
use worker::protocol::PrepareRequest;

/// Exit code for a wrong command line or input.
const INPUT_ERROR: u8 = 2;

/// Exit code for a bug, or a broken installation.
const INTERNAL_ERROR: u8 = 4;

/// Exit code of a run that the user has ended.
const INTERRUPTED: u8 = 130;

/// The oldest Z3 that engines work with.
const OLDEST_Z3: (u32, u32) = (5, 3);

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let is_task = |word: &std::ffi::OsString| worker::TASKS.iter().any(|task| word == task);
    if arguments.len() > 1 && arguments[0] == "worker" && is_task(&arguments[1]) {
        return worker::main(&arguments[1..]);
    }
    if arguments.len() > 1 && arguments[0] == "worker" && arguments[1] == bench::warden::NAME {
        return bench::warden::main();
    }
    if arguments.first().is_some_and(|word| word == "bench") {
        return bench::main(&arguments[1..]);
    }
    if arguments.first().is_some_and(|word| word == "explain") {
        return explain::main(&arguments[1..]);
    }
    if arguments.first().is_some_and(|word| word == "validate") {
        return witness::validate::main(&arguments[1..]);
    }
    let args = match Args::read(Box::leak(version().into_boxed_str())) {
        Ok(args) => args,
        Err(error) => {
            // Help and version are errors to clap, but not to us. A closed pipe is no concern.
            drop(error.print());
            return ExitCode::from(if error.use_stderr() { INPUT_ERROR } else { 0 });
        }
    };
    match verify(&args) {
        Ok(code) => code,
        Err(message) => {
            complain(&message);
            ExitCode::from(INTERNAL_ERROR)
        }
    }
}

/// Name and version of the program, and of the solver in it.
fn version() -> String {
    format!("{}\nZ3 {}", env!("CARGO_PKG_VERSION"), euclase_checker::solver::z3_version())
}

/// Why nothing is verified.
enum Refusal {
    /// A result says it, about a file.
    Result(String, Box<V2>),
    /// The command line cannot be followed: a message.
    Message(String),
    /// Something is broken: a message.
    Broken(String),
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Refusal::Broken(message)
    }
}

fn verify(args: &Args) -> Result<ExitCode, String> {
    let start = Instant::now();
    match verified(args, start) {
        Ok(code) => Ok(code),
        Err(Refusal::Result(file, report)) => tell(args, &file, &report),
        Err(Refusal::Message(message)) => {
            complain(&message);
            Ok(ExitCode::from(INPUT_ERROR))
        }
        Err(Refusal::Broken(message)) => Err(message),
    }
}

fn verified(args: &Args, start: Instant) -> Result<ExitCode, Refusal> {
    check_z3(euclase_checker::solver::z3_version())?;
    let inputs = Inputs::open(args)?;
    let asked = property::asked(args).map_err(|refused| match refused {
        Refused::Report(report) => Refusal::Result(inputs.name.clone(), report),
        Refused::Property(file, error) => {
            Refusal::Result(file, Box::new(V2::input_error(error, start.elapsed().as_secs_f64())))
        }
    })?;
    for (what, folder) in [("certificate", &args.certificate), ("test", &args.write_test)] {
        folder.as_deref().map_or(Ok(()), |folder| empty_folder(what, folder)).map_err(Refusal::Message)?;
    }
    inputs.check_names()?;
    let solver = args.check_with.as_deref().map(second_opinion::Solver::find).transpose().map_err(Refusal::Message)?;
    signals::install();
    let scratch = tempfile::Builder::new().prefix("euclase-").tempdir().map_err(|error| {
        Refusal::Message(format!("cannot make a folder for intermediate files: {error} (TMPDIR says where)"))
    })?;
    let proof = args.certificate.clone().unwrap_or_else(|| scratch.path().join("proof"));
    let mut plan = plan(args, start)?;
    plan.certificate = plan.certificate.or_else(|| solver.as_ref().map(|_| proof.clone()));
    let goal = goal(args, &inputs, asked, plan, scratch.path())?;
    let mut line = ProgressLine::new(!args.quiet);
    let ending = jobs::run(&goal, &mut line).map_err(|e| format!("cannot start a worker process: {e}"))?;
    let mut report = match ending {
        Ending::Report(reported) => jobs::finished(goal.plan(), *reported),
        Ending::Stage { file, program } => {
            if let Some(program) = program.filter(|_| args.stats) {
                eprint!("{}", statistics::preparation(&program));
            }
            return Ok(write_stage(args, &file)?);
        }
        Ending::Taken(_) | Ending::Broken(_) => {
            return Err(Refusal::Broken("the run has come to something else than a result".to_string()));
        }
    };
    if let Some(solver) = &solver {
        second_opinion::ask(solver, &mut report, &proof, goal.plan(), &mut line);
    }
    if args.strict {
        report.be_strict();
    }
    if let Goal::Program { program, .. } = &goal {
        witness::branches::add(program, &mut report, &mut line);
    }
    if inputs.is_program
        && let Err(why) = witness::make::write(args, &report, &inputs.files[0].path)
    {
        report.warnings.push(format!("the witness could not be written: {why}"));
    }
    Ok(tell(args, &inputs.name, &report)?)
}

/// What is to be verified.
struct Inputs {
    /// As the user wrote it.
    name: String,
    files: Vec<Readable>,
    kinds: Vec<Kind>,
    /// Whether it is C, and no transition system.
    is_program: bool,
}

impl Inputs {
    /// Looks at the files, and whether they fit together and to what is to be done with them.
    fn open(args: &Args) -> Result<Inputs, Refusal> {
        let names: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
        let name = names.join(" ");
        let mut files = Vec::new();
        for (file, name) in args.files.iter().zip(&names) {
            files.push(input::open(file).map_err(|message| {
                let message = message.strip_prefix(&format!("{name}: ")).unwrap_or(&message).to_string();
                Refusal::Result(name.clone(), Box::new(input_error(message)))
            })?);
        }
        let kinds: Vec<Kind> = files.iter().map(|file| input::kind(&file.path)).collect();
        let is_program = kinds.iter().all(|kind| *kind != Kind::System);
        let wrong = if is_program {
            None
        } else if files.len() > 1 {
            Some("a transition system is verified alone; several files must all be C")
        } else if args.emit.is_some_and(Stage::is_of_programs) {
            Some("this stage can only be written for C programs")
        } else if args.witness.is_some() {
            Some("a witness can only be written for C programs")
        } else {
            None
        };
        match wrong {
            Some(message) => Err(Refusal::Result(name, Box::new(input_error(message)))),
            None => Ok(Inputs { name, files, kinds, is_program }),
        }
    }

    /// Refuses names that a compiler cannot note down.
    fn check_names(&self) -> Result<(), Refusal> {
        let strange = self.files.iter().find(|file| self.is_program && file.path.to_str().is_none());
        strange.map_or(Ok(()), |file| {
            let name = file.path.display();
            Err(Refusal::Message(format!("{name}: the name is not UTF-8, and compilers' debug information has to be")))
        })
    }
}

/// What the run is for.
fn goal(args: &Args, inputs: &Inputs, asked: Asked, mut plan: Plan, scratch: &Path) -> Result<Goal, String> {
    if !inputs.is_program {
        if plan.engines.len() > 1 {
            // There is no program.
            plan.engines.retain(|engine| !engine.is_of_programs());
        }
        let input = inputs.files[0].path.clone();
        return Ok(match args.emit {
            Some(stage) => Goal::EmitSystem { plan, stage, from: input, to: scratch.join("emitted") },
            None => Goal::System { plan, input },
        });
    }
    let follows_rules = args.property_file.is_some() || args.sv_comp;
    let program = Program {
        files: named_files(&inputs.files, &inputs.kinds, scratch)?,
        refuse_overflow: follows_rules && !asked.checks.contains(CheckKind::Overflow),
        prepare: prepare_request(args, asked),
        plan,
        replay: !args.no_replay,
        write_test: args.write_test.clone(),
        full: args.full_trace,
        witness: args.witness.is_some(),
        scratch: scratch.to_path_buf(),
    };
    Ok(match args.emit {
        Some(stage) => Goal::EmitProgram { program, stage },
        None => Goal::Program { program, native: None },
    })
}

/// How to search.
fn plan(args: &Args, start: Instant) -> Result<Plan, String> {
    let memory = args.memory_limit.unwrap_or_else(MemoryLimit::of_machine);
    let mut engines = args.engines();
    engines.truncate(memory.engines());
    Ok(Plan {
        start,
        program: own_path()?,
        time_limit: args.timeout.0,
        memory_limit: memory.0,
        jobs: args.jobs.map(|jobs| jobs as usize),
        engines,
        max_depth: args.max_depth,
        simple_path: args.simple_path,
        array_abstraction: !args.no_array_abstraction,
        tune: args.tune.clone(),
        dump_queries: args.dump_queries.clone(),
        certificate: args.certificate.clone(),
        verbosity: args.verbose,
    })
}

/// How to prepare a C program.
fn prepare_request(args: &Args, asked: Asked) -> PrepareRequest {
    // There a function without a body returns any value and does nothing else.
    let sv_comp_rules = args.property_file.is_some() || args.sv_comp;
    PrepareRequest {
        clang: args.clang.clone(),
        data_model: args.data_model,
        flags: args.flags.clone(),
        error_functions: asked.error_functions,
        error_functions_may_be_code: args.property_file.is_none(),
        checks: asked.checks,
        counted_overflows: None,
        assume_pure_externals: args.assume_pure_externals || sv_comp_rules,
        sv_comp_rules,
        malloc_may_fail: args.malloc_may_fail || !(args.malloc_never_fails || sv_comp_rules),
        calls: args.calls,
        mixed_semantics: args.mixed_semantics,
        slice: !args.no_slice,
        block: args.block,
        memory: args.memory,
        encode: !args.emit.is_some_and(Stage::is_of_programs),
        unfold: None,
        verbosity: args.verbose,
    }
}

/// The files as the compiler can open them: it goes by their names, so what came through a pipe or
/// is called otherwise gets a name.
fn named_files(files: &[Readable], kinds: &[Kind], scratch: &Path) -> Result<Vec<PathBuf>, String> {
    let named = |(number, (file, kind)): (usize, (&Readable, &Kind))| {
        if !file.is_copy() && file.path.extension().is_some_and(input::is_program_extension) {
            return Ok(file.path.clone());
        }
        let path = scratch.join(format!("input{number}.{}", kind.extension()));
        std::fs::copy(&file.path, &path).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        Ok(path)
    };
    files.iter().zip(kinds).enumerate().map(named).collect()
}

/// Writes a stage where the user wants it.
fn write_stage(args: &Args, file: &Path) -> Result<ExitCode, String> {
    let mut from = std::fs::File::open(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let copied = match &args.output {
        Some(path) => std::fs::File::create(path).and_then(|mut to| std::io::copy(&mut from, &mut to)),
        None => std::io::copy(&mut from, &mut std::io::stdout().lock()),
    };
    match copied {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) if error.kind() == ErrorKind::BrokenPipe && args.output.is_none() => Ok(ExitCode::SUCCESS),
        Err(error) => {
            let to = args.output.as_ref().map_or("standard output".to_string(), |path| path.display().to_string());
            complain(&format!("cannot write to {to}: {error}"));
            Ok(ExitCode::from(INPUT_ERROR))
        }
    }
}

/// Sees to it, before the search, that evidence can be written: into a folder of its own, so that
/// what is in there later is one certificate or test and nothing else.
fn empty_folder(what: &str, folder: &Path) -> Result<(), String> {
    let wrong = |why: String| format!("no {what} can be written to '{}': {why}", folder.display());
    std::fs::create_dir_all(folder).map_err(|e| wrong(e.to_string()))?;
    let mut entries = std::fs::read_dir(folder).map_err(|e| wrong(e.to_string()))?;
    match entries.next() {
        Some(_) => Err(wrong("the folder is not empty".into())),
        None => Ok(()),
    }
}

/// A report about an input that is not even looked into.
fn input_error(message: impl Into<String>) -> V2 {
    V2::input_error(InputError::plain(message), 0.0)
}

/// Prints the report and gives the exit code.
fn tell(args: &Args, file: &str, report: &V2) -> Result<ExitCode, String> {
    let names: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
    let style = Style {
        quiet: args.quiet,
        invariant: args.show_invariant,
        full_trace: args.full_trace,
        statistics: args.stats,
        ..Style::default()
    };
    let forms = Forms {
        json: args.json,
        html: args.html.clone(),
        sarif: args.sarif.clone(),
        style,
        sv_comp: args.sv_comp,
        ..Forms::default()
    };
    output::tell(&Document::fresh(report, file, &names), &forms.with_colour(args.color))
}

fn complain(message: &str) {
    drop(writeln!(std::io::stderr(), "verify: {message}"));
}

/// This program. Through `/proc`, it is the same even if another version replaces the file.
fn own_path() -> Result<PathBuf, String> {
    let link = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
    if link.exists() {
        return Ok(link);
    }
    std::env::current_exe().map_err(|error| format!("cannot find this program's own file: {error}"))
}

/// Whether the Z3 that was loaded is new enough.
fn check_z3(version: &str) -> Result<(), String> {
    let word = version.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let mut numbers = word.unwrap_or_default().split(['.', '-']);
    let mut number = || numbers.next().and_then(|n| n.parse::<u32>().ok()).unwrap_or(0);
    if (number(), number()) >= OLDEST_Z3 {
        return Ok(());
    }
    Err(format!(
        "the Z3 library that was loaded is version {version}, but {}.{} or newer is needed; \
         run `make setup` and build again, or look for an old libz3 in LD_LIBRARY_PATH",
        OLDEST_Z3.0, OLDEST_Z3.1
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_z3_is_refused() {
        assert!(check_z3("5.3.2.0").is_ok());
        assert!(check_z3("Z3 5.4.0").is_ok());
        assert!(check_z3("6.0").is_ok());
        assert!(check_z3("4.8.12.0").is_err());
        assert!(check_z3("5.2.9").is_err());
        assert!(check_z3("").is_err());
    }
}
