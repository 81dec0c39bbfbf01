//! Evidence as text: what a search hands over to the process that checks it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What makes an answer true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "evidence", rename_all = "kebab-case")]
pub enum Evidence {
    /// The property holds: a proof.
    Invariant(InvariantText),
    /// The property fails: an execution.
    Trace(TraceText),
}

/// An invariant that proves the property, in SMT-LIB.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvariantText {
    /// Declarations of the variables.
    pub declarations: String,
    /// Definitions of subterms that occur more than once.
    pub definitions: String,
    /// The formulas whose conjunction is the invariant.
    #[serde(rename = "clauses")]
    pub conjuncts: Vec<String>,
    /// Valid formulas that the proof uses while operators are uninterpreted.
    pub lemmas: Vec<String>,
    /// Symbols that stand for things of another name.
    #[serde(default)]
    pub renamed: Vec<(String, String)>,
    /// 1 for an inductive invariant, more for k-induction.
    pub induction_depth: usize,
    /// Whether the proof was found with numbers interpreted.
    #[serde(default)]
    pub interpreted: bool,
    /// Whether memory is exact in the clauses that this solves, if it solves clauses.
    #[serde(default)]
    pub exact_memory: bool,
    /// The literals in all conjuncts.
    pub literals: usize,
}

/// An execution of the transition system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceText {
    /// The state variables, in the order of [`StepText::state`].
    pub states: Vec<VariableText>,
    /// The inputs, in the order of [`StepText::inputs`].
    pub inputs: Vec<VariableText>,
    /// The states that the execution goes through.
    pub steps: Vec<StepText>,
    /// The uninterpreted functions, the same in all steps.
    #[serde(default)]
    pub functions: Vec<FunctionText>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct VariableText {
    /// Its name.
    pub name: String,
    /// Its sort, in SMT-LIB.
    pub sort: String,
}

/// A state, and the inputs of the step that leaves it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepText {
    /// The values of the state variables.
    pub state: Vec<ValueText>,
    /// The values of the inputs; none in the last state.
    pub inputs: Vec<ValueText>,
}

/// An uninterpreted function as a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionText {
    /// Its name.
    pub name: String,
    /// Arguments and result.
    pub entries: Vec<(Vec<ValueText>, ValueText)>,
    /// The result for all other arguments.
    pub default: ValueText,
}

/// A value. Which sort it has is known from what it is the value of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ValueText {
    /// A truth value.
    Bool(bool),
    /// `#b…` or `#x…` for bit-vectors, decimal digits for integers, `@n` for the elements of an uninterpreted sort.
    Scalar(String),
    /// An array.
    Array {
        /// The entries that differ from the default.
        entries: Vec<(ValueText, ValueText)>,
        /// The element everywhere else.
        default: Box<ValueText>,
    },
}

impl std::fmt::Display for ValueText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValueText::Bool(b) => write!(f, "{b}"),
            ValueText::Scalar(text) => f.write_str(text),
            ValueText::Array { entries, default } => {
                f.write_str("{")?;
                for (index, element) in entries {
                    write!(f, "{index}: {element}, ")?;
                }
                write!(f, "*: {default}}}")
            }
        }
    }
}

/// How evidence was checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Certificate {
    /// Proof obligations discharged with operators uninterpreted.
    pub abstract_obligations: usize,
    /// Proof obligations discharged with every operator meaning what SMT-LIB says.
    pub concrete_obligations: usize,
    /// Steps replayed by the evaluator, if the evidence is an execution.
    pub replayed_steps: Option<usize>,
    /// Why the certificate could not be written where the user wanted it.
    #[serde(default)]
    pub not_written: Option<String>,
    /// Another solver that has discharged the obligations, too.
    #[serde(default)]
    pub second_opinion: Option<SecondOpinion>,
}

/// What another solver was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SecondOpinion {
    /// The command that runs it.
    pub command: String,
    /// How many obligations it has discharged: all of the proof.
    pub obligations: usize,
}
