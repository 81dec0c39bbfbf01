//! The options of `verify bench` and of what can be done with its results.

use super::shard::Shard;
use crate::units::{parse_size, parse_time};
use clap::Parser;
use std::path::PathBuf;
use std::time::Duration;

const ABOUT: &str = "\
Runs engines on tasks and compares them.

A task is a task definition of SV-COMP (.yml), a set of them (.set), a list (.csv with columns task, category, \
property, expected, bits, parameter), a folder of such, or a plain file (.c, .i, .vmt, .smt2) whose first line may say \
'expect: TRUE'. Every run of an engine on a task is a process tree of its own, with limits on its time and memory.

Started again with the same folder, it does what is left to do.";

const AFTER_HELP: &str = "\
Engines:
  euf             an engine by its name, or auto
  euf+k=v+k=v     the same with settings: verify --engine euf --tune k=v --tune k=v
  euf+--no-slice  the same with an option of verify
  NAME            a tool from an adapter file (--adapter)

Also:
  verify bench compare OLD NEW       what was gained and lost between two runs
  verify bench report DIR...         write the page of one run again, or one page of several
  verify bench merge OUT DIR...      put the results of several shards or machines together
  verify bench plot DIR -o FILE.svg  time against the parameter, for families of tasks
  verify bench families DIR          write families of C programs that grow with a parameter

Exit codes: 0 all was run, 1 an answer was wrong, 2 the command line or an input is wrong, 3 interrupted.";

/// What to run.
#[derive(Parser, Clone, Debug)]
#[command(name = "verify bench", about = ABOUT, long_about = None, after_help = AFTER_HELP)]
pub struct BenchArgs {
    /// The tasks
    #[arg(required = true, value_name = "TASKS")]
    pub tasks: Vec<PathBuf>,

    /// The engines, separated by commas
    #[arg(long, short, value_delimiter = ',', default_value = "auto", value_name = "ENGINES", help_heading = "Runs")]
    pub engines: Vec<String>,

    /// An adapter file that makes another tool an engine; may be given several times
    #[arg(long, value_name = "FILE", help_heading = "Runs")]
    pub adapter: Vec<PathBuf>,

    /// The verify to run, if not this one: to measure another version
    #[arg(long, value_name = "PROGRAM", help_heading = "Runs")]
    pub verify: Option<PathBuf>,

    /// The time for a run, which engines are told
    #[arg(long, short, value_parser = limit_of_time, default_value = "30s", value_name = "TIME", help_heading = "Runs")]
    pub timeout: Duration,

    /// The processor time for a run, all its processes together [default: the time for every core there is]
    #[arg(long, value_parser = limit_of_time, value_name = "TIME", help_heading = "Runs")]
    pub cpu_timeout: Option<Duration>,

    /// The memory for a run, all its processes together
    #[arg(long, value_parser = limit_of_memory, default_value = "4GiB", value_name = "SIZE", help_heading = "Runs")]
    pub memory: u64,

    /// How many runs at the same time
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=512), default_value_t = 1, value_name = "N", help_heading = "Runs")]
    pub jobs: u32,

    /// Write every TRUE and FALSE about a C program as a witness, too, and validate the witness
    #[arg(long, help_heading = "Runs")]
    pub validate: bool,

    /// The folder for results, logs and the page
    #[arg(long, short, value_name = "DIR", help_heading = "Runs")]
    pub out: PathBuf,

    /// Throw away what an earlier bench left in the folder
    #[arg(long, help_heading = "Runs")]
    pub restart: bool,

    /// Only tasks with this property
    #[arg(long, value_name = "NAME", help_heading = "Choosing tasks")]
    pub property: Option<String>,

    /// Only tasks whose category matches one of these patterns
    #[arg(long, value_delimiter = ',', value_name = "PATTERN", help_heading = "Choosing tasks")]
    pub category: Vec<String>,

    /// Only tasks whose name matches one of these patterns, or contains it if it has no wildcard
    #[arg(long, value_name = "PATTERN", help_heading = "Choosing tasks")]
    pub only: Vec<String>,

    /// Only every N-th of the tasks that are left
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), default_value_t = 1, value_name = "N", help_heading = "Choosing tasks")]
    pub every: u32,

    /// Only so many tasks, the first ones
    #[arg(long, value_name = "N", help_heading = "Choosing tasks")]
    pub limit: Option<usize>,

    /// Only the tasks of one of several machines: 1/4 is the first of four; merge puts the results together
    #[arg(long, value_parser = Shard::parse, value_name = "I/N", help_heading = "Choosing tasks")]
    pub shard: Option<Shard>,
    /// Write the results as JUnit XML, for systems that show tests
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub junit: Option<PathBuf>,

    /// Print the summary as JSON
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Which runs to compare.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "verify bench compare",
    about = "Lists what was gained and lost between two runs of the bench",
    after_help = "\
A task counts as solved when its answer is correct. Engines are compared by their names; with one engine on each side, \
these two.

Exit codes: 0 nothing was lost, 1 a task was lost or an answer became wrong, 2 the command line or an input is wrong."
)]
pub struct CompareArgs {
    /// The folder of a run, or its results.csv
    #[arg(value_name = "OLD")]
    pub old: PathBuf,

    /// The other one
    #[arg(value_name = "NEW")]
    pub new: PathBuf,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which runs to report on.
#[derive(Parser, Clone, Debug)]
#[command(name = "verify bench report", about = "Writes the page of a run again, or one page of several runs")]
pub struct ReportArgs {
    /// The folders of the runs
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Where to write the page [default: index.html in the first folder]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What to merge.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "verify bench merge",
    about = "Puts results that were made under the same conditions together, with their logs",
    after_help = "Exit codes: 0 all is there, 1 an answer was wrong, 2 the command line or an input is wrong."
)]
pub struct MergeArgs {
    /// The folder to make
    #[arg(value_name = "OUT")]
    pub out: PathBuf,

    /// The folders of the runs
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
}

/// What to plot.
#[derive(Parser, Clone, Debug)]
#[command(name = "verify bench plot", about = "Draws time against the parameter, for each family of tasks and engine")]
pub struct PlotArgs {
    /// The folder of a run, or its results.csv
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The drawing to write
    #[arg(long, short, value_name = "FILE.svg")]
    pub out: PathBuf,
}

/// Which families to write.
#[derive(Parser, Clone, Debug)]
#[command(name = "verify bench families", about = "Writes families of C programs that grow with a parameter")]
pub struct FamiliesArgs {
    /// The folder to write to; its tasks.csv lists the programs
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The parameters
    #[arg(long, value_delimiter = ',', default_value = "2,4,8,16,32,64,128,256", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub sizes: Vec<u32>,

    /// The families [default: all]
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub only: Vec<String>,
}

fn limit_of_time(text: &str) -> Result<Duration, String> {
    parse_time(text)?.ok_or_else(|| "a bench needs a limit".to_string())
}

fn limit_of_memory(text: &str) -> Result<u64, String> {
    match parse_size(text)? {
        // What `verify` itself asks for at least.
        Some(bytes) if bytes >= 128 << 20 => Ok(bytes),
        Some(_) => Err("at least 128MiB are needed".to_string()),
        None => Err("a bench needs a limit".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        use clap::CommandFactory;
        BenchArgs::command().debug_assert();
        CompareArgs::command().debug_assert();
        ReportArgs::command().debug_assert();
        MergeArgs::command().debug_assert();
        PlotArgs::command().debug_assert();
        FamiliesArgs::command().debug_assert();
    }

    #[test]
    fn engines_are_separated_by_commas() {
        let line = "bench tasks.csv --engines euf,auto+a=1+b=2 --timeout 1min --memory 1GiB -j 2 -o out";
        let args = BenchArgs::try_parse_from(line.split(' ')).unwrap();
        assert_eq!(args.engines, ["euf", "auto+a=1+b=2"]);
        assert_eq!((args.timeout, args.memory, args.jobs), (Duration::from_secs(60), 1 << 30, 2));
        assert!(BenchArgs::try_parse_from("bench a --timeout none -o out".split(' ')).is_err());
    }
}
