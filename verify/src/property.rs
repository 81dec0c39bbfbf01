//! What the user wants to know of a program: the property, by its name or in a file of SV-COMP.

use crate::args::Args;
use crate::report::{Answer, Report, Unknown};
use crate::worker::protocol::InputErrorReport;
use euclase_program::Property;
use euclase_sv_comp::{PropertyError, read_property_file};
use std::io::ErrorKind;
use std::time::Duration;

/// The properties that have a name on the command line.
pub const NAMES: [&str; 2] = ["unreach-call", "no-overflow"];

/// The functions whose call is the error when no property file says otherwise: SV-COMP's, and what
/// `assert` calls when it fails.
pub const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "__assert_fail"];

/// What is asked for.
#[derive(Debug)]
pub struct Asked {
    /// The property.
    pub property: Property,
    /// The functions whose call is the error; none if something else is.
    pub error_functions: Vec<String>,
}

/// Why there is no property to verify.
#[derive(Debug)]
pub enum Refused {
    /// The run ends with this.
    Report(Box<Report>),
    /// The property file is wrong: its name, and what is wrong.
    Property(String, InputErrorReport),
}

/// What the command line asks for.
pub fn asked(args: &Args) -> Result<Asked, Refused> {
    let Some(path) = &args.property_file else {
        let no_overflow = args.property.as_deref() == Some(Property::NoOverflow.word());
        return Ok(if no_overflow {
            Asked { property: Property::NoOverflow, error_functions: Vec::new() }
        } else {
            let error_functions = ERROR_FUNCTIONS.map(str::to_string).to_vec();
            Asked { property: Property::UnreachCall, error_functions }
        });
    };
    let wrong = |error| Refused::Property(path.display().to_string(), error);
    let unknown = |what: String| {
        let answer = Answer::Unknown(Unknown::Unsupported(what));
        Refused::Report(Box::new(Report::without_search(answer, Duration::ZERO)))
    };
    let text = std::fs::read_to_string(path).map_err(|e| {
        wrong(InputErrorReport::plain(match e.kind() {
            ErrorKind::NotFound => {
                format!("there is no such file, and no property of that name ({})", NAMES.join(", "))
            }
            _ => e.to_string(),
        }))
    })?;
    match read_property_file(&text) {
        Ok(file) if file.entry == "main" => {
            Ok(Asked { property: file.property, error_functions: file.error_functions })
        }
        Ok(file) => Err(unknown(format!("a program that starts with '{}' is not supported yet", file.entry))),
        Err(PropertyError::Unsupported(property)) => Err(unknown(property.to_string())),
        Err(PropertyError::Wrong { line, message }) => {
            let place = line.map(|line| (line, 1));
            Err(wrong(InputErrorReport { place, ..InputErrorReport::plain(message) }))
        }
    }
}
