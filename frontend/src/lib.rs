//! From C to a [`Program`]: runs clang, prepares and simplifies the module with LLVM, imports it,
//! and makes it small with passes of our own.
//!
//! The way of a file: `clang` compiles to bitcode at `-O0`; `prepare` gives everything that C
//! leaves open a name (uninitialised variables, functions without bodies, the property) as calls
//! of the functions in [`intrinsic`], and takes away what would let LLVM exploit undefined
//! behaviour; the module as it is then can be run natively. `pipeline` makes globals local,
//! inlines and simplifies; `import` reads the result into a [`Program`].
//!
//! *Architecture invariant:* the only crate that knows LLVM; it does not know Z3.

mod checks;
mod clang;
mod import;
pub mod intrinsic;
mod models;
mod module;
mod nature;
pub mod passes;
mod pipeline;
mod prepare;
mod printing;
mod prototype;
mod sanitizer;
mod scalable;
mod unspecified;

pub use import::import;
pub use nature::Nature;
pub use pipeline::Unfold;
pub use sanitizer::of_source as checks_of_source;

pub use euclase_program::{CallCounts, DataModel};

use euclase_program::{CheckKind, CheckSet, Program};
use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::core::{
    LLVMAddAttributeAtIndex, LLVMCreateEnumAttribute, LLVMGetEnumAttributeKindForName, LLVMRemoveEnumAttributeAtIndex,
};
use inkwell::module::Module;
use intrinsic::Site;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What becomes of calls of functions that are not recursive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CallMode {
    /// Each call gets a copy of the function.
    Inline,
    /// Functions stand once, and callers wait for them to return.
    Wait,
    /// Small functions are inlined, and others where the program does not become much larger.
    #[default]
    Auto,
}

/// Which signed operations are the error if their result does not fit their type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverflowChecks {
    /// None: arithmetic wraps around.
    None,
    /// Sums, differences, products, quotients, negations and left shifts, as SV-COMP counts.
    All,
    /// The same, for looking at one execution: where it shifts in a way that C does not define and that is no overflow, it goes on.
    OnTheWay,
}

impl OverflowChecks {
    /// Whether an overflow is the error.
    pub fn is_error(self) -> bool {
        self != OverflowChecks::None
    }
}

/// What to compile, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// C sources (`.c`, `.i`), bitcode (`.bc`) and LLVM assembly (`.ll`), linked into one module.
    pub files: Vec<PathBuf>,
    /// The compiler; without one, `clang-19`, `clang` or `$CC`, the first that is clang 19.
    pub clang: Option<PathBuf>,
    /// The data model; without one, the target's own (or what `-m32`/`-m64` among the flags says).
    pub data_model: Option<DataModel>,
    /// The user's flags for clang, passed on.
    pub flags: Vec<String>,
    /// Functions whose call is the error.
    pub error_functions: Vec<String>,
    /// Whether `__assert_fail` and `__VERIFIER_error` are what their bodies say, where they have any: nobody named them.
    pub error_functions_may_be_code: bool,
    /// Whether a signed operation whose result does not fit its type is the error.
    pub overflow: OverflowChecks,
    /// What is checked.
    pub checks: CheckSet,
    /// Whether what C leaves open is as the rules of SV-COMP say.
    pub sv_comp_rules: bool,
    /// If not all overflows are the error: those that are. Any other ends the program.
    pub counted_overflows: Option<Vec<CountedOverflows>>,
    /// Whether functions without a body that get pointers are taken to leave memory alone.
    pub assume_pure_externals: bool,
    /// Whether allocations may return null.
    pub malloc_may_fail: bool,
    /// What becomes of calls.
    pub calls: CallMode,
    /// Whether functions that stand once are assumed not to fail, and have a copy for calls that do.
    pub mixed_semantics: bool,
    /// A folder for intermediate files, which is the caller's to delete.
    pub scratch: PathBuf,
}

/// Overflows that count, by their places in the first file, and what becomes of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedOverflows {
    /// Line and column of the first place, as the compiler counts.
    pub from: (u64, u64),
    /// Those behind the last.
    pub until: (u64, u64),
    /// The function without parameters that is called. It is one of the program and must not return.
    pub function: String,
}

/// A program that is ready to be encoded, and what else came out of its preparation.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program as imported, with every arbitrary value in the order of the native run.
    pub program: Program,
    /// The module before optimisation, for the native replay.
    pub bitcode: PathBuf,
    /// The module after optimisation, as LLVM assembly.
    pub optimised: PathBuf,
    /// The kinds of checks that the program makes, and at how many places.
    pub checks: Vec<(CheckKind, usize)>,
    /// Functions without a body whose result is any value.
    pub externals: Vec<String>,
    /// What the program is like as it was written.
    pub nature: Nature,
    /// What became of calls.
    pub calls: CallCounts,
    /// What each stage took, in order.
    pub timings: Vec<(&'static str, Duration)>,
    /// The compiler that was used.
    pub clang: PathBuf,
    /// The data model of the module.
    pub data_model: DataModel,
}

/// Why there is no program.
#[derive(Clone, Debug)]
pub enum Error {
    /// The input is wrong; clang's own words, where it is clang that says so.
    Input(String),
    /// The program needs something that cannot be done: what, and where in the source.
    Unsupported(String),
    /// The machine: no compiler, no disk.
    Environment(String),
}

/// Compiles, prepares, optimises and imports.
pub fn prepare(options: &Options) -> Result<Prepared, Error> {
    prepare_unfolded(options, None)
}

/// Does so with recursion unfolded, if it is not to be left as it is.
pub fn prepare_unfolded(options: &Options, recursion: Option<Unfold>) -> Result<Prepared, Error> {
    let context = Context::create();
    let (lowered, module) = lower_in(&context, options, recursion)?;
    let start = Instant::now();
    let program = import(&module, &lowered.sites)?;
    let mut timings = lowered.timings;
    timings.push(("import", start.elapsed()));
    Ok(Prepared {
        program,
        bitcode: lowered.bitcode,
        optimised: lowered.optimised,
        checks: lowered.checks,
        externals: lowered.externals,
        nature: lowered.nature,
        calls: lowered.calls,
        timings,
        clang: lowered.clang,
        data_model: lowered.data_model,
    })
}

/// A module that is ready to be imported, in files: what to look at when its import is not wanted.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The module before optimisation, as bitcode.
    pub bitcode: PathBuf,
    /// The module after optimisation, as LLVM assembly, or as bitcode if it is very large.
    pub optimised: PathBuf,
    /// What each call of the functions in [`intrinsic`] is about, by number.
    pub sites: Vec<Site>,
    /// The kinds of checks that it makes, and at how many places.
    pub checks: Vec<(CheckKind, usize)>,
    /// Functions without a body whose result is any value.
    pub externals: Vec<String>,
    /// What the program is like as it was written.
    pub nature: Nature,
    /// What became of calls.
    pub calls: CallCounts,
    /// What each stage took, in order.
    pub timings: Vec<(&'static str, Duration)>,
    /// The compiler that was used.
    pub clang: PathBuf,
    /// The data model of the module.
    pub data_model: DataModel,
}

/// Compiles, prepares and optimises, without importing the result.
pub fn lower(options: &Options) -> Result<Lowered, Error> {
    lower_in(&Context::create(), options, None).map(|(lowered, _)| lowered)
}

/// Compiles and prepares only: the module before optimisation, as bitcode, for a native run.
pub fn prepared_module(options: &Options) -> Result<PathBuf, Error> {
    module_before_optimisation(&Context::create(), options).map(|(before, _)| before.bitcode)
}

/// Compiles, prepares and imports without optimising: the program does every access to memory that the source says, needed or
/// not. It takes the same arbitrary values in the same order as the optimised one, and is for running only.
pub fn unoptimised(options: &Options) -> Result<Program, Error> {
    let context = Context::create();
    let (before, module) = module_before_optimisation(&context, options)?;
    import(&module, &before.sites)
}

/// A module that is prepared, and not optimised yet.
struct Before {
    bitcode: PathBuf,
    sites: Vec<Site>,
    checks: Vec<(CheckKind, usize)>,
    externals: Vec<String>,
    nature: Nature,
    timings: Vec<(&'static str, Duration)>,
    clang: PathBuf,
    data_model: DataModel,
}

/// Compiles, prepares and optimises; the optimised module is in the context.
fn lower_in<'c>(
    context: &'c Context,
    options: &Options,
    recursion: Option<Unfold>,
) -> Result<(Lowered, Module<'c>), Error> {
    let (before, module) = module_before_optimisation(context, options)?;
    let Before { bitcode, mut sites, checks, externals, nature, mut timings, clang, data_model } = before;
    // What is checked of memory is checked where calls are copies of functions.
    let mode = if options.checks.has_memory() { CallMode::Inline } else { options.calls };
    let calls = pipeline::optimise(&module, (mode, options.mixed_semantics), recursion, &mut sites, &mut timings)?;
    let start = Instant::now();
    let optimised = write_optimised(&module, &options.scratch)?;
    timings.push(("write", start.elapsed()));
    Ok((Lowered { bitcode, optimised, sites, checks, externals, nature, calls, timings, clang, data_model }, module))
}

fn module_before_optimisation<'c>(context: &'c Context, options: &Options) -> Result<(Before, Module<'c>), Error> {
    let mut timings = Vec::new();
    let start = Instant::now();
    if sanitizer::is_used(options) {
        sanitizer::refuse_unchecked(options)?;
    }
    let clang = clang::find(options.clang.as_deref())?;
    let compiled = compile_all(&clang, options)?;
    timings.push(("clang", start.elapsed()));

    let start = Instant::now();
    let modules = compiled.iter().map(|one| module::read(context, &one.bitcode)).collect::<Result<Vec<_>, _>>()?;
    modules.iter().try_for_each(scalable::refuse)?;
    let options = &with_defined_functions(options, &modules);
    for (module, (compiled, file)) in modules.iter().zip(compiled.iter().zip(&options.files)) {
        if compiled.is_source {
            mark_unspecified(context, module, (&clang, file), &compiled.bitcode, options)?;
        }
        if let Some((line, column)) = sanitizer::folded(module, &compiled.overflows) {
            let what = format!("{}:{line}:{column}: overflow in a constant expression", file.display());
            return Err(Error::Unsupported(what));
        }
        prepare::forget_bodies_of_error_functions(module.as_mut_ptr(), &options.error_functions);
    }
    let module = module::link(context, modules)?;
    let nature = nature::of(module.as_mut_ptr());
    let data_model = data_model_of(&module, options)?;
    let module = models::link(context, module, &clang, data_model, options)?;
    timings.push(("read and link", start.elapsed()));

    let start = Instant::now();
    let prepare::Outcome { sites, externals } = prepare::prepare(&module, options)?;
    let checks = checks::count(&module, &sites);
    let bitcode = options.scratch.join("prepared.bc");
    watch(&module, true);
    write_bitcode(&module, &bitcode)?;
    watch(&module, false);
    timings.push(("prepare", start.elapsed()));
    Ok((Before { bitcode, sites, checks, externals, nature, timings, clang, data_model }, module))
}

/// Functions that stand for failed assertions unless the program says what they do.
const ERRORS_UNLESS_DEFINED: [&str; 2] = ["__assert_fail", "__VERIFIER_error"];

/// The options for a program that defines such functions, which are code like any other then. A `static` one is not if another
/// file means that of the library.
fn with_defined_functions(options: &Options, modules: &[Module<'_>]) -> Options {
    let mut options = options.clone();
    if options.error_functions_may_be_code {
        let all: Vec<_> = modules.iter().flat_map(|one| module::functions(one.as_mut_ptr())).collect();
        options.error_functions.retain(|error| {
            let named: Vec<_> = all.iter().filter(|function| module::name(**function) == *error).collect();
            let is_code = !named.is_empty()
                && (named.iter().all(|function| module::has_body(**function))
                    || named.iter().any(|function| module::has_body(**function) && prepare::is_visible(**function)));
            !(is_code && ERRORS_UNLESS_DEFINED.contains(&error.as_str()))
        });
    }
    options
}

/// Above so many blocks, the optimised module is written as bitcode.
const MOST_BLOCKS_AS_TEXT: usize = 50_000;

fn write_optimised(module: &Module<'_>, scratch: &Path) -> Result<PathBuf, Error> {
    let functions = module::defined_functions(module.as_mut_ptr());
    let blocks: usize = functions.into_iter().map(|function| module::blocks(function).len()).sum();
    if blocks > MOST_BLOCKS_AS_TEXT {
        let path = scratch.join("optimised.bc");
        write_bitcode(module, &path)?;
        return Ok(path);
    }
    let path = scratch.join("optimised.ll");
    std::fs::write(&path, pipeline::text(module))
        .map_err(|error| Error::Environment(format!("{} cannot be written: {error}", path.display())))?;
    Ok(path)
}

/// Marks the functions of a module for AddressSanitizer, which native runs on guessed values may use; or not any more.
fn watch(module: &Module<'_>, is_marked: bool) {
    let word = "sanitize_address";
    // SAFETY: the module is alive; the attribute is one of functions.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(word.as_ptr().cast(), word.len());
        let attribute = LLVMCreateEnumAttribute(module.get_context().as_ctx_ref(), kind, 0);
        for function in module::defined_functions(module.as_mut_ptr()) {
            match is_marked {
                true => LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute),
                false => LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind),
            }
        }
    }
}

fn write_bitcode(module: &Module<'_>, path: &Path) -> Result<(), Error> {
    if module.write_bitcode_to_path(path) {
        Ok(())
    } else {
        Err(Error::Environment(format!("{} cannot be written", path.display())))
    }
}

/// Marks the bytes of initialised variables that have no value in C.
fn mark_unspecified(
    context: &Context,
    module: &Module<'_>,
    (clang, file): (&Path, &Path),
    bitcode: &Path,
    options: &Options,
) -> Result<(), Error> {
    let raw = module.as_mut_ptr();
    module::set_debug_calls(raw, true);
    let patterned = if unspecified::needs_pattern(raw) {
        let output = bitcode.with_extension("pattern.bc");
        clang::compile(clang, &clang::safe_name(file), &output, options, &[unspecified::PATTERN])?;
        let patterned = module::read(context, &output)?;
        module::set_debug_calls(patterned.as_mut_ptr(), true);
        Some(patterned)
    } else {
        None
    };
    unspecified::mark(context.as_ctx_ref(), raw, patterned.as_ref().map(Module::as_mut_ptr));
    module::set_debug_calls(raw, false);
    Ok(())
}

/// A file that LLVM can read.
struct Compiled {
    bitcode: PathBuf,
    /// Whether it was compiled here, with our flags.
    is_source: bool,
    /// Where clang has seen an overflow, if that is asked for.
    overflows: Vec<sanitizer::Place>,
}

/// The bitcode of each file, compiled in parallel where it is a source.
fn compile_all(clang: &Path, options: &Options) -> Result<Vec<Compiled>, Error> {
    let width = std::thread::available_parallelism().map_or(1, usize::from);
    let mut compiled = Vec::new();
    for (round, files) in options.files.chunks(width).enumerate() {
        let results: Vec<Result<Compiled, Error>> = std::thread::scope(|scope| {
            let compilations: Vec<_> = files
                .iter()
                .enumerate()
                .map(|(index, file)| scope.spawn(move || compile_one(clang, file, round * width + index, options)))
                .collect();
            let stopped = || Err(Error::Environment("a compilation stopped unexpectedly".into()));
            compilations.into_iter().map(|thread| thread.join().unwrap_or_else(|_| stopped())).collect()
        });
        for result in results {
            compiled.push(result?);
        }
    }
    Ok(compiled)
}

fn compile_one(clang: &Path, file: &Path, number: usize, options: &Options) -> Result<Compiled, Error> {
    if !file.is_file() {
        return Err(Error::Input(format!("{}: there is no such file", file.display())));
    }
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i" | "h") => {
            let output = options.scratch.join(format!("source{number}.bc"));
            let said = clang::compile(clang, &clang::safe_name(file), &output, options, &[])?;
            let overflows = if options.overflow.is_error() { sanitizer::warned(&said) } else { Vec::new() };
            Ok(Compiled { bitcode: output, is_source: true, overflows })
        }
        Some("bc" | "ll") => Ok(Compiled { bitcode: file.to_owned(), is_source: false, overflows: Vec::new() }),
        _ => Err(Error::Input(format!("{}: neither C (.c, .i) nor LLVM (.bc, .ll)", file.display()))),
    }
}

/// The data model of a module, which has to be the one asked for.
fn data_model_of(module: &Module<'_>, options: &Options) -> Result<DataModel, Error> {
    use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMPointerSize};
    // SAFETY: the module is alive.
    let model = match unsafe { LLVMPointerSize(LLVMGetModuleDataLayout(module.as_mut_ptr())) } {
        4 => DataModel::Ilp32,
        8 => DataModel::Lp64,
        other => return Err(Error::Unsupported(format!("pointers of {other} bytes"))),
    };
    match options.data_model {
        Some(asked) if asked != model => {
            Err(Error::Input(format!("the input is for the data model {model}, but {asked} was asked for")))
        }
        _ => Ok(model),
    }
}
