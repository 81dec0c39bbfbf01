//! What a witness says, whatever format it is written in.

use super::expression::shorten;

/// A witness.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    /// What it is about.
    pub task: Task,
    /// What it says.
    pub content: Content,
}

/// The verification task that a witness is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// The names of the program's files.
    pub files: Vec<String>,
    /// The SHA-256 of each file, by its name.
    pub hashes: Vec<(String, String)>,
    /// The property, as a property file says it or only its formula.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: Option<String>,
}

/// What a witness says about its task.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// The program violates the property: ways through the program to the violation.
    Violation(Vec<Rule>),
    /// The program keeps the property: what holds where.
    Correctness(Vec<Invariant>),
}

/// A place in the program: physical line and column, from one. Without a column, it is the first of the line that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: Option<u32>,
}

/// What a way through the program does at a place. A way is in a state; it starts in state 0. Where a rule of its state
/// is for the place that it comes to, the rule says what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The state in which it is for something.
    pub from: usize,
    /// Where it is looked at.
    pub site: Site,
    /// What is looked at.
    pub condition: Condition,
    /// What becomes of a way that has it so.
    pub then: Step,
    /// Whether a way that has it otherwise is none that is meant; else it stays in its state.
    pub strict: bool,
    /// The function that the place is in, if it is named.
    pub function: Option<String>,
}

/// What becomes of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It goes to a state.
    To(usize),
    /// It is none that is meant.
    Stop,
    /// It is at the violation.
    Violation,
}

/// Where something is looked at.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Site {
    /// Before a statement.
    Before(Position),
    /// Behind the first statement that ends on a line.
    After(u32),
    /// At a branch, by its keyword or question mark.
    Branch(Position),
    /// At whatever branches on a line.
    BranchOn(u32),
    /// When a function is entered, by the closing parenthesis of the call.
    Enter(Position),
    /// When a function has returned, by the closing parenthesis of the call.
    Return(Position),
    /// When a function of this name has returned to a line.
    ReturnOf(u32, String),
    /// At a call that violates the property, by the statement it is in.
    Target(Position),
}

impl Site {
    /// Line and column, as far as they are known.
    pub fn position(&self) -> Position {
        match self {
            Site::Before(at) | Site::Branch(at) | Site::Enter(at) | Site::Return(at) | Site::Target(at) => *at,
            Site::After(line) | Site::BranchOn(line) | Site::ReturnOf(line, _) => {
                Position { line: *line, column: None }
            }
        }
    }
}

/// What has to be so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Nothing.
    Always,
    /// An expression of C is true.
    Expression(String),
    /// The branch is taken, or not.
    Taken(bool),
    /// The branch is taken, or not, and then an expression of C is true.
    TakenWith(bool, String),
    /// A `switch` goes to the case with this constant.
    Case(String),
    /// A `switch` goes to no case with a constant.
    Default,
}

/// When something holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Whenever an execution is at the head of a loop.
    Head(Position),
    /// Whenever an execution is at the head of the only loop on a line.
    HeadOn(u32),
    /// Before a statement.
    Before(Position),
    /// When a condition on a line has turned out true or false.
    Decided(u32, bool),
    /// When the function of this name has been entered.
    Entered(String),
}

/// Something that holds at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// When.
    pub moment: Moment,
    /// The function, if it is named.
    pub function: Option<String>,
    /// The expression of C.
    pub value: String,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Moment::Head(position) | Moment::Before(position) => position.fmt(f),
            Moment::HeadOn(line) => write!(f, "line {line}"),
            Moment::Decided(line, outcome) => write!(f, "the {outcome} branch of line {line}"),
            Moment::Entered(function) => write!(f, "the start of '{}'", shorten(function)),
        }
    }
}

/// Why a witness cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It is not in the format: the line, if it is known, and what is wrong.
    Malformed(Option<usize>, String),
    /// It is none for this program: why.
    Wrong(String),
    /// It says something that cannot be checked: what.
    Unsupported(String),
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Flaw::Malformed(Some(line), what) => write!(f, "line {line}: {what}"),
            Flaw::Malformed(None, what) | Flaw::Wrong(what) | Flaw::Unsupported(what) => f.write_str(what),
        }
    }
}
