//! An answer as a witness.
//!
//! The answer speaks of places as the compiler tells them; a witness has to speak of the statements, loops and calls of
//! the file. Of a violation, the values that functions returned are told in order, up to the first one that cannot
//! be told, and the call that violates the property. Of a proof, what holds at loops is told as far as it is a plain
//! expression over variables that can be seen there.

use super::branches;
use super::expression::{check, is_type_word};
use super::instrument;
use super::meaning::Macros;
use super::model::Invariant;
use super::proved::Proof;
use super::structure::{Call, Statement, StatementKind, Structure};
use super::{sha256, write_graphml, write_yaml};
use crate::args::{Args, WitnessFormat};
use euclase_program::{CheckKind, CheckSet, DataModel};
use euclase_result::{SourcePlace, Taken, V2, Verdict, Violation};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A witness that is to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// The name of the program's file.
    pub file: String,
    /// Its SHA-256.
    pub hash: String,
    /// The property.
    pub specification: String,
    /// The data model.
    pub data_model: DataModel,
    /// An identifier for the witness.
    pub uuid: String,
    /// When it is written.
    pub time: String,
    /// What it says.
    pub says: Says,
}

/// What a witness that is to be written says.
#[derive(Clone, PartialEq, Debug)]
pub enum Says {
    /// The program violates the property: what happens on the way, in order, and where it ends.
    Violation(Vec<Point>, Point),
    /// What holds where.
    Correctness(Vec<Invariant>),
}

/// Something on the way to a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// What.
    pub kind: PointKind,
    /// The line.
    pub line: u32,
    /// The column: of the closing parenthesis of a call, of the start of a statement.
    pub column: u32,
    /// The function it is in.
    pub function: String,
}

/// What happens on the way to a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointKind {
    /// A function returns: its name, and the value as a constant of C.
    Returned(String, String),
    /// An expression is true.
    Assumed(String),
    /// A branch is taken, or not, or a `switch` goes to a case: the value that says it.
    Branched(String),
    /// The property is violated.
    Target,
}

/// Writes the witness that the user wants, if there is an answer. An error says why there is none.
pub fn write(args: &Args, report: &V2, program: &Path) -> Result<(), String> {
    let Some(path) = &args.witness else { return Ok(()) };
    if !matches!(report.verdict(), Verdict::True | Verdict::False) {
        return Ok(());
    }
    let named_graphml = path.extension().is_some_and(|extension| extension == "graphml");
    let format =
        args.witness_format.unwrap_or(if named_graphml { WitnessFormat::Graphml } else { WitnessFormat::Yaml });
    let draft = draft(args, report, program, format)?;
    let text = match format {
        WitnessFormat::Yaml => write_yaml::text(&draft),
        WitnessFormat::Graphml => write_graphml::text(&draft),
    };
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn draft(args: &Args, report: &V2, program: &Path, format: WitnessFormat) -> Result<Draft, String> {
    let [file] = args.files.as_slice() else {
        return Err("the program has several files, and witnesses are for one".to_string());
    };
    let bytes = std::fs::read(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let hash = sha256(&bytes);
    let text = String::from_utf8(bytes).map_err(|_| "the program is no text in UTF-8".to_string())?;
    let structure = Structure::read(&text);
    let prepared = report.program.as_ref().map(|program| &program.facts);
    let data_model = prepared.and_then(|prepared| prepared.data_model).or(args.data_model);
    let data_model = data_model.unwrap_or(DataModel::Lp64);
    let (says, called) = match (report.violation(), report.verdict()) {
        (Some(violation), _) => {
            check_told(args, report)?;
            let (target, called) = target(args, &structure, violation)?;
            (Says::Violation(points(&structure, violation, format), target), called)
        }
        (None, Verdict::True) => {
            let clang = prepared.map(|prepared| prepared.clang.as_path());
            let folder = program.parent().unwrap_or(Path::new("."));
            let macros = clang.and_then(|clang| macros(clang, args, data_model, folder, program));
            let proof = Proof {
                structure: &structure,
                macros: macros.as_ref(),
                loops: report.loop_invariants().unwrap_or_default(),
                contracts: report.contracts(),
                no_overflow: check_told(args, report)? == CheckKind::Overflow,
                format,
            };
            let invariants = proof.invariants();
            let compiles = |invariants: &[Invariant]| {
                clang.is_some_and(|clang| compiles(clang, args, data_model, folder, &structure, invariants))
            };
            (Says::Correctness(that_compile(invariants, compiles)), None)
        }
        _ => return Err("the answer is not one about a C program".to_string()),
    };
    let (uuid, time) = (uuid(&hash), utc(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())));
    let specification = specification(args, report, &structure, called)?;
    let file = file.display().to_string();
    Ok(Draft { file, hash, specification, data_model, uuid, time, says })
}

/// What the properties are about for which witnesses are written without a property file.
const TOLD: [CheckKind; 2] = [CheckKind::Assert, CheckKind::Overflow];

/// The check that a witness is about. A proof of several checks is one of each, and a witness is of one property: the first.
fn check_told(args: &Args, report: &V2) -> Result<CheckKind, String> {
    let checks = report.program.as_ref().map_or_else(CheckSet::default_checks, |program| program.rules.checks);
    let check = match report.violation() {
        Some(violation) => Some(violation.check),
        None => TOLD.into_iter().find(|check| checks.contains(*check)).or(checks.iter().next()),
    };
    let is_told = |check: &CheckKind| args.property_file.is_some() || TOLD.contains(check);
    check.filter(is_told).ok_or_else(|| {
        let found = check.map(|check| format!(" and not for '{check}'")).unwrap_or_default();
        format!("witnesses are for error calls and signed overflow{found}")
    })
}

/// The property as a property file says it.
fn specification(args: &Args, report: &V2, structure: &Structure, called: Option<String>) -> Result<String, String> {
    if let Some(path) = &args.property_file {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        return Ok(text.trim().to_string());
    }
    let check = check_told(args, report)?;
    if check == CheckKind::Overflow {
        return Ok("CHECK( init(main()), LTL(G ! overflow) )".to_string());
    }
    let line = |function: &str| format!("CHECK( init(main()), LTL(G ! call({function}())) )");
    if let Some(called) = called {
        return Ok(line(&called));
    }
    let words = || (0..structure.tokens.tokens.len()).map(|token| structure.tokens.word(token));
    // What the program defines is code like any other; the call of the first one is an error all the same.
    let is_code = |function: &str| {
        function != crate::property::ERROR_FUNCTIONS[0]
            && structure.functions.iter().any(|known| known.name == function)
    };
    let used = |function: &str| {
        let means = |word| word == function || word == "assert" && function == instrument::ASSERTION_FAILURE;
        !is_code(function) && words().any(means)
    };
    let mut lines: Vec<String> = crate::property::ERROR_FUNCTIONS.iter().filter(|f| used(f)).map(|f| line(f)).collect();
    if lines.is_empty() {
        lines.push(line(crate::property::ERROR_FUNCTIONS[0]));
    }
    Ok(lines.join("\n"))
}

/// The first token at or behind a place that the compiler told.
pub(super) fn token_at(structure: &Structure, place: &SourcePlace, column: u32) -> Option<usize> {
    let count = structure.tokens.tokens.len();
    let lines = structure.tokens.physical_lines(&place.file, place.line);
    let in_line = |line: u32| {
        let first = partition(count, |token| structure.position(token).0 < line);
        let mut tokens = (first..count).take_while(move |token| structure.position(*token).0 == line);
        // Compilers count bytes.
        tokens.find(|token| structure.byte_column(*token) >= column)
    };
    lines.into_iter().find_map(in_line)
}

fn partition(count: usize, below: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if below(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Where the property is violated, and the function whose call that is, if it is one.
fn target(args: &Args, structure: &Structure, violation: &Violation) -> Result<(Point, Option<String>), String> {
    let unknown = || "the place of the violation is not in the file's own text".to_string();
    let place = violation.place.as_ref().ok_or_else(unknown)?;
    let token = token_at(structure, place, violation.column).ok_or_else(unknown)?;
    let statement = structure.statement_at(token).ok_or_else(unknown)?;
    if violation.check == CheckKind::Overflow {
        let start = full_expression(structure, statement, token).ok_or_else(unknown)?;
        return Ok((point(structure, PointKind::Target, start, statement.function), None));
    }
    if statement.kind != StatementKind::Simple {
        return Err(unknown());
    }
    let call = structure.calls.iter().find(|call| call.tokens.start == token);
    let called = match call.map(|call| call.name.as_str()) {
        Some("assert") => instrument::ASSERTION_FAILURE.to_string(),
        Some(name) if !name.is_empty() => name.to_string(),
        _ => return Err(unknown()),
    };
    let is_error = crate::property::asked(args).is_ok_and(|asked| asked.error_functions.contains(&called));
    if violation.check == CheckKind::Assert && !is_error {
        return Err(format!("no property says that '{called}' is not called"));
    }
    Ok((point(structure, PointKind::Target, statement.tokens.start, statement.function), Some(called)))
}

/// Where the statement or the full expression starts that a token of a statement is evaluated in.
fn full_expression(structure: &Structure, statement: &Statement, token: usize) -> Option<usize> {
    match &statement.kind {
        StatementKind::Simple => Some(statement.tokens.start),
        StatementKind::If(condition)
        | StatementKind::While(condition)
        | StatementKind::Switch(condition)
        | StatementKind::Do(condition, _) => condition.contains(&token).then_some(condition.start),
        StatementKind::For(condition) => {
            let open = statement.tokens.start + 1;
            let close = structure.closing(open)?;
            let parts = [open + 1..condition.start, condition.clone(), condition.end + 1..close];
            parts.into_iter().find(|part| part.contains(&token)).map(|part| part.start)
        }
        StatementKind::Block | StatementKind::Labelled => None,
    }
}

fn point(structure: &Structure, kind: PointKind, token: usize, function: usize) -> Point {
    let (line, column) = structure.position(token);
    let function = structure.functions.get(function).map(|function| function.name.clone()).unwrap_or_default();
    Point { kind, line, column, function }
}

/// What happens on the way.
fn points(structure: &Structure, violation: &Violation, format: WitnessFormat) -> Vec<Point> {
    let mut points = Vec::new();
    let mut branches = violation.branches.iter().peekable();
    // A call that is left out would be taken for the next one at its place.
    let mut left_out = BTreeSet::new();
    for before in 0..=violation.taken.len() {
        while let Some(branch) = branches.next_if(|branch| branch.before == before) {
            let told = match format {
                WitnessFormat::Yaml => branches::waypoint(branch, structure),
                WitnessFormat::Graphml => branches::edge(branch, structure),
            };
            let Some((token, function, value)) = told else { return points };
            points.push(point(structure, PointKind::Branched(value), token, function));
        }
        let Some(input) = violation.taken.get(before) else { break };
        let token = token_at(structure, &input.place, input.column);
        if !input.returned {
            if let Some(assumed) = token.and_then(|token| assumed(structure, input, token)) {
                push_assumed(&mut points, assumed);
            }
            continue;
        }
        let is_it = |call: &&Call| Some(call.tokens.start) == token && call.name == input.name;
        let Some(call) = structure.calls.iter().find(is_it) else { continue };
        match &input.value {
            Some(value) if !left_out.contains(&call.open) => {
                let kind = PointKind::Returned(input.name.clone(), value.clone());
                points.push(point(structure, kind, call.tokens.end - 1, call.function));
            }
            _ => _ = left_out.insert(call.open),
        }
    }
    points
}

/// What is assumed at one place is one thing: a place is come to once for each waypoint.
fn push_assumed(points: &mut Vec<Point>, assumed: Point) {
    if let (Some(last), PointKind::Assumed(more)) = (points.last_mut(), &assumed.kind)
        && (last.line, last.column) == (assumed.line, assumed.column)
        && let PointKind::Assumed(known) = &mut last.kind
    {
        *known = format!("{known} && {more}");
        return;
    }
    points.push(assumed);
}

/// The value of a variable that was given none, before the statement behind its declaration.
fn assumed(structure: &Structure, input: &Taken, token: usize) -> Option<Point> {
    let value = input.value.as_ref()?;
    let text = check(&format!("{} == {value}", input.name), false).ok()?;
    let plain = input.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let declaration = structure.statement_at(token).filter(|statement| statement.kind == StatementKind::Simple)?;
    // What has an initialiser has another value behind its declaration. An array's elements have its name, too; whether a
    // type with a name is a struct is not known here.
    let is_scalar = |token: usize| !matches!(structure.tokens.word(token + 1), "[" | "(" | "=");
    let declared = declaration.tokens.clone().find(|token| structure.tokens.word(*token) == input.name);
    let named = is_type_word(structure.tokens.word(declaration.tokens.start)) && declared.is_some_and(is_scalar);
    let next = structure.statements.iter().find(|next| next.tokens.start == declaration.tokens.end)?;
    // Before a loop or a label, others may come to the same place.
    let simple = matches!(next.kind, StatementKind::Simple | StatementKind::If(_));
    let fits = plain && named && simple && declaration.in_list && next.in_list;
    fits.then(|| point(structure, PointKind::Assumed(text), next.tokens.start, next.function))
}

/// The invariants that are C at their places: variables may be out of sight there.
fn that_compile(invariants: Vec<Invariant>, compiles: impl Fn(&[Invariant]) -> bool) -> Vec<Invariant> {
    /// More than these are not tried one by one.
    const MOST: usize = 40;
    /// Nor for longer than this.
    const LONGEST: Duration = Duration::from_secs(10);
    let start = Instant::now();
    if invariants.is_empty() || compiles(&invariants) {
        return invariants;
    }
    let mut kept: Vec<Invariant> = invariants.into_iter().take(MOST).collect();
    kept.retain(|invariant| start.elapsed() < LONGEST && compiles(std::slice::from_ref(invariant)));
    kept
}

/// The macros of the program, if they can be listed; one that is preprocessed has none.
fn macros(clang: &Path, args: &Args, data_model: DataModel, folder: &Path, program: &Path) -> Option<Macros> {
    if program.extension().is_some_and(|extension| extension == "i") {
        return Some(Macros::default());
    }
    let mut flags = args.flags.clone();
    flags.extend([format!("-I{}", folder.display()), width(data_model).to_string()]);
    Macros::of(clang, &flags, program).ok()
}

fn width(data_model: DataModel) -> &'static str {
    if data_model == DataModel::Ilp32 { "-m32" } else { "-m64" }
}

fn compiles(
    clang: &Path,
    args: &Args,
    data_model: DataModel,
    folder: &Path,
    structure: &Structure,
    invariants: &[Invariant],
) -> bool {
    let Ok(edited) = instrument::for_correctness(structure, invariants) else { return false };
    let Ok(mut file) = tempfile::Builder::new().suffix(".c").tempfile() else { return false };
    if std::io::Write::write_all(&mut file, edited.text.as_bytes()).is_err() {
        return false;
    }
    let mut command = Command::new(clang);
    command.args(&args.flags).args(["-fsyntax-only", "-w", width(data_model), "-I"]).arg(folder).arg(file.path());
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// An identifier that no other witness has.
fn uuid(hash: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
    let digits = sha256(format!("{hash} {now} {}", std::process::id()).as_bytes());
    // Version 4, variant 1.
    format!("{}-{}-4{}-a{}-{}", &digits[..8], &digits[8..12], &digits[12..15], &digits[15..18], &digits[18..30])
}

/// Seconds since 1970 as a time of ISO 8601.
pub fn utc(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that start in March have the leap day at their end.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(utc(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(utc(1_735_689_600), "2025-01-01T00:00:00Z");
    }

    #[test]
    fn identifiers_look_like_some() {
        let id = uuid("x");
        assert_eq!(id.len(), 36);
        assert_ne!(id, uuid("y"));
    }
}
