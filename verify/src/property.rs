//! What the user wants to know of a program: the property, by its name or in a file of SV-COMP.

use crate::args::Args;
use euclase_program::{CheckKind, CheckSet, Obstacle, ObstacleKind};
use euclase_result::{InputError, Reason, V2};
use euclase_sv_comp::{PropertyError, read_property_file};
use std::io::ErrorKind;

/// The properties that have a name on the command line.
pub const NAMES: [&str; 4] = ["unreach-call", "no-overflow", "valid-memsafety", "valid-memcleanup"];

/// The functions whose call is the error when no property file says otherwise: SV-COMP's, and what
/// `assert` calls when it fails.
pub const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "__assert_fail"];

/// What is asked for.
#[derive(Debug)]
pub struct Asked {
    /// What is checked.
    pub checks: CheckSet,
    /// The functions whose call is the error; none if something else is.
    pub error_functions: Vec<String>,
}

impl Asked {
    /// What is asked for if these checks are, with the error functions that everybody knows.
    pub fn of(checks: CheckSet) -> Self {
        let functions: &[&str] = if checks.contains(CheckKind::Assert) { &ERROR_FUNCTIONS } else { &[] };
        Asked { checks, error_functions: functions.iter().map(|name| name.to_string()).collect() }
    }
}

/// Why there is no property to verify.
#[derive(Debug)]
pub enum Refused {
    /// The run ends with this.
    Report(Box<V2>),
    /// The property file is wrong: its name, and what is wrong.
    Property(String, InputError),
}

/// What the command line asks for.
pub fn asked(args: &Args) -> Result<Asked, Refused> {
    let Some(path) = &args.property_file else {
        return Ok(Asked::of(args.property.as_deref().map_or_else(|| args.checks(), CheckSet::of_property)));
    };
    let wrong = |error| Refused::Property(path.display().to_string(), error);
    let unknown = |kind, what: String| {
        let obstacle = Obstacle::new(kind, what);
        Refused::Report(Box::new(V2::unknown(Reason::unsupported(obstacle), 0.0)))
    };
    let text = std::fs::read_to_string(path).map_err(|e| {
        wrong(InputError::plain(match e.kind() {
            ErrorKind::NotFound => {
                format!("there is no such file, and no property of that name ({})", NAMES.join(", "))
            }
            _ => e.to_string(),
        }))
    })?;
    match read_property_file(&text) {
        Ok(file) if file.entry == "main" => Ok(Asked { checks: file.checks, error_functions: file.error_functions }),
        Ok(file) => {
            let what = format!("a program that starts with '{}' is not supported yet", file.entry);
            Err(unknown(ObstacleKind::Construct, what))
        }
        Err(PropertyError::Unsupported(property)) => Err(unknown(ObstacleKind::Property, property.to_string())),
        Err(PropertyError::Wrong { line, message }) => {
            Err(wrong(InputError { line, column: line.map(|_| 1), ..InputError::plain(message) }))
        }
    }
}
