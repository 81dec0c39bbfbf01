//! A worker that makes a transition system of a C program.
//!
//! It leaves its results in the folder that it is given: the program, the system, and the map from
//! one to the other. LLVM may crash on odd input, which is why this is a process of its own.

use super::protocol::{Message, PrepareRequest, PreparedSummary};
use super::{doubts, say};
use euclase_encoder::{EncodeOptions, LocationKind, OnUnsupported, SourceMap, encode};
use euclase_frontend::intrinsic::approximated;
use euclase_frontend::passes::{self, SliceOptions};
use euclase_frontend::{Error, Options, OverflowChecks, Prepared};
use euclase_logic::write_vmt;
use euclase_program::{
    CallGraph, Callee, CheckKind, CommandKind, Defect, FunctionId, Obstacle, ObstacleKind, Program, Terminator,
};
use euclase_result::{CheckCount, GaveUp, InputError, ProgramFacts, ProgramSize, StageTime};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The program as imported, in its text form.
pub const WHOLE: &str = "whole.program";
/// The program after passes and slicing, in its text form.
pub const SLICED: &str = "sliced.program";
/// The transition system.
pub const SYSTEM: &str = "system.vmt";
/// Where everything in the system comes from.
pub const MAP: &str = "map.json";
/// The transition system in which what is unsupported ends the execution.
pub const SYSTEM_ENDS: &str = "system-ends.vmt";
/// Where everything in that system comes from.
pub const MAP_ENDS: &str = "map-ends.json";

pub(super) fn run(scratch: &Path, files: Vec<PathBuf>, request: &PrepareRequest) -> Message {
    match prepare(scratch, files, request) {
        Ok(summary) => Message::Prepared(Box::new(summary)),
        Err(message) => *message,
    }
}

/// A final message that says why there is no result.
type Failure = Box<Message>;

fn internal(what: impl std::fmt::Display) -> Failure {
    Box::new(Message::GaveUp(GaveUp::Internal(what.to_string())))
}

/// What the frontend is asked for.
fn options(scratch: &Path, files: Vec<PathBuf>, request: &PrepareRequest) -> Options {
    Options {
        files,
        clang: request.clang.as_ref().map(PathBuf::from),
        data_model: request.data_model,
        flags: request.flags.clone(),
        error_functions: request.error_functions.clone(),
        error_functions_may_be_code: request.error_functions_may_be_code,
        overflow: match request.checks.contains(CheckKind::Overflow) {
            true => OverflowChecks::All,
            false => OverflowChecks::None,
        },
        checks: request.checks,
        sv_comp_rules: request.sv_comp_rules,
        counted_overflows: request.counted_overflows.clone(),
        assume_pure_externals: request.assume_pure_externals,
        malloc_may_fail: request.malloc_may_fail,
        calls: request.calls,
        mixed_semantics: request.mixed_semantics,
        scratch: scratch.to_path_buf(),
    }
}

/// The module in which every signed operation of the program that overflows is the error, before optimisation; it takes the
/// same arbitrary values in the same order as the program. None where it cannot be made.
pub(super) fn with_overflow_checks(scratch: &Path, files: &[PathBuf], request: &PrepareRequest) -> Option<PathBuf> {
    std::fs::create_dir_all(scratch).ok()?;
    let options = options(scratch, files.to_vec(), request);
    let checked = Options { overflow: OverflowChecks::OnTheWay, error_functions: Vec::new(), ..options };
    euclase_frontend::prepared_module(&checked).ok()
}

/// The program with everything that the source says, also what the optimiser would find superfluous.
pub(super) fn as_written(scratch: &Path, files: &[PathBuf], request: &PrepareRequest) -> Result<Program, String> {
    std::fs::create_dir_all(scratch).map_err(|error| error.to_string())?;
    let options = options(scratch, files.to_vec(), request);
    let mut program = euclase_frontend::unoptimised(&options).map_err(|error| match error {
        Error::Input(what) | Error::Unsupported(what) | Error::Environment(what) => what,
    })?;
    name_files(&mut program, files);
    Ok(program)
}

fn prepare(scratch: &Path, files: Vec<PathBuf>, request: &PrepareRequest) -> Result<PreparedSummary, Failure> {
    doing("compiling");
    let options = options(scratch, files, request);
    let mut prepared = euclase_frontend::prepare_unfolded(&options, request.unfold).map_err(refused)?;
    doing("preparing");
    name_files(&mut prepared.program, &options.files);
    let mut clock = Clock::new(&prepared);
    let whole = settle(&prepared.program)?;
    write(scratch, WHOLE, &whole.print())?;
    let sliced = reduce(&whole, request).map_err(internal)?;
    clock.lap("passes");
    let made: Vec<CheckCount> =
        prepared.checks.iter().map(|(check, places)| CheckCount { check: *check, places: *places }).collect();
    let doubts = doubts::of(&options.files, &options.flags, &made, &prepared.externals);
    let mut summary = PreparedSummary {
        facts: ProgramFacts {
            data_model: Some(prepared.data_model),
            clang: prepared.clang,
            imported: size(&whole),
            sliced: size(&sliced),
            calls: prepared.calls,
            made,
            doubts,
            externals: prepared.externals,
            has_addresses_as_numbers: prepared.nature.has_addresses_as_numbers,
            has_outside_objects: prepared.nature.has_outside_objects,
            trivially_safe: !ends_badly(&sliced),
            unsupported: unsupported(&sliced),
            ..ProgramFacts::default()
        },
        is_scalar: prepared.nature.is_scalar,
        is_harmless: prepared.nature.is_harmless,
        shifts_left: prepared.nature.shifts_left,
        recursive: recursive(&sliced),
        bitcode: prepared.bitcode,
        optimised: prepared.optimised,
        ..PreparedSummary::default()
    };
    if request.encode {
        doing("encoding");
        encode_into(scratch, &sliced, request, &mut summary)?;
        if !summary.recursive.is_empty() {
            write(scratch, SLICED, &sliced.print())?;
        }
        clock.lap("encoding");
    } else {
        write(scratch, SLICED, &sliced.print())?;
    }
    summary.facts.stages = clock.stages;
    Ok(summary)
}

fn refused(error: Error) -> Failure {
    Box::new(match error {
        Error::Input(message) => Message::InputError(InputError { verbatim: true, ..InputError::plain(message) }),
        Error::Unsupported(what) => Message::GaveUp(GaveUp::Unsupported(what.into())),
        Error::Environment(what) => Message::GaveUp(GaveUp::Environment(what)),
    })
}

/// Calls files as the user does. The compiler splits a path into a folder and a rest, of which only
/// the rest stands in the program.
fn name_files(program: &mut Program, files: &[PathBuf]) {
    for location in &mut program.locations {
        let name = Path::new(&location.file);
        if name.is_absolute() || name.exists() {
            continue;
        }
        if let Some(path) = files.iter().find(|file| file.ends_with(name)).and_then(|file| file.to_str()) {
            location.file = path.to_string();
        }
    }
}

/// The program as it reads back from its text. Values are numbered by that text from here on, so
/// that whoever reads the file later speaks of the same ones.
fn settle(program: &Program) -> Result<Program, Failure> {
    let settled =
        Program::parse(&program.print()).map_err(|e| internal(format!("the program does not read back: {e}")))?;
    match settled.validate() {
        Ok(()) => Ok(settled),
        Err(defects) => Err(internal(format!("the imported program is not valid: {}", first(&defects)))),
    }
}

/// The program that is encoded: the whole one after the passes. Deterministic, so that a worker
/// that explains an answer can make it again; values keep their numbers.
pub(super) fn reduce(whole: &Program, request: &PrepareRequest) -> Result<Program, String> {
    let mut program = whole.clone();
    passes::lower_memory_checks(&mut program);
    let slice = request.slice.then(SliceOptions::default);
    passes::run(&mut program, passes::Options { slice, ..passes::Options::default() });
    match program.validate() {
        Ok(()) => Ok(program),
        Err(defects) => Err(format!("the program is not valid after the passes: {}", first(&defects))),
    }
}

fn first(defects: &[Defect]) -> String {
    defects.first().map(Defect::to_string).unwrap_or_default()
}

fn encode_into(
    scratch: &Path,
    sliced: &Program,
    request: &PrepareRequest,
    summary: &mut PreparedSummary,
) -> Result<(), Failure> {
    let cannot = |e: euclase_encoder::EncodeError| Box::new(Message::GaveUp(GaveUp::Unsupported(e.message.into())));
    let on_unsupported = OnUnsupported::Violates;
    let options = EncodeOptions { blocks: request.block, memory: request.memory, on_unsupported };
    let encoding = encode(sliced, options).map_err(cannot)?;
    summary.facts.locations = encoding.system.locations.len();
    summary.facts.states = encoding.system.states.len();
    summary.facts.inputs = encoding.system.inputs.len();
    summary.facts.terms = encoding.terms.len();
    write(scratch, SYSTEM, &write_vmt(&encoding.terms, &encoding.system))?;
    write_map(scratch, MAP, &encoding.map)?;
    let mut ending = sliced.clone();
    let unsupported = encoding.map.locations.iter().any(|entry| entry.kind == LocationKind::Unsupported);
    summary.has_ends = end_where_made_up(&mut ending, request) || unsupported;
    if summary.has_ends {
        let options = EncodeOptions { on_unsupported: OnUnsupported::Ends, ..options };
        let encoding = encode(&ending, options).map_err(cannot)?;
        write(scratch, SYSTEM_ENDS, &write_vmt(&encoding.terms, &encoding.system))?;
        write_map(scratch, MAP_ENDS, &encoding.map)?;
    }
    Ok(())
}

/// Ends the program where it would take a value that is made up for it; says whether there is such a place. An
/// execution of the rest takes none, so that it counts.
pub(super) fn end_where_made_up(program: &mut Program, request: &PrepareRequest) -> bool {
    let Some(entry) = program.entry else { return false };
    let mut found = false;
    for block in &mut program.functions[entry.index()].blocks {
        let origin = |kind: &CommandKind| match kind {
            CommandKind::Nondet(origin) | CommandKind::MemoryHavoc { origin, .. } => {
                approximated(origin, request.sv_comp_rules).is_some()
            }
            _ => false,
        };
        if let Some(position) = block.commands.iter().position(|command| origin(&command.kind)) {
            block.location = block.commands[position].location;
            block.commands.truncate(position);
            block.terminator =
                Terminator::Unsupported { what: Obstacle::new(ObstacleKind::MadeUp, "a value that is made up") };
            found = true;
        }
    }
    let function = &mut program.functions[entry.index()];
    let ends: Vec<bool> = function.blocks.iter().map(|block| block.terminator.successors().is_empty()).collect();
    for phi in function.blocks.iter_mut().flat_map(|block| &mut block.phis) {
        phi.arguments.retain(|(from, _)| !ends[from.index()]);
    }
    found
}

fn write(scratch: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = scratch.join(name);
    std::fs::write(&path, text)
        .map_err(|e| Box::new(Message::GaveUp(GaveUp::Environment(format!("cannot write {}: {e}", path.display())))))
}

fn write_map(scratch: &Path, name: &str, map: &SourceMap) -> Result<(), Failure> {
    write(scratch, name, &serde_json::to_string(map).map_err(internal)?)
}

fn doing(what: &str) {
    say(&Message::Doing { what: what.to_string() });
}

fn size(program: &Program) -> ProgramSize {
    let bodies = program.functions.iter().filter(|f| !f.is_declaration());
    let blocks = || program.functions.iter().flat_map(|f| &f.blocks);
    ProgramSize {
        functions: bodies.count(),
        blocks: blocks().count(),
        commands: blocks().map(|b| b.phis.len() + b.commands.len() + 1).sum(),
    }
}

/// Whether an execution may end in an error, or in something that cannot be encoded.
fn ends_badly(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|f| &f.blocks);
    blocks.any(|b| matches!(b.terminator, Terminator::Error { .. } | Terminator::Unsupported { .. }))
}

fn unsupported(program: &Program) -> Vec<Obstacle> {
    let mut found = Vec::new();
    for block in program.functions.iter().flat_map(|f| &f.blocks) {
        if let Terminator::Unsupported { what } = &block.terminator {
            let place = block.location.map(|location| format!(" ({})", program.location(location)));
            let obstacle = what.clone().with(&place.unwrap_or_default());
            if !found.contains(&obstacle) {
                found.push(obstacle);
            }
        }
    }
    found
}

/// The functions that are still called, as the user calls them: those that the pipeline found recursive, or could not
/// inline. That the passes have taken the recursion out of one does not make its calls go.
fn recursive(program: &Program) -> Vec<String> {
    let Some(entry) = program.entry else { return Vec::new() };
    let graph = CallGraph::of(program);
    let mut enters = graph.reachable_from(entry);
    let by_name = called_by_name(program, entry);
    for function in program.function_ids() {
        enters[function.index()] &= graph.is_recursive(function) || by_name[function.index()];
    }
    let names = program.function_ids().filter(|function| enters[function.index()]);
    names.map(|function| format!("'{}'", program.function(function).name)).collect()
}

/// Which functions with a body a run that starts with one may enter without going through an address.
fn called_by_name(program: &Program, start: FunctionId) -> Vec<bool> {
    let mut found = vec![false; program.functions.len()];
    let mut open = vec![start];
    while let Some(function) = open.pop() {
        for command in program.function(function).blocks.iter().flat_map(|block| &block.commands) {
            let CommandKind::Call { callee: Callee::Direct(called), .. } = command.kind else { continue };
            if !program.function(called).is_declaration() && !std::mem::replace(&mut found[called.index()], true) {
                open.push(called);
            }
        }
    }
    found
}

/// What the stages took.
struct Clock {
    stages: Vec<StageTime>,
    last: Instant,
}

impl Clock {
    fn new(prepared: &Prepared) -> Self {
        let stage =
            |(name, time): &(&str, Duration)| StageTime { stage: name.to_string(), seconds: time.as_secs_f64() };
        Clock { stages: prepared.timings.iter().map(stage).collect(), last: Instant::now() }
    }

    fn lap(&mut self, name: &str) {
        let now = Instant::now();
        self.stages.push(StageTime { stage: name.to_string(), seconds: (now - self.last).as_secs_f64() });
        self.last = now;
    }
}
