//! Property files: lines like `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
//!
//! What a line says is compared without its blanks, since they vary from file to file.

use euclase_program::{CheckKind, CheckSet, MEMORY_SAFETY, MEMORY_SAFETY_PARTS};
use std::fmt;

/// A property that is supported: some functions are never called, no signed operation overflows, or memory is used as it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyFile {
    /// The function that the program starts with.
    pub entry: String,
    /// What is asked for.
    pub checks: CheckSet,
    /// The functions whose call is the error; none for other properties.
    pub error_functions: Vec<String>,
}

/// A property of the competition that is not supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsupportedProperty {
    /// Its name.
    pub name: String,
}

/// Why a property file is of no use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyError {
    /// It asks for something that the competition knows, but we do not.
    Unsupported(UnsupportedProperty),
    /// It says nothing that the competition defines.
    Wrong {
        /// The line, from one; none when the whole file is meant.
        line: Option<usize>,
        /// What is wrong.
        message: String,
    },
}

impl fmt::Display for UnsupportedProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "property {} is not supported yet", self.name)
    }
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyError::Unsupported(property) => property.fmt(f),
            PropertyError::Wrong { line: Some(line), message } => write!(f, "line {line}: {message}"),
            PropertyError::Wrong { line: None, message } => f.write_str(message),
        }
    }
}

impl std::error::Error for PropertyError {}

/// The formulas that the competition defines besides calls that are never made, without blanks, and what they are
/// called.
const OTHERS: [(&str, &str); 12] = [
    ("G!overflow", "no-overflow"),
    ("Gvalid-free", "valid-free"),
    ("Gvalid-deref", "valid-deref"),
    ("Gvalid-memtrack", "valid-memtrack"),
    ("Gvalid-memcleanup", "valid-memcleanup"),
    ("Fend", "termination"),
    ("G!data-race", "no-data-race"),
    ("G!deadlock", "no-deadlock"),
    ("G!label(ERROR)", "unreach-label"),
    ("Gassert", "assertions"),
    ("G!uninit", "def-behavior"),
    ("Gcorrect-annotations", "correct-annotations"),
];

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Asked {
    /// That a function is never called.
    NoCall(String),
    /// What has a name.
    Named(String),
}

/// Reads a property file. A file may ask for one property in several lines; empty lines do not
/// count.
pub fn read_property_file(text: &str) -> Result<PropertyFile, PropertyError> {
    let mut all: Vec<Asked> = Vec::new();
    let mut entry: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        let wrong = |message: String| PropertyError::Wrong { line: Some(index + 1), message };
        let squeezed: String = line.chars().filter(|c| !c.is_whitespace() && *c != '\u{feff}').collect();
        if squeezed.is_empty() {
            continue;
        }
        if squeezed.starts_with("COVER(") {
            all.push(Asked::Named(coverage(&squeezed)));
            continue;
        }
        let (start, formula) = parts(&squeezed)
            .ok_or_else(|| wrong(format!("'{}' is not of the form CHECK( init(main()), LTL(...) )", line.trim())))?;
        let unknown = || wrong(format!("'LTL({formula})' is not a property that is known"));
        let asked = asked(formula).ok_or_else(unknown)?;
        if !all.contains(&asked) {
            all.push(asked);
        }
        if *entry.get_or_insert_with(|| start.to_string()) != start {
            return Err(wrong("another line starts with another function".to_string()));
        }
    }
    if all.is_empty() {
        return Err(PropertyError::Wrong { line: None, message: "the property file is empty".to_string() });
    }
    let entry = entry.unwrap_or_else(|| "main".to_string());
    let error_functions: Vec<String> = all.iter().filter_map(Asked::function).collect();
    if error_functions.len() == all.len() {
        return Ok(PropertyFile { entry, checks: CheckSet::NONE.with(CheckKind::Assert), error_functions });
    }
    // What is asked for together is one property, or the parts of memory safety.
    let is_one = all.len() == 1 || all.iter().all(|asked| MEMORY_SAFETY_PARTS.contains(&asked.name()));
    let checks = all.iter().map(|asked| CheckSet::of_property(asked.name()));
    match checks.reduce(CheckSet::union).filter(|checks| is_one && !checks.is_empty()) {
        Some(checks) if all.iter().all(|asked| !CheckSet::of_property(asked.name()).is_empty()) => {
            Ok(PropertyFile { entry, checks, error_functions })
        }
        _ => Err(PropertyError::Unsupported(UnsupportedProperty { name: together(&all) })),
    }
}

impl Asked {
    fn function(&self) -> Option<String> {
        match self {
            Asked::NoCall(function) => Some(function.clone()),
            Asked::Named(_) => None,
        }
    }

    fn name(&self) -> &str {
        match self {
            Asked::NoCall(_) => CheckKind::Assert.info().sv_comp.unwrap_or_default(),
            Asked::Named(name) => name,
        }
    }
}

/// What a formula without blanks asks for, if the competition knows it.
fn asked(formula: &str) -> Option<Asked> {
    if let Some((_, name)) = OTHERS.iter().find(|(text, _)| *text == formula) {
        return Some(Asked::Named(name.to_string()));
    }
    // The function may be written with the types of its parameters.
    let call = formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix(')'))?;
    let (function, parameters) = call.strip_suffix(')')?.split_once('(')?;
    let is_plain = parameters.is_empty() || parameters == "void";
    (is_name(function) && is_plain).then(|| Asked::NoCall(function.to_string()))
}

/// The name of what several lines ask for.
fn together(all: &[Asked]) -> String {
    let mut names: Vec<&str> = all.iter().map(Asked::name).collect();
    names.dedup();
    if MEMORY_SAFETY_PARTS.iter().all(|part| names.contains(part)) {
        names.retain(|name| !MEMORY_SAFETY_PARTS.contains(name));
        names.push(MEMORY_SAFETY);
    }
    names.join(" and ")
}

/// The function that a line without blanks starts with, and its formula.
fn parts(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("CHECK(init(")?;
    let (entry, rest) = rest.split_once("()),")?;
    let formula = rest.strip_prefix("LTL(")?.strip_suffix("))")?;
    is_name(entry).then_some((entry, formula))
}

/// Whether a text is a name in C.
fn is_name(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts_well && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn coverage(line: &str) -> String {
    let kind = if line.contains("@DECISIONEDGE") { "branches" } else { "error-call" };
    format!("coverage-{kind}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn functions(text: &str) -> Vec<String> {
        read_property_file(text).unwrap().error_functions
    }

    #[test]
    fn a_call_that_is_never_made() {
        let file = read_property_file("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n").unwrap();
        assert_eq!((file.entry.as_str(), &file.error_functions[..]), ("main", &["reach_error".to_string()][..]));
        assert_eq!(functions("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )"), ["__VERIFIER_error"]);
        assert_eq!(functions("CHECK( init(main()), LTL(G ! call(reach_error(void))) )"), ["reach_error"]);
    }

    #[test]
    fn blanks_do_not_matter() {
        assert_eq!(functions("CHECK(init(main()),LTL(G!call(reach_error())))"), ["reach_error"]);
        assert_eq!(functions("\u{feff}\r\n CHECK ( init( main( ) ) ,\tLTL( G ! call( f() ) ) )\r\n"), ["f"]);
    }

    #[test]
    fn several_lines_name_several_functions() {
        let line = |name| format!("CHECK( init(main()), LTL(G ! call({name}())) )\n");
        assert_eq!(functions(&(line("f") + &line("g"))), ["f", "g"]);
    }

    #[test]
    fn overflow_is_supported() {
        let file = read_property_file("CHECK( init(main()), LTL(G ! overflow) )\n\n").unwrap();
        assert_eq!((file.checks.to_string().as_str(), file.error_functions.len()), ("overflow", 0));
        assert_eq!(read_property_file("CHECK(init(main()),LTL(G!overflow))").unwrap(), file);
    }

    #[test]
    fn memory_safety_is_supported_with_all_its_parts() {
        let lines = |names: &[&str]| {
            let check = |name: &&str| format!("CHECK( init(main()), LTL(G {name}) )\n");
            read_property_file(&names.iter().map(check).collect::<String>()).map(|file| file.checks.to_string())
        };
        assert_eq!(lines(&["valid-free"]).unwrap(), "free");
        assert_eq!(lines(&["valid-deref"]).unwrap(), "bounds,pointer");
        assert_eq!(lines(&["valid-memtrack"]).unwrap(), "leak");
        assert_eq!(lines(&["valid-free", "valid-deref", "valid-memtrack"]).unwrap(), "bounds,pointer,free,leak");
        assert_eq!(lines(&["valid-memcleanup"]).unwrap(), "cleanup");
        for more in ["valid-memcleanup", "! overflow", "! call(f())"] {
            assert!(matches!(lines(&["valid-free", more]), Err(PropertyError::Unsupported(_))), "{more}");
        }
    }

    #[test]
    fn what_is_not_supported_is_named() {
        let name = |text: &str| match read_property_file(text) {
            Err(PropertyError::Unsupported(property)) => property.name,
            other => panic!("{other:?}"),
        };
        let check = |formula: &str| format!("CHECK( init(main()), LTL({formula}) )\n");
        let memory = check("G valid-free") + &check("G valid-deref") + &check("G valid-memtrack");
        assert_eq!(name(&(memory + &check("F end"))), "termination and valid-memsafety");
        assert_eq!(name(&(check("G ! overflow") + &check("F end"))), "no-overflow and termination");
        assert_eq!(name(&(check("G ! call(f())") + &check("G ! overflow"))), "unreach-call and no-overflow");
        assert_eq!(name("CHECK( init(main()), LTL(F end) )"), "termination");
        assert_eq!(name("CHECK( init(main()), LTL(G ! data-race) )"), "no-data-race");
        assert_eq!(name("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"), "coverage-branches");
        assert_eq!(name("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"), "coverage-error-call");
    }

    #[test]
    fn other_text_is_refused_with_its_line() {
        let line = |text: &str| match read_property_file(text) {
            Err(PropertyError::Wrong { line, .. }) => line,
            other => panic!("{other:?}"),
        };
        assert_eq!(line("\nhello\n"), Some(2));
        assert_eq!(line("CHECK( init(main()), LTL(G ! call(a;c())) )"), Some(1));
        assert_eq!(line("CHECK( init(main()), LTL(G ! nonsense) )"), Some(1));
        assert_eq!(line("CHECK( init(main()), LTL("), Some(1));
        assert_eq!(line("CHECK( init(main()), LTL(G ! call(f(1))) )"), Some(1));
        assert_eq!(line("CHECK( init(main()), LTL(F end) )\nCHECK( init(main()), LTL(G ! nonsense) )"), Some(2));
        assert_eq!(line("\n \n"), None);
    }
}
