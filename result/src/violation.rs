//! An execution that violates the property, in terms of the C program.

use crate::source::SourcePlace;
use euclase_program::CheckKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An execution that violates the property, as a C programmer would tell it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The kind of check that fails: `assert` or `overflow`.
    #[schemars(with = "String")]
    pub check: CheckKind,
    /// What is violated.
    pub message: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// The column of the place, from one; zero when unknown.
    #[serde(default)]
    pub column: u32,
    /// What happens, line by line, from the start to the violation.
    pub path: Vec<Row>,
    /// The arbitrary values, in the order in which the program takes them.
    pub inputs: Vec<ChosenInput>,
    /// How many inputs there are beyond those that are listed.
    #[serde(default)]
    pub more_inputs: usize,
    /// The steps of the program's interpreter; if the native run is `reached-twice`, it followed only the beginning.
    pub steps: u64,
    /// How the native run went.
    #[serde(flatten)]
    pub native: NativeRun,
    /// Why the test could not be written where the user wanted it.
    #[serde(default)]
    pub test_not_written: Option<String>,
    /// The names in the path that mean the same variable in every function.
    #[serde(default)]
    pub globals: Vec<String>,
    /// Whether pointers that the program does not set lead to memory that is no object of the program's.
    #[serde(default)]
    pub uses_outside: bool,
    /// The arbitrary values again, as witnesses need them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<Taken>,
    /// All arbitrary values in order, as numbers, if a witness is wanted and those that it can tell do not say which way
    /// the execution takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// Which way it takes at branches of the file, if that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

impl Violation {
    /// A violation of a kind, of which nothing more is known yet.
    pub fn of(check: CheckKind, message: impl Into<String>) -> Self {
        Violation {
            check,
            message: message.into(),
            place: None,
            column: 0,
            path: Vec::new(),
            inputs: Vec::new(),
            more_inputs: 0,
            steps: 0,
            native: NativeRun::Off,
            test_not_written: None,
            globals: Vec::new(),
            uses_outside: false,
            taken: Vec::new(),
            values: None,
            branches: Vec::new(),
        }
    }
}

/// The way that an execution takes at a branch of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Branch {
    /// How many of the arbitrary values that witnesses tell it has taken before.
    pub before: usize,
    /// The statement of the file, by its number.
    pub statement: usize,
    /// `1` or `0` where a condition is true or false; the number of a `case`, or `default`.
    pub way: String,
}

/// An arbitrary value, with where exactly the program took it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Taken {
    /// The function that returned it, or the variable that had it.
    pub name: String,
    /// Whether it is what a function returned; else a variable had it because none was given to it.
    pub returned: bool,
    /// The value as a constant of C; none if there is no such constant.
    pub value: Option<String>,
    /// Where.
    pub place: SourcePlace,
    /// The column, from one; zero when unknown.
    pub column: u32,
}

/// How the native run of an execution went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "native", content = "native_why", rename_all = "kebab-case")]
pub enum NativeRun {
    /// The user did not want one.
    #[default]
    Off,
    /// It reached the violation.
    Reached,
    /// It did, and so did the user's own files without our preparation. The interpreter followed only the beginning.
    ReachedTwice,
    /// It could not be made: why.
    NotRun(String),
}

impl NativeRun {
    /// Whether the violation was reached.
    pub fn has_reached(&self) -> bool {
        matches!(self, NativeRun::Reached | NativeRun::ReachedTwice)
    }
}

/// Something that happens in an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Row {
    /// A function is entered.
    Enter {
        /// Its name.
        function: String,
        /// Where it is called.
        caller: Option<SourcePlace>,
    },
    /// A line is executed.
    Line(Line),
    /// Iterations of a loop that are like those around them.
    Fold {
        /// How many.
        iterations: usize,
    },
    /// Lines that are left out.
    Gap {
        /// How many.
        lines: usize,
    },
    /// The violation.
    Violation(Line),
}

/// A line of the source that is executed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Where.
    #[serde(flatten)]
    pub place: SourcePlace,
    /// The text of the line, if the file is there.
    pub source: Option<String>,
    /// Variables that get another value.
    pub assignments: Vec<Assignment>,
    /// Arbitrary values chosen here that no variable of the line holds.
    pub inputs: Vec<ChosenInput>,
}

/// A C variable gets a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assignment {
    /// The variable.
    pub variable: String,
    /// The value, as C writes it.
    pub value: String,
    /// Whether the value was chosen rather than computed.
    pub chosen: bool,
    /// The function that the variable is local to, if it is and that is known: the argument of a call gets its value in
    /// the caller, and a function can change what its caller's variables hold.
    #[serde(default)]
    pub function: Option<String>,
}

/// An arbitrary value that was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenInput {
    /// Where it comes from: a call, a variable without a value.
    pub origin: String,
    /// The value, as C writes it.
    pub value: String,
    /// Where in the source.
    pub place: Option<SourcePlace>,
}
