//! `verify explain`: tells a stored result again, in any form.

use crate::args::Colour;
use crate::output::{self, Forms};
use crate::report::document::Document;
use crate::report::terminal::Style;
use clap::Parser;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const ABOUT: &str = "\
Tells a result again that `verify --json` has written, in any form. Nothing is verified again.

What was verified is quoted from its files where they are still the same; where they are not, that is said, and what \
the result itself has kept is quoted.";

const AFTER_HELP: &str = "\
Exit codes: those of the verification: 0 TRUE, 1 FALSE, 2 wrong input, 3 UNKNOWN, 4 internal error. 2 also if the result \
cannot be read.

Examples:
  verify --json lock.c > lock.json      verify, and keep the result
  verify explain lock.json              tell it
  verify explain lock.json --html lock.html --sarif lock.sarif";

/// What to tell, and how.
#[derive(Parser, Clone, Debug)]
#[command(name = "verify explain", about = ABOUT, long_about = None, after_help = AFTER_HELP)]
pub struct ExplainArgs {
    /// A result that `verify --json` has written; '-' reads standard input
    #[arg(value_name = "RESULT.json")]
    pub result: PathBuf,

    /// Write the result as a web page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write a counterexample for code scanning, in SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,

    /// Print the invariant that proves TRUE
    #[arg(long)]
    pub show_invariant: bool,

    /// Print every step that the result has; it has all of them if it was made with --full-trace
    #[arg(long)]
    pub full_trace: bool,

    /// Print what the search cost
    #[arg(long)]
    pub stats: bool,

    /// Print the answer only: one line
    #[arg(long, short)]
    pub quiet: bool,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
}

/// Does what the arguments behind `verify explain` say.
pub fn main(arguments: &[OsString]) -> ExitCode {
    let words = std::iter::once(OsString::from("verify explain")).chain(arguments.iter().cloned());
    let args = match ExplainArgs::try_parse_from(words) {
        Ok(args) => args,
        Err(error) => {
            drop(error.print());
            return ExitCode::from(if error.use_stderr() { crate::INPUT_ERROR } else { 0 });
        }
    };
    let document = match read(&args.result).and_then(|text| Document::stored(&text)) {
        Ok(document) => document,
        Err(message) => {
            crate::complain(&format!("{}: {message}", args.result.display()));
            return ExitCode::from(crate::INPUT_ERROR);
        }
    };
    let style = Style {
        quiet: args.quiet,
        invariant: args.show_invariant,
        full_trace: args.full_trace,
        statistics: args.stats,
        ..Style::default()
    };
    let forms = Forms { json: args.json, html: args.html, sarif: args.sarif, style, ..Forms::default() };
    match output::tell(&document, &forms.with_colour(args.color)) {
        Ok(code) => code,
        Err(message) => {
            crate::complain(&message);
            ExitCode::from(crate::INPUT_ERROR)
        }
    }
}

fn read(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().read_to_string(&mut text),
        false => std::fs::File::open(path).and_then(|mut file| file.read_to_string(&mut text)),
    };
    read.map(|_| text).map_err(|error| error.to_string())
}
