//! `verify validate WITNESS FILE.c`: whether a witness is right.
//!
//! The program that [`super::instrument`] makes of the witness and the file is verified like any other, with all
//! engines, checks of evidence and native runs. An execution that violates the property as a violation witness says
//! confirms it, and a proof that there is none rejects it. A proof that all invariants hold and the property with
//! them confirms a correctness witness; an execution that breaks one of them rejects it.
//!
//! *Architecture invariant:* nothing is confirmed that was not found and checked in the program itself.

use super::doubts::{Doubts, permit_cases, permit_functions};
use super::edits::Edited;
use super::expression::shorten;
use super::instrument::{self, LINES_BEFORE, OVERFLOW, VIOLATION, WRONG_INVARIANT};
use super::meaning::{Compiler, Macros, computes, permit_places};
use super::model::{Condition, Content, Flaw, Invariant, Moment, Rule, Step, Task, Witness};
use super::native::{self, Runs};
use super::structure::Structure;
use super::{read_graphml, read_yaml, sha256};
use crate::args::Args;
use crate::jobs;
use crate::progress::ProgressLine;
use crate::property::Asked;
use crate::report::words;
use crate::signals;
use crate::strategy::{Ending, Goal, Program};
use crate::worker::protocol::{NativeRequest, PrepareRequest};
use crate::{INPUT_ERROR, INTERNAL_ERROR, INTERRUPTED};
use euclase_frontend::CountedOverflows;
use euclase_program::{CheckKind, DataModel};
use euclase_result::{Answer, Reason, V2, Verdict, Violation};
use euclase_sv_comp::{PropertyError, read_property_file};
use serde_json::json;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "\
Checks a witness of an answer: does the program do what it says?

Usage: verify validate [OPTIONS] WITNESS FILE.c
       verify validate [OPTIONS] --witness WITNESS FILE.c

WITNESS is in YAML (versions 2.0 to 2.2 of the format) or in GraphML (version 1.0). It is for FILE.c as that lies on disk:
lines, columns and the SHA-256 are those of the file itself. If the SHA-256 is another, a warning is printed, and the witness is
held against this file all the same; with --check-hash it is rejected.

  CONFIRMED  0  A violation witness: an execution was found that does what it says and violates the property.
                A correctness witness: all invariants hold, and with them the property; there is a proof.
  REJECTED   1  The witness is wrong, and why: no execution does what it says, or an invariant does not hold, or the
                program violates the property, or it is for another program.
  (error)    2  The witness or the command line is malformed.
  UNKNOWN    3  Neither was found in time, or something is not supported.
  UNKNOWN  130  Interrupted by Ctrl-C.

The property and the data model are the witness's, unless --property-file and --data-model say otherwise. With --sv-comp the
last line is a word of SV-COMP: a confirmed witness's own verdict, or the opposite for a rejected one. With --json,
one object is printed. All options for searching are those of verify: --timeout, --engine, --memory-limit, -I and so on.";

/// What became of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Conclusion {
    Confirmed(String),
    Rejected(String),
    Unknown(String),
    Malformed(String),
    /// The user ended the run.
    Interrupted,
}

/// Runs the command.
pub fn main(arguments: &[OsString]) -> ExitCode {
    if arguments.iter().any(|word| word == "--help" || word == "-h") {
        println!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let words = std::iter::once(OsString::from("verify validate")).chain(arguments.iter().cloned());
    let args = match Args::read_from("", words) {
        Ok(args) => args,
        Err(error) => {
            drop(error.print());
            return ExitCode::from(INPUT_ERROR);
        }
    };
    let (witness, file) = match (&args.witness, args.files.as_slice()) {
        (Some(witness), [file]) => (witness.clone(), file.clone()),
        (None, [witness, file]) => (witness.clone(), file.clone()),
        _ => {
            crate::complain("validate takes a witness and one C file; see verify validate --help");
            return ExitCode::from(INPUT_ERROR);
        }
    };
    if !args.check.is_empty() || !args.no_check.is_empty() {
        crate::complain("the witness says what is checked; --property-file says what it must be, and --check nothing");
        return ExitCode::from(INPUT_ERROR);
    }
    let start = Instant::now();
    signals::install();
    match validate(&args, &witness, &file, start) {
        Ok(mut validated) => {
            // What was asked of a compiler ends with an interrupt as well.
            let is_open = matches!(validated.conclusion, Conclusion::Unknown(_) | Conclusion::Malformed(_));
            if is_open && signals::received().is_some() {
                validated.conclusion = Conclusion::Interrupted;
            }
            tell(&args, &witness, &file, &validated, start)
        }
        Err(message) => {
            crate::complain(&message);
            ExitCode::from(INTERNAL_ERROR)
        }
    }
}

/// What became of a witness, and what it said.
struct Validated {
    conclusion: Conclusion,
    /// The witness, if it could be read.
    witness: Option<Witness>,
    check: CheckKind,
}

impl Validated {
    fn unread(conclusion: Conclusion) -> Validated {
        Validated { conclusion, witness: None, check: CheckKind::Assert }
    }

    fn is_of_violation(&self) -> bool {
        self.witness.as_ref().is_some_and(|witness| matches!(witness.content, Content::Violation(_)))
    }
}

fn validate(args: &Args, witness: &Path, file: &Path, start: Instant) -> Result<Validated, String> {
    let read = |path: &Path| std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
    let (witness_bytes, program_bytes) = match (read(witness), read(file)) {
        (Ok(witness), Ok(program)) => (witness, program),
        (Err(message), _) | (_, Err(message)) => return Ok(Validated::unread(Conclusion::Malformed(message))),
    };
    let read = match String::from_utf8(witness_bytes) {
        Ok(text) if looks_like_xml(&text) => read_graphml::read(&text).map(|witness| vec![witness]),
        Ok(text) => read_yaml::read(&text),
        Err(_) => Err(Flaw::Malformed(None, "the witness is no text in UTF-8".to_string())),
    };
    let read = read.and_then(|read| {
        // All entries are for the same task.
        let task = read.first().map(|first| &first.task);
        task.map_or(Ok(()), |task| check_hash(task, file, &program_bytes, args.check_hash)).map(|()| read)
    });
    let read = match read {
        Ok(read) => read,
        Err(flaw) => return Ok(Validated::unread(flawed(witness, flaw))),
    };
    let mut check = CheckKind::Assert;
    // One execution that one of the sequences describes is enough; all have to be refuted.
    let mut open = None;
    let mut conclusion = Conclusion::Unknown(String::new());
    for entry in &read {
        conclusion = concluded(args, (witness, file), &program_bytes, entry, (&mut check, start))?;
        match conclusion {
            Conclusion::Confirmed(_) | Conclusion::Malformed(_) | Conclusion::Interrupted => {
                let witness = Some(entry.clone());
                return Ok(Validated { conclusion, witness, check });
            }
            Conclusion::Unknown(_) => open = Some(conclusion.clone()),
            Conclusion::Rejected(_) => {}
        }
    }
    Ok(Validated { conclusion: open.unwrap_or(conclusion), witness: read.into_iter().next(), check })
}

/// What becomes of one entry of a witness.
fn concluded(
    args: &Args,
    (witness, file): (&Path, &Path),
    program: &[u8],
    read: &Witness,
    (check, start): (&mut CheckKind, Instant),
) -> Result<Conclusion, String> {
    let mut conclusion = Conclusion::Unknown(String::new());
    for read in [stricter(read).as_ref(), Some(read)].into_iter().flatten() {
        conclusion = match instrumented(args, file, program, read) {
            Ok(made) => {
                *check = made.check;
                let concluded = match search(args, file, &made, start)? {
                    Ok(Found::Report(report)) => conclude(&report, read, &made),
                    Ok(Found::Broken(number)) => broken(number, read),
                    Err(flaw) => flawed(witness, flaw),
                };
                match concluded {
                    Conclusion::Confirmed(_) if !is_defined(args, file, made, read, start)? => {
                        Conclusion::Unknown("an invariant may overflow where it is evaluated".to_string())
                    }
                    concluded => concluded,
                }
            }
            Err(flaw) => flawed(witness, flaw),
        };
        if matches!(conclusion, Conclusion::Confirmed(_) | Conclusion::Malformed(_) | Conclusion::Interrupted) {
            break;
        }
    }
    Ok(conclusion)
}

/// Whether invariants that are proved are also defined wherever they are evaluated: signed numbers do not overflow.
fn is_defined(args: &Args, file: &Path, made: Instrumented, witness: &Witness, start: Instant) -> Result<bool, String> {
    let Content::Correctness(invariants) = &witness.content else { return Ok(true) };
    if made.check == CheckKind::Overflow || !invariants.iter().any(|invariant| computes(&invariant.value)) {
        return Ok(true);
    }
    let Ok(asked) = property("G ! overflow") else { return Ok(false) };
    let asked = Asked { error_functions: vec![VIOLATION.to_string()], ..asked };
    // Only what was put in counts, and the first of that declares.
    let added = made.edited.added.iter().skip(1).map(|range| CountedOverflows {
        from: made.edited.place(range.start),
        until: made.edited.place(range.end),
        function: OVERFLOW.to_string(),
    });
    let overflows = Some(added.collect());
    let made = Instrumented { asked, overflows, check: CheckKind::Overflow, invariants: 0, ..made };
    Ok(search(args, file, &made, start)?
        .is_ok_and(|found| matches!(found, Found::Report(report) if report.verdict() == Verdict::True)))
}

/// A witness that describes some of the ways that a witness does, if there are others: those on which every condition
/// is met the first time. They are found sooner.
fn stricter(witness: &Witness) -> Option<Witness> {
    let Content::Violation(rules) = &witness.content else { return None };
    let is_loose = |rule: &Rule| !rule.strict && matches!(rule.then, Step::To(_));
    if !rules.iter().any(is_loose) {
        return None;
    }
    let rules = rules.iter().map(|rule| Rule { strict: rule.strict || is_loose(rule), ..rule.clone() }).collect();
    Some(Witness { content: Content::Violation(rules), ..witness.clone() })
}

fn looks_like_xml(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

fn flawed(witness: &Path, flaw: Flaw) -> Conclusion {
    match flaw {
        Flaw::Malformed(Some(line), what) => Conclusion::Malformed(format!("{}:{line}: {what}", witness.display())),
        Flaw::Malformed(None, what) => Conclusion::Malformed(format!("{}: {what}", witness.display())),
        Flaw::Wrong(what) => Conclusion::Rejected(what),
        Flaw::Unsupported(what) => Conclusion::Unknown(what),
    }
}

/// A program to verify.
struct Instrumented {
    edited: Edited,
    /// What is asked of the given program.
    check: CheckKind,
    /// What is asked of this one.
    asked: Asked,
    /// If not all overflows are the error: those that are.
    overflows: Option<Vec<CountedOverflows>>,
    data_model: Option<DataModel>,
    /// The program as it was.
    structure: Structure,
    /// How many invariants are asserted.
    invariants: usize,
    /// Why an execution may do what the witness says although none is found.
    doubt: Option<String>,
}

/// The program to verify.
fn instrumented(args: &Args, file: &Path, program: &[u8], witness: &Witness) -> Result<Instrumented, Flaw> {
    let mut asked = asked(args, &witness.task)?;
    let check = asked.checks.iter().next().unwrap_or(CheckKind::Assert);
    let data_model = args.data_model.or(match witness.task.data_model.as_deref() {
        Some("ILP32") => Some(DataModel::Ilp32),
        Some("LP64") => Some(DataModel::Lp64),
        _ => None,
    });
    let text = std::str::from_utf8(program);
    let text = text.map_err(|_| Flaw::Unsupported("the program is no text in UTF-8".to_string()))?;
    let structure = Structure::read(text);
    let doubts = permit_text(args, file, data_model, witness, (&structure, &asked))?;
    let mut doubt = None;
    let (edited, overflows) = match &witness.content {
        Content::Violation(rules) => {
            doubt = doubts.of_rules(&structure, rules);
            let restricted = instrument::for_violation(&structure, rules, &asked).map_err(|flaw| doubts.about(flaw))?;
            asked.error_functions = vec![VIOLATION.to_string()];
            (restricted.edited, restricted.overflows)
        }
        Content::Correctness(invariants) => {
            let edited = instrument::for_correctness(&structure, invariants).map_err(|flaw| doubts.about(flaw))?;
            asked.error_functions.extend((0..invariants.len()).map(|number| format!("{WRONG_INVARIANT}{number}")));
            (edited, None)
        }
    };
    let invariants = match &witness.content {
        Content::Violation(_) => 0,
        Content::Correctness(invariants) => invariants.len(),
    };
    Ok(Instrumented { edited, check, asked, overflows, data_model, structure, invariants, doubt })
}

/// Refuses a program that is another for the compiler than its text, and expressions that mean something else after
/// preprocessing. What may hide places comes back.
fn permit_text(
    args: &Args,
    file: &Path,
    data_model: Option<DataModel>,
    witness: &Witness,
    (structure, asked): (&Structure, &Asked),
) -> Result<Doubts, Flaw> {
    let compiler = Compiler { clang: native::clang(args.clang.as_deref()), flags: flags(args, file, data_model) };
    let preprocessed = is_preprocessed(file);
    let macros = match preprocessed {
        true => Macros::default(),
        false => Macros::of(&compiler.clang, &compiler.flags, file)?,
    };
    let doubts = Doubts::of(structure, &macros, preprocessed)?;
    permit_macros(&macros, witness, (structure, asked))?;
    if matches!(witness.content, Content::Violation(_)) {
        permit_functions(&compiler, file, (structure, &macros, preprocessed), asked)?;
    }
    permit_cases(structure, &macros, witness)?;
    Ok(doubts)
}

/// Refuses expressions that mean something else after preprocessing.
fn permit_macros(macros: &Macros, witness: &Witness, (structure, asked): (&Structure, &Asked)) -> Result<(), Flaw> {
    match &witness.content {
        Content::Violation(rules) => {
            let mut expressions = rules.iter().filter_map(|rule| match &rule.condition {
                Condition::Expression(text) | Condition::TakenWith(_, text) | Condition::Case(text) => Some(text),
                Condition::Always | Condition::Taken(_) | Condition::Default => None,
            });
            expressions.try_for_each(|text| macros.permit(text))?;
            let called = structure.calls.iter().filter(|call| instrument::has_meaning(call, asked));
            macros.permit_calls(called.map(|call| call.name.as_str()))
        }
        Content::Correctness(invariants) => invariants.iter().try_for_each(|one| {
            macros.permit(&one.value)?;
            match &one.moment {
                // A macro may branch where nobody sees it.
                Moment::Decided(line, _) => macros.permit(&structure.line(*line)),
                Moment::Entered(function) => macros.permit_calls(std::iter::once(function.as_str())),
                Moment::Head(_) | Moment::HeadOn(_) | Moment::Before(_) => Ok(()),
            }
        }),
    }
}

fn is_preprocessed(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "i")
}

/// What the compiler is told about the program; what that includes lies beside the original.
fn flags(args: &Args, file: &Path, data_model: Option<DataModel>) -> Vec<String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let width = match data_model {
        Some(DataModel::Ilp32) => Some("-m32".to_string()),
        Some(DataModel::Lp64) => Some("-m64".to_string()),
        None => None,
    };
    args.flags.iter().cloned().chain([format!("-iquote{}", folder.display())]).chain(width).collect()
}

/// Whether the witness is for this very file.
fn check_hash(task: &Task, file: &Path, program: &[u8], strict: bool) -> Result<(), Flaw> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_string();
    let own = file.file_name().map(|own| own.to_string_lossy().into_owned()).unwrap_or_default();
    let named = task.hashes.iter().find(|(key, _)| name(key) == own);
    let hash = match (named, task.hashes.as_slice()) {
        (Some((_, hash)), _) | (None, [(_, hash)]) => hash,
        (None, []) => return Err(Flaw::Malformed(None, "there is no hash of the program".to_string())),
        (None, _) => return Err(Flaw::Wrong(format!("the witness is for several files, and none is called '{own}'"))),
    };
    let actual = sha256(program);
    if !hash.eq_ignore_ascii_case(&actual) {
        let what = format!("the witness is for another file: its SHA-256 is {hash}, that of this one {actual}");
        if strict {
            return Err(Flaw::Wrong(what));
        }
        // Somebody may have changed a comment. What counts is whether this program does what the witness says.
        crate::complain(&format!("warning: {what}"));
    }
    Ok(())
}

/// The property: the witness's has to be the one asked for.
fn asked(args: &Args, task: &Task) -> Result<Asked, Flaw> {
    let stated = property(&task.specification)?;
    let another = || Flaw::Wrong(format!("the witness is for another property: {}", task.specification.trim()));
    let Some(path) = &args.property_file else {
        let named = args.property.as_deref();
        return if named.is_none_or(|name| stated.checks.iter().any(|check| check.info().sv_comp == Some(name))) {
            Ok(stated)
        } else {
            Err(another())
        };
    };
    let text = std::fs::read_to_string(path)
        .map_err(|e| Flaw::Malformed(None, format!("the property file {} cannot be read: {e}", path.display())))?;
    let asked = property(&text)?;
    let shares = asked.error_functions.iter().any(|function| stated.error_functions.contains(function));
    if asked.checks != stated.checks || (asked.checks.contains(CheckKind::Assert) && !shares) {
        return Err(another());
    }
    Ok(asked)
}

/// A property: a property file's text, or only a formula as witnesses have it.
fn property(text: &str) -> Result<Asked, Flaw> {
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let whole = match squeezed.starts_with("CHECK(") || squeezed.starts_with("COVER(") {
        true => text.to_string(),
        false => format!("CHECK( init(main()), LTL({text}) )"),
    };
    match read_property_file(&whole) {
        Ok(file) if file.entry == "main" => Ok(Asked { checks: file.checks, error_functions: file.error_functions }),
        Ok(_) => Err(Flaw::Unsupported("only programs that start with main are supported".to_string())),
        Err(PropertyError::Unsupported(property)) => Err(Flaw::Unsupported(property.to_string())),
        Err(error @ PropertyError::Wrong { .. }) => Err(Flaw::Malformed(None, error.to_string())),
    }
}

/// What a search has found.
enum Found {
    /// A result.
    Report(Box<V2>),
    /// The invariant of this number is wrong: a native run has broken it.
    Broken(usize),
}

/// What became of a search, or why there is none.
type Searched = Result<Found, Flaw>;

/// Verifies the program that was made. A native run may break an invariant before that ends.
fn search(args: &Args, file: &Path, made: &Instrumented, start: Instant) -> Result<Searched, String> {
    let scratch = tempfile::Builder::new().prefix("euclase-").tempdir();
    let scratch = scratch.map_err(|error| format!("cannot make a folder for intermediate files: {error}"))?;
    let input = scratch.path().join(if is_preprocessed(file) { "program.i" } else { "program.c" });
    std::fs::write(&input, &made.edited.text).map_err(|e| format!("{}: {e}", input.display()))?;
    let clang = native::clang(args.clang.as_deref());
    if !is_preprocessed(file)
        && let Err(flaw) = permit_places(&clang, &flags(args, file, made.data_model), &input, &made.edited.text)
    {
        return Ok(Err(flaw));
    }
    let mut args = args.clone();
    (args.data_model, args.emit, args.certificate, args.write_test) = (made.data_model, None, None, None);
    // What the program includes lies beside the original.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    args.flags.push(format!("-iquote{}", folder.display()));
    args.flags.push("-w".to_string());
    // Witnesses are exchanged by the rules of SV-COMP.
    let asked = Asked { checks: made.asked.checks, error_functions: made.asked.error_functions.clone() };
    let prepare = PrepareRequest {
        assume_pure_externals: true,
        sv_comp_rules: true,
        counted_overflows: made.overflows.clone(),
        // The witness names them.
        error_functions_may_be_code: false,
        ..crate::prepare_request(&args, asked)
    };
    let program = Program {
        files: vec![input],
        prepare,
        plan: crate::plan(&args, start)?,
        replay: !args.no_replay,
        refuse_overflow: made.check != CheckKind::Overflow,
        write_test: None,
        full: false,
        witness: false,
        scratch: scratch.path().to_path_buf(),
    };
    let native = native_runs(&args, made, &program);
    let plan = program.plan.clone();
    let mut line = ProgressLine::new(!args.quiet);
    let ending = jobs::run(&Goal::Program { program, native }, &mut line);
    Ok(Ok(match ending.map_err(|e| format!("cannot start a worker process: {e}"))? {
        Ending::Report(reported) => Found::Report(Box::new(jobs::finished(&plan, *reported))),
        Ending::Broken(number) => Found::Broken(number),
        Ending::Stage { .. } | Ending::Taken(_) => {
            return Err("the run has come to something else than a result".into());
        }
    }))
}

/// Native runs that may break an invariant beside the search.
fn native_runs(args: &Args, made: &Instrumented, program: &Program) -> Option<NativeRequest> {
    let runs = Runs {
        clang: native::clang(args.clang.as_deref()),
        flags: args.flags.clone(),
        data_model: made.data_model,
        edited: &made.edited,
        structure: &made.structure,
        invariants: made.invariants,
        folder: program.scratch.join("native"),
    };
    runs.request(program.plan.verbosity).filter(|_| program.replay)
}

/// What a verified program says about the witness that it was made of.
fn conclude(report: &V2, witness: &Witness, made: &Instrumented) -> Conclusion {
    if let Answer::Error { error } = &report.answer {
        return does_not_compile(&error.message, &made.edited);
    }
    if let Answer::Unknown { reason: Reason::Interrupted } = &report.answer {
        return Conclusion::Interrupted;
    }
    if let Answer::Unknown { reason } = &report.answer {
        return Conclusion::Unknown(words::reason(reason));
    }
    match (&witness.content, report.verdict()) {
        (Content::Violation(_), Verdict::False) => {
            let native = report.violation().is_some_and(|violation| violation.native.has_reached());
            let also = if native { ", also in a native run" } else { "" };
            Conclusion::Confirmed(format!("an execution does what the witness says and violates the property{also}"))
        }
        (Content::Violation(_), _) if made.doubt.is_some() => {
            let why = made.doubt.as_deref().unwrap_or_default();
            Conclusion::Unknown(format!("no execution is found that does what is understood of the witness, but {why}"))
        }
        (Content::Violation(_), _) => {
            Conclusion::Rejected("no execution that violates the property does what the witness says".into())
        }
        (Content::Correctness(invariants), Verdict::True) => Conclusion::Confirmed(match invariants.len() {
            0 => "the property holds; the witness has no invariants".into(),
            1 => "the invariant is proved, and the property with it".into(),
            count => format!("all {count} invariants are proved, and the property with them"),
        }),
        (Content::Correctness(invariants), _) => Conclusion::Rejected(match report.violation() {
            Some(violation) => match wrong_invariant(violation, made).and_then(|number| invariants.get(number)) {
                Some(invariant) => does_not_hold(invariant),
                None if in_added(violation, made) => {
                    format!("an invariant overflows where it is evaluated{}", line_of(violation))
                }
                None => format!("the program violates the property{}", line_of(violation)),
            },
            None => "the program violates the property, or an invariant does not hold".to_string(),
        }),
    }
}

/// What a native run says that has broken an invariant.
fn broken(number: usize, witness: &Witness) -> Conclusion {
    let Content::Correctness(invariants) = &witness.content else {
        return Conclusion::Unknown("a native run broke an invariant, and the witness has none".to_string());
    };
    match invariants.get(number) {
        Some(invariant) => Conclusion::Rejected(format!("{} (in a native run)", does_not_hold(invariant))),
        None => Conclusion::Unknown("a native run broke an invariant that is not there".to_string()),
    }
}

fn does_not_hold(invariant: &Invariant) -> String {
    format!("the invariant '{}' at {} does not hold", shorten(&invariant.value), invariant.moment)
}

/// The number of the invariant that does not hold, if that is how a violation ends.
fn wrong_invariant(violation: &Violation, made: &Instrumented) -> Option<usize> {
    let called = made.asked.error_functions.iter().find(|name| violation.message.contains(&format!("'{name}'")))?;
    called.strip_prefix(WRONG_INVARIANT)?.parse().ok()
}

/// Whether a violation ends in what was put into the program.
fn in_added(violation: &Violation, made: &Instrumented) -> bool {
    let Some(place) = &violation.place else { return false };
    let added = made.edited.added.iter().map(|range| (made.edited.place(range.start), made.edited.place(range.end)));
    let place = (u64::from(place.line), u64::from(violation.column));
    added.into_iter().any(|(from, until)| from <= place && place < until)
}

/// The line of the file that a violation ends in.
fn line_of(violation: &Violation) -> String {
    let line = violation.place.as_ref().map_or(0, |place| place.line as usize).saturating_sub(LINES_BEFORE);
    if line > 0 { format!(" at line {line}") } else { String::new() }
}

/// Whether a message of the compiler is about a name of the program that is not there. Some names are the language's, and
/// it depends on its version whether they are there.
fn is_unknown_name(message: &str) -> bool {
    let of_language = ["true", "false", "bool", "nullptr", "NULL", "alignof", "restrict", "thread_local", "noreturn"];
    let name = message.strip_prefix("use of undeclared identifier '").and_then(|rest| rest.split('\'').next());
    match name {
        Some(name) => !of_language.contains(&name) && !name.starts_with('_') && !name.ends_with("_t"),
        None => message.starts_with("no member named"),
    }
}

/// Who is to blame for a program that does not compile: what the witness put in, or the program.
fn does_not_compile(message: &str, edited: &Edited) -> Conclusion {
    let starts: Vec<usize> = std::iter::once(0).chain(edited.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    for line in message.lines() {
        let Some((place, what)) = line.split_once(": error: ").or_else(|| line.split_once(": fatal error: ")) else {
            continue;
        };
        let mut numbers = place.rsplit(':').map(|number| number.parse::<usize>().ok());
        let (column, row) = (numbers.next().flatten(), numbers.next().flatten());
        let (Some(column), Some(row)) = (column, row) else { continue };
        let offset = starts.get(row.saturating_sub(1)).map(|start| start + column.saturating_sub(1));
        let physical = row.saturating_sub(LINES_BEFORE);
        let added = |offset: usize| edited.added.iter().any(|range| range.contains(&offset));
        return match offset.filter(|offset| added(*offset)) {
            Some(_) if is_unknown_name(what) => {
                Conclusion::Rejected(format!("what it says about line {physical} is no C there: {what}"))
            }
            Some(_) => Conclusion::Unknown(format!("what it says about line {physical} does not compile: {what}")),
            None => Conclusion::Unknown(format!("the program does not compile with it: line {physical}: {what}")),
        };
    }
    Conclusion::Unknown(format!("the program does not compile with it: {}", message.trim()))
}

/// Prints the conclusion and gives the exit code.
fn tell(args: &Args, witness: &Path, file: &Path, validated: &Validated, start: Instant) -> ExitCode {
    let (conclusion, interrupted) = (&validated.conclusion, words::reason(&Reason::Interrupted));
    let (word, why, code) = match conclusion {
        Conclusion::Confirmed(why) => ("CONFIRMED", why, 0),
        Conclusion::Rejected(why) => ("REJECTED", why, 1),
        Conclusion::Unknown(why) => ("UNKNOWN", why, 3),
        Conclusion::Malformed(why) => ("ERROR", why, INPUT_ERROR),
        Conclusion::Interrupted => ("UNKNOWN", &interrupted, INTERRUPTED),
    };
    if let Conclusion::Malformed(why) = conclusion {
        crate::complain(why);
    }
    let confirmed = matches!(conclusion, Conclusion::Confirmed(_));
    let mut text = String::new();
    if args.json {
        let path = |path: &Path| path.display().to_string();
        let kind = validated.witness.as_ref().map(|_| match validated.is_of_violation() {
            true => "violation",
            false => "correctness",
        });
        let object = json!({
            "witness": path(witness), "file": path(file), "kind": kind, "conclusion": word.to_lowercase(),
            "reason": why, "proved": if confirmed { proved(validated) } else { Vec::new() },
            "seconds": start.elapsed().as_secs_f64(),
        });
        text = format!("{object:#}\n");
    } else if code != INPUT_ERROR {
        text = format!("{word}: {why}\n");
        if confirmed && !args.quiet {
            proved(validated).iter().for_each(|invariant| text += &format!("  proved: {invariant}\n"));
        }
    }
    if args.sv_comp && code != INPUT_ERROR {
        let word = match conclusion {
            Conclusion::Unknown(_) | Conclusion::Malformed(_) | Conclusion::Interrupted => {
                euclase_sv_comp::UNKNOWN.to_string()
            }
            _ if confirmed == validated.is_of_violation() => euclase_sv_comp::false_word(validated.check),
            _ => euclase_sv_comp::TRUE.to_string(),
        };
        text += &format!("{word}\n");
    }
    let mut stdout = std::io::stdout().lock();
    // Whoever closes the pipe has seen enough; the exit code says the rest.
    drop(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()));
    ExitCode::from(code)
}

/// The invariants of a confirmed witness, for people.
fn proved(validated: &Validated) -> Vec<String> {
    let Some(Witness { content: Content::Correctness(invariants), .. }) = &validated.witness else { return Vec::new() };
    let told = |invariant: &Invariant| format!("{}: {}", invariant.moment, invariant.value);
    invariants.iter().map(told).collect()
}
