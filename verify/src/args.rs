//! The command line's options, and the help that explains them.

use crate::compiler_flags;
use crate::units::{parse_size, parse_time};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, ValueEnum};
use euclase_checker::{ENGINES, EngineName, Tuning, UnknownSetting};
use euclase_encoder::BlockSize;
use euclase_frontend::{CallMode, checks_of_source};
use euclase_program::{CHECKS, CheckKind, CheckSet, DataModel, MemoryLevel};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

const ABOUT: &str = "\
Verifies C programs: can the error be reached?

FILE is a C program (.c, .i; several files are linked), or what clang makes of one (.bc, .ll). It can also be a transition \
system in VMT format (.vmt), or constrained Horn clauses in SMT-LIB (.smt2), over Booleans, bit-vectors and \
arrays. Every answer is checked by other processes before it is given.

In C, the error is a call of reach_error() or __VERIFIER_error(), or an assert() that fails. Arbitrary values come from \
__VERIFIER_nondet_int() and its relatives, from functions without a body and from variables without a value.";

const AFTER_HELP: &str = "\
Compiler options, passed on to clang:
  -I DIR  -D NAME[=VALUE]  -U NAME  -include FILE  -isystem DIR  -std=...  -f...  -m32  -m64
  -O..., -W..., -g..., -c, -M..., -pipe, -pthread, -l..., -L... are accepted and change nothing.

Answers, and the exit code of each:
  TRUE     0  The property holds. There is an inductive invariant, and it was re-checked.
  FALSE    1  The property fails. There is an execution that breaks it, and it was replayed.
  (error)  2  The command line or the input is wrong; nothing was verified.
  UNKNOWN  3  Neither was found; the reason and what to try are printed.
  (error)  4  Internal error: evidence that did not check, or a crash. Please report it.
  UNKNOWN 130 Interrupted by Ctrl-C; what is known by then is printed.

Examples:
  verify lock.c                             prove that the error is never reached, or show how it is
  verify -I include -D DEBUG=1 main.c io.c  several files, with options for the compiler
  verify --show-invariant lock.c            see the loop invariants of the proof, in C
  verify --write-test test/ lock.c          keep the failing execution as a program that can be run
  verify --check overflow sum.c             prove that no signed number overflows, or show where one does
  verify --check default,overflow sum.c     the same and the assertions, in one run
  verify --data-model ILP32 --property-file unreach-call.prp --sv-comp task.i
                                            a task of SV-COMP, with its verdict word as the last line
  verify --emit vmt -o lock.vmt lock.c      the transition system, for other tools
  verify --timeout 30s counter.vmt          give up after half a minute
  verify --engine bmc --max-depth 50 a.vmt  look for a bug in the first 50 steps only
  verify --witness w.yml a.c                write a witness, for verify validate w.yml a.c or other validators
  verify --certificate proof/ a.c           write the proof as SMT-LIB for another solver
  verify --check-with cvc5 a.c              a proof counts only if cvc5 agrees, too
  verify --html report.html lock.c          the answer as a web page, to walk through the failing execution
  verify --json a.c | jq .verdict           for scripts
  verify explain result.json                tell a result again that --json has written; see verify explain --help
  verify bench DIR --engines euf,bmc -o OUT compare engines on many tasks; see verify bench --help";

/// What the user asked for.
#[derive(Parser, Clone, Debug)]
#[command(name = "verify", about = ABOUT, long_about = None, after_help = AFTER_HELP, version, disable_version_flag = true)]
pub struct Args {
    /// What to verify; '-' reads standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The property to verify: unreach-call, no-overflow, valid-memsafety or valid-memcleanup, as SV-COMP defines them
    /// [default: none, --check says what is checked]
    #[arg(long, value_name = "NAME", conflicts_with = "property_file", help_heading = "C programs")]
    pub property: Option<String>,

    /// What to check, exactly these; 'default' and 'all' stand for several, and --check default,leak is a set like any other
    /// [default: assert, bounds, array-index, pointer, free, overflow, division, shift, conversion]
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = check_names,
        value_name = "LIST",
        conflicts_with_all = ["property", "property_file"],
        help_heading = "C programs"
    )]
    pub check: Vec<CheckSet>,

    /// What not to check for, of 'default' or of --check
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = check_names,
        value_name = "LIST",
        conflicts_with_all = ["property", "property_file"],
        help_heading = "C programs"
    )]
    pub no_check: Vec<CheckSet>,

    /// The property to verify, as a file of SV-COMP
    #[arg(long, value_name = "FILE", help_heading = "C programs")]
    pub property_file: Option<PathBuf>,

    /// The widths of int, long and pointers [default: those of this machine, or what -m32 and -m64 say]
    #[arg(long, value_parser = one_of(DATA_MODELS), ignore_case = true, value_name = "MODEL", help_heading = "C programs")]
    pub data_model: Option<DataModel>,

    /// The compiler; it must be clang 19 [default: clang-19, clang or $CC]
    #[arg(long, value_name = "PATH", help_heading = "C programs")]
    pub clang: Option<String>,

    /// How much of the program becomes one step
    #[arg(long, value_parser = one_of(BLOCK_SIZES), default_value = "large", value_name = "SIZE", help_heading = "C programs")]
    pub block: BlockSize,

    /// How exactly memory is modelled: less is cheaper, and may find more executions than there are, which then do not
    /// count
    #[arg(long, value_parser = one_of(MEMORY_LEVELS), default_value = "full", value_name = "LEVEL", help_heading = "C programs")]
    pub memory: MemoryLevel,

    /// What becomes of calls: a copy of the function for each, or one for all, which its callers wait for. 'auto' copies
    /// what is small, and all if the program does not become much larger
    #[arg(long, value_parser = one_of(CALL_MODES), default_value = "auto", value_name = "HOW", help_heading = "C programs")]
    pub calls: CallMode,

    /// Assume of functions that callers wait for that they do not fail, and give calls that fail one copy of the function, from
    /// which nobody returns
    #[arg(long, help_heading = "C programs")]
    pub mixed_semantics: bool,

    /// Keep also what cannot influence whether the error is reached
    #[arg(long, help_heading = "C programs")]
    pub no_slice: bool,

    /// Take functions without a body to leave memory alone, whatever pointers they get. The rules of SV-COMP say so:
    /// --property-file and --sv-comp imply it
    #[arg(long, help_heading = "C programs")]
    pub assume_pure_externals: bool,

    /// Assume that malloc, calloc and realloc return null only for requests that cannot be met. The rules of SV-COMP say so
    #[arg(long, conflicts_with = "malloc_may_fail", help_heading = "C programs")]
    pub malloc_never_fails: bool,

    /// Let malloc, calloc and realloc fail at any time, under the rules of SV-COMP, too
    #[arg(long, hide = true)]
    pub malloc_may_fail: bool,

    /// Answer UNKNOWN instead of TRUE where the proof checks nothing, or not what was meant: no check in the program, assertions
    /// that NDEBUG removes, a misspelt reach_error
    #[arg(long, help_heading = "C programs")]
    pub strict: bool,

    /// Do not run a failing execution natively
    #[arg(long, help_heading = "C programs")]
    pub no_replay: bool,

    /// Write a failing execution to this folder as a program that can be run
    #[arg(long, value_name = "DIR", help_heading = "C programs")]
    pub write_test: Option<PathBuf>,

    /// Write a witness of the answer for other tools: the way to the violation, or the invariants
    #[arg(long, value_name = "FILE", help_heading = "C programs")]
    pub witness: Option<PathBuf>,

    /// Reject a witness with another SHA-256 than the file's (validate)
    #[arg(long, hide = true)]
    pub check_hash: bool,

    /// The format of the witness [default: graphml if the file is called so, else yaml]
    #[arg(long, value_enum, value_name = "FORMAT", requires = "witness", help_heading = "C programs")]
    pub witness_format: Option<WitnessFormat>,

    /// Verify nothing, but write a stage on the way there
    #[arg(long, value_enum, value_name = "STAGE", help_heading = "Output")]
    pub emit: Option<Stage>,

    /// Where --emit writes to [default: standard output]
    #[arg(long, short, value_name = "FILE", requires = "emit", help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Print the verdict as a word of SV-COMP in the last line
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub sv_comp: bool,

    /// Flags for the compiler, which are taken out of the command line before it is read
    #[arg(skip)]
    pub flags: Vec<String>,

    /// How to search for an answer
    #[arg(long, short, value_parser = EngineChoice::parser(), default_value = AUTO, value_name = "ENGINE", help_heading = "Search")]
    pub engine: EngineChoice,

    /// Leave an engine out of 'auto', e.g. kind or kind,bmc: to see what it is worth
    #[arg(long, value_parser = engine_name(), value_delimiter = ',', value_name = "ENGINE", help_heading = "Search")]
    pub without: Vec<EngineName>,

    /// Give up after this long, e.g. 30s, 5min, none; checking an answer may take 5 s more
    #[arg(long, short, value_parser = TimeLimit::parse, default_value = "none", value_name = "TIME", help_heading = "Search")]
    pub timeout: TimeLimit,

    /// Memory for all processes together, e.g. 4GiB, none [default: 3/4 of this machine's]
    #[arg(long, value_parser = MemoryLimit::parse, value_name = "SIZE", help_heading = "Search")]
    pub memory_limit: Option<MemoryLimit>,

    /// How many processes work at the same time, whatever they do [default: all]
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..), value_name = "N", help_heading = "Search")]
    pub jobs: Option<u32>,

    /// Look no further than N steps (bmc, kind)
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub max_depth: Option<usize>,

    /// Let the states of an induction step all be different: proves more, step by step slower (kind)
    #[arg(long, help_heading = "Search")]
    pub simple_path: bool,

    /// Keep arrays interpreted in the abstraction (euf)
    #[arg(long, help_heading = "Search")]
    pub no_array_abstraction: bool,

    /// Turn a part of the search off or on, to see what it is worth, e.g. guidance=off
    #[arg(long, value_parser = setting, value_name = "KEY=VALUE", long_help = tune_help(), help_heading = "Search")]
    pub tune: Vec<String>,

    /// Print the invariant that proves TRUE: of C programs at each loop in C, else in SMT-LIB
    #[arg(long, help_heading = "Output")]
    pub show_invariant: bool,

    /// Print every step of a long trace
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,

    /// Write the checked evidence to this folder: proof obligations in SMT-LIB, or the trace
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub certificate: Option<PathBuf>,

    /// Let another solver check proofs as well: a command that reads an SMT-LIB file, such as "cvc5"; TRUE only if it agrees
    #[arg(long, value_name = "COMMAND", help_heading = "Output")]
    pub check_with: Option<String>,

    /// Keep what the engines ask Z3 in this folder as SMT-LIB files, for other solvers; of many alike, some
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub dump_queries: Option<PathBuf>,

    /// Print what the search cost: queries, counters, times, memory
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Write the result as a web page: the source, and the execution to walk through or the proof
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,

    /// Write a counterexample for code scanning, in SARIF 2.1.0
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,

    /// Print the answer only: one line, no progress
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,

    /// Log what the engines do to standard error; twice for more
    #[arg(long, short, action = clap::ArgAction::Count, help_heading = "Output")]
    pub verbose: u8,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Colour,

    /// Print the version of this program and of Z3
    #[arg(long, short = 'V', action = clap::ArgAction::Version)]
    version: Option<bool>,
}

/// Takes the name of a check, or of several.
fn check_names(text: &str) -> Result<CheckSet, String> {
    match text {
        "default" => Ok(CheckSet::default_checks()),
        "all" => Ok(CheckSet::all()),
        _ => CheckKind::of_word(text).map(|kind| CheckSet::NONE.with(kind)).ok_or_else(|| {
            let known = CHECKS.iter().map(|info| info.word).chain(["default", "all"]);
            let nearest = known.clone().min_by_key(|word| distance(word, text)).unwrap_or("default");
            let known: Vec<&str> = known.collect();
            format!("there is no check '{text}'; did you mean '{nearest}'? There are {}", known.join(", "))
        }),
    }
}

/// How many letters have to be changed, added or removed to make one word of another.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

/// Takes a setting of the search, as far as there is one.
fn setting(text: &str) -> Result<String, UnknownSetting> {
    Tuning::default().set(text).map(|()| text.to_string())
}

fn tune_help() -> String {
    format!("Turn a part of the search off or on, to see what it is worth. There are {}", Tuning::SETTINGS)
}

/// The format of a witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum WitnessFormat {
    /// YAML, version 2.0 of the format
    Yaml,
    /// GraphML, version 1.0
    Graphml,
}

/// Values of an option by their words, each with what `--help` says of it.
type Words<T> = &'static [(&'static str, T, &'static str)];

const DATA_MODELS: Words<DataModel> = &[
    ("ILP32", DataModel::Ilp32, "int, long and pointers have 32 bits"),
    ("LP64", DataModel::Lp64, "int has 32 bits, long and pointers have 64"),
];

const BLOCK_SIZES: Words<BlockSize> =
    &[("large", BlockSize::Large, "Everything between two loop heads"), ("small", BlockSize::Small, "One basic block")];

const CALL_MODES: Words<CallMode> = &[
    ("inline", CallMode::Inline, "Each call gets a copy of the function"),
    ("wait", CallMode::Wait, "The function is there once, and knows who waits for it to return"),
    ("auto", CallMode::Auto, "Copies where they are cheap"),
];

const MEMORY_LEVELS: Words<MemoryLevel> = &[
    ("registers", MemoryLevel::Registers, "Nothing is known about memory and addresses"),
    ("pointers", MemoryLevel::Pointers, "Addresses are exact, the contents of memory are arbitrary"),
    ("full", MemoryLevel::Full, "Addresses and contents are exact"),
];

/// Reads an option that has one of these values.
fn one_of<T: Copy + Send + Sync + 'static>(words: Words<T>) -> impl TypedValueParser<Value = T> {
    let possible = words.iter().map(|(word, _, help)| PossibleValue::new(*word).help(*help));
    // The parser lets only these words through.
    PossibleValuesParser::new(possible).map(move |given: String| {
        let known = words.iter().find(|(word, ..)| word.eq_ignore_ascii_case(&given));
        known.unwrap_or(&words[0]).1
    })
}

/// A stage on the way from a file to the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The program, as imported
    Program,
    /// The program after passes and slicing
    Sliced,
    /// The transition system, to be read by people
    Ts,
    /// The transition system in VMT
    Vmt,
    /// The transition system as constrained Horn clauses
    Chc,
    /// Initial states, step and property as definitions in SMT-LIB
    Smt2,
    /// The control flow as a drawing of Graphviz, cut points marked
    Dot,
    /// The regions of memory that the sliced program accesses, as a table
    Regions,
    /// The regions of memory and what points to what, as a drawing of Graphviz
    RegionsDot,
    /// The optimised module in LLVM assembly
    Ll,
}

impl Stage {
    /// Whether the stage is one of programs only.
    pub fn is_of_programs(self) -> bool {
        matches!(self, Stage::Program | Stage::Sliced | Stage::Dot | Stage::Regions | Stage::RegionsDot | Stage::Ll)
    }
}

/// The engine to use, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineChoice {
    /// All engines.
    Auto,
    /// One engine.
    Only(EngineName),
}

const AUTO: &str = "auto";

impl EngineChoice {
    /// The engines to start, the most promising first.
    pub fn engines(self) -> Vec<EngineName> {
        match self {
            EngineChoice::Auto => ENGINES.iter().map(|info| info.name).collect(),
            EngineChoice::Only(engine) => vec![engine],
        }
    }

    /// What a word means.
    pub fn of_word(word: &str) -> Option<Self> {
        if word == AUTO { Some(EngineChoice::Auto) } else { EngineName::of_word(word).map(EngineChoice::Only) }
    }

    /// All words.
    pub fn words() -> impl Iterator<Item = &'static str> {
        std::iter::once(AUTO).chain(ENGINES.iter().map(|info| info.word))
    }

    fn parser() -> impl TypedValueParser<Value = EngineChoice> {
        let auto = PossibleValue::new(AUTO).help(
            "All engines, started as they are promising and as far as the memory goes; the first checked answer wins",
        );
        let engines = ENGINES.iter().map(|info| PossibleValue::new(info.word).help(info.help));
        // The parser lets only these words through.
        PossibleValuesParser::new(std::iter::once(auto).chain(engines))
            .map(|word| EngineChoice::of_word(&word).unwrap_or(EngineChoice::Auto))
    }
}

fn engine_name() -> impl TypedValueParser<Value = EngineName> {
    PossibleValuesParser::new(ENGINES.iter().map(|info| PossibleValue::new(info.word)))
        .map(|word| EngineName::of_word(&word).unwrap_or(EngineName::Euf))
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How long to search; `None` is for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimit(pub Option<Duration>);

impl TimeLimit {
    fn parse(text: &str) -> Result<Self, String> {
        parse_time(text).map(TimeLimit)
    }
}

/// How many bytes the engines may use; `None` is without limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLimit(pub Option<u64>);

impl MemoryLimit {
    /// What an engine needs to get anywhere.
    pub const PER_ENGINE: u64 = 128 << 20;

    /// How many engines the memory is enough for.
    pub fn engines(self) -> usize {
        self.0.map_or(usize::MAX, |bytes| (bytes / Self::PER_ENGINE).max(1) as usize)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let limit = MemoryLimit(parse_size(text)?);
        match limit.0 {
            // Less than this, and no engine gets as far as reading its input.
            Some(bytes) if bytes < MemoryLimit::PER_ENGINE => Err("at least 128MiB are needed".to_string()),
            _ => Ok(limit),
        }
    }

    /// Three quarters of the machine's memory: an engine that wants more would only swap.
    pub fn of_machine() -> Self {
        let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB"));
        MemoryLimit(total.and_then(|kib| kib.trim().parse::<u64>().ok()).map(|kib| kib * 1024 / 4 * 3))
    }
}

impl Args {
    /// Reads the command line, or says how it is wrong; `version` is the long version text.
    pub fn read(version: &'static str) -> Result<Args, clap::Error> {
        Self::read_from(version, std::env::args_os())
    }

    /// Reads a command line, the name of the program first.
    pub fn read_from(
        version: &'static str,
        arguments: impl IntoIterator<Item = std::ffi::OsString>,
    ) -> Result<Args, clap::Error> {
        use clap::{CommandFactory, FromArgMatches};
        let mut command = Args::command().version(version);
        let (arguments, flags) = compiler_flags::split(arguments)
            .map_err(|message| command.error(clap::error::ErrorKind::InvalidValue, message))?;
        let matches = command.try_get_matches_from_mut(arguments)?;
        let mut args = Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        // What is not the name of a property is that of a file.
        if args.property.as_ref().is_some_and(|name| !crate::property::NAMES.contains(&name.as_str())) {
            args.property_file = args.property.take().map(PathBuf::from);
        }
        if args.checks().is_empty() {
            let message = "--no-check leaves nothing to check";
            return Err(command.error(clap::error::ErrorKind::ArgumentConflict, message));
        }
        args.check_without().map_err(|message| command.error(clap::error::ErrorKind::ArgumentConflict, message))?;
        Ok(Args { flags, ..args })
    }

    /// What is checked where no property says otherwise.
    pub fn checks(&self) -> CheckSet {
        let union = |sets: &[CheckSet]| sets.iter().flat_map(|set| set.iter()).collect::<CheckSet>();
        let wanted = if self.check.is_empty() { self.default_checks() } else { union(&self.check) };
        wanted.without(union(&self.no_check))
    }

    /// What is checked if nothing is asked for: of what is compiled already only what can be seen there.
    fn default_checks(&self) -> CheckSet {
        let is_compiled = |file: &PathBuf| file.extension().is_some_and(|kind| kind == "bc" || kind == "ll");
        let unseen = if self.files.iter().any(is_compiled) { checks_of_source() } else { CheckSet::NONE };
        CheckSet::default_checks().without(unseen)
    }

    /// The engines to start, the most promising first.
    pub fn engines(&self) -> Vec<EngineName> {
        let mut engines = self.engine.engines();
        engines.retain(|engine| !self.without.contains(engine));
        engines
    }

    /// Says if engines are left out where there is nothing to leave out, or nothing would be left.
    fn check_without(&self) -> Result<(), &'static str> {
        if !self.without.is_empty() && self.engine != EngineChoice::Auto {
            return Err("--without leaves an engine out of 'auto'; another --engine is a single one");
        }
        if self.engines().is_empty() {
            return Err("--without leaves no engine");
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Args, clap::Error> {
        Args::read_from("1", line.split_whitespace().map(Into::into))
    }

    #[test]
    fn the_definition_is_consistent() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }

    #[test]
    fn options_are_read() {
        let args = read("verify -e bmc -t 5min --memory-limit 1GiB -vv x.vmt").unwrap();
        assert_eq!(args.engine, EngineChoice::Only(EngineName::Bmc));
        assert_eq!(args.timeout.0, Some(Duration::from_secs(300)));
        assert_eq!(args.memory_limit, Some(MemoryLimit(Some(1 << 30))));
        assert_eq!(args.verbose, 2);
        let args = read("verify x.vmt").unwrap();
        assert_eq!((args.engine, args.timeout.0), (EngineChoice::Auto, None));
    }

    #[test]
    fn options_of_c_programs_are_read() {
        let args = read("verify -Iinc --data-model ILP32 --property p.prp --emit vmt -o x -std=c99 a.c b.c").unwrap();
        assert_eq!(args.files, [PathBuf::from("a.c"), PathBuf::from("b.c")]);
        assert_eq!(args.flags, ["-Iinc", "-std=c99"]);
        assert_eq!((args.data_model, args.emit), (Some(DataModel::Ilp32), Some(Stage::Vmt)));
        assert_eq!(args.property_file, Some(PathBuf::from("p.prp")));
        let args = read("verify --property no-overflow a.c").unwrap();
        assert_eq!((args.property.as_deref(), args.property_file), (Some("no-overflow"), None));
        assert_eq!(read("verify --property no-overflow --property-file p.prp a.c").unwrap_err().exit_code(), 2);
        assert_eq!(read("verify a.c -I").unwrap_err().exit_code(), 2);
    }

    #[test]
    fn checks_are_a_set() {
        let checks = |line: &str| read(line).map(|args| args.checks().to_string());
        let default = "assert,overflow,bounds,pointer,free,array-index,division,shift,conversion";
        assert_eq!(checks("verify a.c").unwrap(), default);
        assert_eq!(checks("verify --check overflow,assert a.c").unwrap(), "assert,overflow");
        let without = checks("verify --no-check bounds,pointer --no-check free a.c").unwrap();
        assert_eq!(without, "assert,overflow,array-index,division,shift,conversion");
        assert_eq!(checks("verify --check all --no-check default a.c").unwrap(), "leak,cleanup");
        assert_eq!(checks("verify --check default,leak a.c").unwrap(), format!("{default},leak"));
        assert_eq!(checks("verify a.c b.bc").unwrap(), "assert,bounds,pointer,free");
        assert_eq!(checks("verify --check overflow a.ll").unwrap(), "overflow");
        for (line, why) in [
            ("verify --check owerflow a.c", "did you mean 'overflow'?"),
            ("verify --no-check default a.c", "leaves nothing"),
            ("verify --check overflow --property unreach-call a.c", "cannot be used with"),
            ("verify --no-check overflow --property-file p.prp a.c", "cannot be used with"),
        ] {
            let error = read(line).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{line}");
            assert!(error.to_string().contains(why), "{line}: {error}");
        }
    }

    #[test]
    fn wrong_lines_are_refused() {
        for line in [
            "verify",
            "verify --engine x a",
            "verify -t soon a",
            "verify -q -v a",
            "verify -j 0 a",
            "verify -o x",
            "verify --output x a",
            "verify --emit vmt -o a",
        ] {
            let error = read(line).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{line}");
        }
        // What a compile line writes is not wanted.
        let args = read("verify -o x a").unwrap();
        assert_eq!((args.files, args.output), (vec![PathBuf::from("a")], None));
    }

    #[test]
    fn engines_are_left_out() {
        use EngineName::*;
        let engines = |line: &str| read(line).unwrap().engines();
        assert_eq!(engines("verify a"), [Euf, Explicit, Kind, Bmc, Sa, Spacer, Cells, Summaries, Symex, Run]);
        assert_eq!(engines("verify --without kind a"), [Euf, Explicit, Bmc, Sa, Spacer, Cells, Summaries, Symex, Run]);
        assert_eq!(
            engines("verify --without=kind,bmc --without sa -e auto a"),
            [Euf, Explicit, Spacer, Cells, Summaries, Symex, Run]
        );
        for (line, why) in [
            ("verify -e euf --without kind a", "out of 'auto'"),
            ("verify --without pdr a", "'pdr'"),
            ("verify --without auto a", "'auto'"),
            ("verify --without euf,sa,bmc,kind,spacer,explicit,cells,summaries,symex,run a", "no engine"),
        ] {
            let error = read(line).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{line}");
            assert!(error.to_string().contains(why), "{line}: {error}");
        }
    }

    #[test]
    fn little_memory_is_for_few_engines() {
        assert_eq!(MemoryLimit(None).engines(), usize::MAX);
        assert_eq!(MemoryLimit(Some(300 << 20)).engines(), 2);
        assert!(MemoryLimit::parse("100MiB").is_err());
    }

    #[test]
    fn the_machine_has_memory() {
        assert!(MemoryLimit::of_machine().0.is_some_and(|bytes| bytes > 1 << 20));
    }
}
