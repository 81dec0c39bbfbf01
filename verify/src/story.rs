//! An answer in terms of the C program: the path of an execution, the invariants of loops.
//!
//! The worker that explains makes these; the reports print them.

use serde::{Deserialize, Serialize};

/// What a checked answer about the system means for the C program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "explanation", rename_all = "kebab-case")]
pub enum Explanation {
    /// The program violates the property.
    Violation(Box<Story>),
    /// The execution of the system is none of the program, since the system says too little.
    NotReal {
        /// What the system says too little about, and where.
        why: String,
        /// Whether the execution ends where something cannot be encoded, or takes a value that is made up.
        unsupported: bool,
    },
    /// The execution of the system is none of the program, and nothing explains that.
    Wrong {
        /// What happens instead.
        what: String,
    },
    /// The program keeps the property.
    Proof {
        /// What holds at the loops.
        invariants: Vec<LoopInvariant>,
    },
}

/// An execution that violates the property, as a C programmer would tell it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// The word of the property.
    pub property: String,
    /// What is violated.
    pub message: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// What happens, line by line.
    pub path: Vec<Row>,
    /// The arbitrary values, in the order in which the program takes them.
    pub inputs: Vec<ChosenInput>,
    /// How many inputs there are beyond those that are told.
    pub more_inputs: usize,
    /// The steps of the program's interpreter.
    pub steps: u64,
    /// How the native run went.
    pub native: NativeRun,
    /// Why the test could not be written where the user wanted it.
    pub test_not_written: Option<String>,
    /// The names in the path that mean the same variable in every function.
    #[serde(default)]
    pub globals: Vec<String>,
    /// The column of the place, from one; zero when unknown.
    #[serde(default)]
    pub column: u32,
    /// The arbitrary values again, as witnesses need them.
    #[serde(default)]
    pub taken: Vec<Taken>,
    /// All arbitrary values in order, as numbers, if a witness is wanted and those that it can tell do not say which way
    /// the execution takes.
    #[serde(default)]
    pub values: Option<Vec<String>>,
    /// Which way it takes at branches of the file, if that is known.
    #[serde(default)]
    pub branches: Vec<Branch>,
    /// Whether pointers that nobody set lead to memory that is no object of the program's.
    #[serde(default)]
    pub uses_outside: bool,
}

/// The way that an execution takes at a branch of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// How many of the arbitrary values that witnesses tell it has taken before.
    pub before: usize,
    /// The statement of the file, by its number.
    pub statement: usize,
    /// `1` or `0` where a condition is true or false; the number of a `case`, or `default`.
    pub way: String,
}

/// An arbitrary value, with where exactly the program took it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "native", content = "why", rename_all = "kebab-case")]
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

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SourcePlace {
    /// The file.
    pub file: String,
    /// The line, from one.
    pub line: u32,
    /// The C function.
    pub function: String,
}

/// Something that happens in an execution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Row {
    /// A function is entered.
    Enter {
        /// Its name.
        function: String,
        /// Where it is called.
        place: Option<SourcePlace>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Where.
    pub place: SourcePlace,
    /// The text of the line, if the file is there.
    pub source: Option<String>,
    /// Variables that get another value.
    pub assignments: Vec<Assignment>,
    /// Arbitrary values chosen here that no variable of the line holds.
    pub inputs: Vec<ChosenInput>,
}

/// A C variable gets a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenInput {
    /// Where it comes from: a call, a variable without a value.
    pub origin: String,
    /// The value, as C writes it.
    pub value: String,
    /// Where in the source.
    pub place: Option<SourcePlace>,
}

/// What holds whenever a loop's head is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopInvariant {
    /// Where the loop is.
    pub place: SourcePlace,
    /// Formulas in C that all hold.
    pub conjuncts: Vec<String>,
    /// How many parts of the invariant cannot be said in C.
    pub omitted: usize,
    /// The column of the place, from one; zero when unknown.
    #[serde(default)]
    pub column: u32,
    /// Which copy of the loop it is about, as witnesses need it.
    #[serde(default)]
    pub copy: LoopCopy,
}

/// A copy of a loop: functions are inlined, so that a loop of the source may be there for each call, or once for several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopCopy {
    /// The call that brought it here, by number; none if the function was not inlined.
    pub call: Option<u32>,
    /// For how many chains of calls it stands; zero when that is unknown.
    pub chains: u64,
    /// Whether code of the program is there once for several calls. Then there are cycles that are no loops of the source.
    pub among_shared: bool,
}

/// What was proved about a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contract {
    /// Where the function is.
    pub place: SourcePlace,
    /// Formulas in C that hold whenever it is called.
    pub requires: Vec<String>,
    /// Formulas in C that hold whenever it returns; `result` is what it returns, the parameters are as they were.
    pub ensures: Vec<String>,
    /// How many parts of what was proved cannot be said in C.
    pub omitted: usize,
}
