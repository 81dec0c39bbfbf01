//! An execution as steps that one can walk through: of a C program line by line, of a system state by state.

use crate::report::calls::{Call, CallTree};
use crate::report::document::Document;
use crate::report::trace;
use crate::units::count;
use euclase_result::{Answer, Line, Row, SourcePlace, TraceText, ValueText, Violation};
use serde_json::{Value, json};

/// Longer executions of systems are cut; those of programs are folded already.
const MOST_STEPS: usize = 2000;

/// The group of variables that belong to no call.
const GLOBALS: &str = "global";
const STATE: &str = "state";
const INPUTS: &str = "inputs of this step";

/// An execution.
#[derive(Default)]
pub struct Walk {
    /// The steps.
    pub steps: Vec<Step>,
    /// What is told in the list of steps, in order.
    pub list: Vec<Item>,
    /// The calls.
    pub calls: Vec<Call>,
    /// The step at which each call is entered.
    pub call_steps: Vec<Option<usize>>,
    /// Groups of variables besides those of the open calls.
    pub groups: Vec<&'static str>,
}

/// Something in the list of steps.
pub enum Item {
    /// A step.
    Step(usize),
    /// Something that is left out.
    Left(String),
}

/// A step.
pub struct Step {
    /// The number of the file among the sources, and the line.
    pub place: Option<(usize, u32)>,
    /// The place in a few characters.
    pub label: String,
    /// The line of the source, or what happens.
    pub what: String,
    /// Whether `what` is source text.
    pub is_source: bool,
    /// Whether this is the violation.
    pub is_violation: bool,
    /// The call it belongs to.
    pub call: Option<usize>,
    /// How many calls are around that.
    pub depth: usize,
    /// What gets a value.
    pub changes: Vec<Change>,
}

/// Something gets a value.
pub struct Change {
    /// What.
    pub name: String,
    /// The value.
    pub value: String,
    /// Whether the value was chosen.
    pub chosen: bool,
    /// What it belongs to.
    pub group: Group,
}

/// What a variable belongs to, under which it is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The call of the step.
    Here,
    /// Another call.
    Call(usize),
    /// What has a name of its own.
    Named(&'static str),
}

impl Walk {
    /// The execution that an answer shows; no steps if there is none.
    pub fn of(document: &Document) -> Self {
        match &document.report.answer {
            Answer::False(counterexample) => match &counterexample.violation {
                Some(violation) => Walk::of_program(document, violation),
                None => Walk::of_system(&counterexample.trace),
            },
            Answer::True(_) | Answer::Unknown { .. } | Answer::Error { .. } => Walk::default(),
        }
    }

    fn of_program(document: &Document, violation: &Violation) -> Self {
        let tree = CallTree::of(&violation.path);
        let mut depths: Vec<usize> = Vec::new();
        for call in &tree.calls {
            depths.push(call.parent.map_or(0, |parent| depths[parent] + 1));
        }
        let mut walk = Walk { groups: vec![GLOBALS], ..Walk::default() };
        let mut step_of_row = Vec::new();
        for (number, (row, call)) in violation.path.iter().zip(&tree.of_row).enumerate() {
            step_of_row.push(walk.steps.len());
            let (place, what, is_source, line) = match row {
                Row::Fold { iterations } => {
                    walk.list.push(Item::Left(count(*iterations, "more iteration")));
                    continue;
                }
                Row::Gap { lines: 0 } => {
                    walk.list.push(Item::Left("more than can be told".into()));
                    continue;
                }
                Row::Gap { lines } => {
                    walk.list.push(Item::Left(format!("{}; --full-trace keeps them", count(*lines, "more line"))));
                    continue;
                }
                Row::Enter { function, caller } => (caller.as_ref(), format!("enters {function}()"), false, None),
                Row::Line(line) | Row::Violation(line) => {
                    (Some(&line.place), line.source.clone().unwrap_or_default(), true, Some(line))
                }
            };
            walk.list.push(Item::Step(walk.steps.len()));
            walk.steps.push(Step {
                place: place.and_then(|place| Some((document.sources.position(&place.file)?, place.line))),
                label: match document.sources.files.len() {
                    1 => place.map(|place| format!("line {}", place.line)),
                    _ => place.map(label),
                }
                .unwrap_or_default(),
                what,
                is_source,
                is_violation: matches!(row, Row::Violation(_)),
                // What is entered has no values yet.
                call: Some(*call),
                depth: depths[*call].min(8),
                changes: line
                    .map(|line| changes(line, &violation.globals, |name| tree.owner(*call, number, name)))
                    .unwrap_or_default(),
            });
        }
        let step_of = |call: &Call| step_of_row.get(call.first_row).copied().filter(|step| *step < walk.steps.len());
        walk.call_steps = tree.calls.iter().map(step_of).collect();
        walk.calls = tree.calls;
        walk
    }

    fn of_system(trace: &TraceText) -> Self {
        let mut walk = Walk { groups: vec![STATE, INPUTS], ..Walk::default() };
        for (number, step) in trace.steps.iter().enumerate().take(MOST_STEPS) {
            let before = number.checked_sub(1).map(|n| &trace.steps[n]);
            let mut changes = Vec::new();
            for (index, (variable, value)) in trace.states.iter().zip(&step.state).enumerate() {
                if before.is_none_or(|before| before.state.get(index) != Some(value)) {
                    changes.push(change(&variable.name, value, STATE));
                }
            }
            let inputs = trace.inputs.iter().zip(&step.inputs);
            changes.extend(inputs.map(|(variable, value)| change(&variable.name, value, INPUTS)));
            let is_violation = number + 1 == trace.steps.len();
            let what = match (is_violation, changes.is_empty()) {
                (true, _) => "the property fails here",
                (false, true) => "nothing changes",
                (false, false) => "",
            };
            walk.list.push(Item::Step(number));
            walk.steps.push(Step {
                place: None,
                label: format!("step {number}"),
                what: what.to_string(),
                is_source: false,
                is_violation,
                call: None,
                depth: 0,
                changes,
            });
        }
        let left = trace.steps.len() - walk.steps.len();
        if left > 0 {
            walk.list.push(Item::Left(format!("{} left out", count(left, "more step"))));
        }
        walk
    }
}

impl Step {
    /// The step for the page's script.
    pub fn object(&self) -> Value {
        let change = |change: &Change| {
            let mut object = json!({ "name": change.name, "value": change.value, "chosen": change.chosen });
            match change.group {
                Group::Here => {}
                Group::Call(call) => object["group"] = json!(call),
                Group::Named(name) => object["group"] = json!(name),
            }
            object
        };
        json!({
            "file": self.place.map(|(file, _)| file),
            "line": self.place.map(|(_, line)| line),
            "call": self.call,
            "changes": self.changes.iter().map(change).collect::<Vec<_>>(),
        })
    }
}

/// `lock.c:8`; the folder of the file is left out.
pub fn label(place: &SourcePlace) -> String {
    let name = place.file.rsplit('/').next().unwrap_or(&place.file);
    format!("{name}:{}", place.line)
}

/// What happens in a line; `owner` gives the call to which the local variables of a function belong.
fn changes(line: &Line, globals: &[String], owner: impl Fn(&str) -> Option<usize>) -> Vec<Change> {
    let inputs = line.inputs.iter().map(|input| Change {
        name: input.origin.clone(),
        value: input.value.clone(),
        chosen: true,
        group: Group::Here,
    });
    let assignments = line.assignments.iter().map(|assignment| {
        let root = assignment.variable.split(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty());
        let is_global = root.is_some_and(|root| globals.iter().any(|name| name == root));
        Change {
            name: assignment.variable.clone(),
            value: assignment.value.clone(),
            chosen: assignment.chosen,
            group: match assignment.function.as_deref().and_then(&owner) {
                _ if is_global => Group::Named(GLOBALS),
                Some(call) => Group::Call(call),
                None => Group::Here,
            },
        }
    });
    inputs.chain(assignments).collect()
}

fn change(name: &str, value: &ValueText, group: &'static str) -> Change {
    let name = name.to_string();
    Change { name, value: trace::show(value, false), chosen: group == INPUTS, group: Group::Named(group) }
}
