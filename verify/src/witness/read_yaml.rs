//! Witnesses in YAML, versions 2.0 to 2.2 of the format.
//!
//! A follow waypoint has to be passed the first time that its place is come to in its segment; an avoid waypoint must
//! not be passed before that.

use super::expression::{is_same_in_acsl, normal, shorten};
use super::model::{Condition, Content, Flaw, Invariant, Moment, Position, Rule, Site, Step, Task, Witness};
use super::tokens::same_file;
use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

/// The deepest indentation, and the most opening brackets: the YAML parser recurses on the depth of what it reads.
const NESTING: usize = 500;

/// The largest file that is read.
const LARGEST: usize = 64 << 20;

type Node<'a, 'b> = &'a MarkedYaml<'b>;

/// Reads a witness: what it says, each entry for itself, but the invariants of all entries together.
pub fn read(text: &str) -> Result<Vec<Witness>, Flaw> {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    if text.len() > LARGEST || text.lines().any(|line| indentation(line) > NESTING) || brackets(text) > NESTING {
        return Err(Flaw::Malformed(None, "the file is too large or too deeply nested for a witness".to_string()));
    }
    let documents = MarkedYaml::load_from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| Flaw::Malformed(Some(error.marker().line().max(1)), error.info().to_string()))?;
    let [root] = documents.as_slice() else {
        return Err(Flaw::Malformed(None, "a witness is one YAML document".to_string()));
    };
    let entries = root.data.as_sequence().ok_or_else(|| wrong(root, "a witness is a list of entries"))?;
    if entries.is_empty() {
        return Err(wrong(root, "there is no entry"));
    }
    let mut witnesses: Vec<Witness> = Vec::new();
    for entry in entries {
        let read = self::entry(entry)?;
        let Some(first) = witnesses.first_mut() else {
            witnesses.push(read);
            continue;
        };
        if first.task != read.task {
            return Err(wrong(entry, "all entries of a witness are for the same program and property"));
        }
        match (&mut first.content, read.content) {
            (Content::Correctness(known), Content::Correctness(more)) => known.extend(more),
            (Content::Violation(_), Content::Violation(rules)) => {
                let task = read.task;
                witnesses.push(Witness { task, content: Content::Violation(rules) });
            }
            _ => return Err(wrong(entry, "a witness is of a violation or of correctness")),
        }
    }
    Ok(witnesses)
}

/// Reads an entry.
fn entry(entry: Node) -> Result<Witness, Flaw> {
    let kind = require_text(entry, "entry_type")?;
    let metadata = require(entry, "metadata")?;
    let task = task(metadata)?;
    let content = require(entry, "content")?;
    let content = match kind.as_str() {
        "violation_sequence" => Content::Violation(segments(content, &task.files)?),
        "invariant_set" => Content::Correctness(invariants(content, &task.files)?),
        "ghost_instrumentation" => {
            return Err(Flaw::Unsupported("a witness with ghost variables is not supported".to_string()));
        }
        other => {
            return Err(wrong(require(entry, "entry_type")?, &format!("'{other}' is no entry type that is known")));
        }
    };
    Ok(Witness { task, content })
}

/// How many brackets are open at the most.
fn brackets(text: &str) -> usize {
    let (mut open, mut most) = (0usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

fn task(metadata: Node) -> Result<Task, Flaw> {
    let version = require(metadata, "format_version")?;
    let known = text_of(version).is_some_and(|text| ["2.0", "2.1", "2.2"].contains(&text.as_str()));
    if !known {
        return Err(wrong(version, "only versions 2.0 to 2.2 of the format are known"));
    }
    let uuid = require_text(metadata, "uuid")?;
    let is_uuid = uuid.len() == 36
        && uuid
            .char_indices()
            .all(|(at, c)| if [8, 13, 18, 23].contains(&at) { c == '-' } else { c.is_ascii_hexdigit() });
    if !is_uuid {
        return Err(wrong(require(metadata, "uuid")?, "a UUID has 32 hexadecimal digits in five groups"));
    }
    require_text(metadata, "creation_time")?;
    let producer = require(metadata, "producer")?;
    require_text(producer, "name")?;
    require_text(producer, "version")?;
    let task = require(metadata, "task")?;
    let files = require(task, "input_files")?;
    let list = files.data.as_sequence().ok_or_else(|| wrong(files, "input_files is a list of names"))?;
    let name = |node: &MarkedYaml| text_of(node).ok_or_else(|| wrong(node, "input_files is a list of names"));
    let files = list.iter().map(name).collect::<Result<Vec<String>, Flaw>>()?;
    let hashes_node = require(task, "input_file_hashes")?;
    let mapping = hashes_node.data.as_mapping();
    let mapping = mapping.ok_or_else(|| wrong(hashes_node, "input_file_hashes maps names to hashes"))?;
    let mut hashes = Vec::new();
    for (key, value) in mapping {
        let (Some(name), Some(hash)) = (text_of(key), text_of(value)) else {
            return Err(wrong(key, "input_file_hashes maps names to hashes"));
        };
        hashes.push((name, hash));
    }
    let model_node = require(task, "data_model")?;
    let data_model = text_of(model_node).filter(|text| ["ILP32", "LP64"].contains(&text.as_str()));
    let data_model = Some(data_model.ok_or_else(|| wrong(model_node, "a data model is ILP32 or LP64"))?);
    let language = require(task, "language")?;
    if text_of(language).as_deref() != Some("C") {
        return Err(wrong(language, "only C is known"));
    }
    Ok(Task { files, hashes, specification: require_text(task, "specification")?, data_model })
}

fn segments(content: Node, files: &[String]) -> Result<Vec<Rule>, Flaw> {
    let list = content.data.as_sequence().ok_or_else(|| wrong(content, "content is a list of segments"))?;
    let mut rules = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let segment = require(item, "segment")?;
        let waypoints = segment.data.as_sequence().filter(|waypoints| !waypoints.is_empty());
        let waypoints = waypoints.ok_or_else(|| wrong(segment, "a segment is a list of waypoints"))?;
        for (number, waypoint) in waypoints.iter().enumerate() {
            let waypoint = require(waypoint, "waypoint")?;
            let (last, final_segment) = (number + 1 == waypoints.len(), index + 1 == list.len());
            rules.push(self::waypoint(waypoint, files, index, (last, final_segment))?);
        }
    }
    if list.is_empty() {
        return Err(wrong(content, "there are no segments"));
    }
    Ok(rules)
}

fn waypoint(node: Node, files: &[String], segment: usize, (last, final_segment): (bool, bool)) -> Result<Rule, Flaw> {
    let action = require_text(node, "action")?;
    let follows = match action.as_str() {
        "follow" => true,
        "avoid" => false,
        "cycle" => return Err(Flaw::Unsupported("witnesses of executions without end are not supported".to_string())),
        other => return Err(wrong(node, &format!("'{other}' is no action: follow or avoid"))),
    };
    if follows != last {
        return Err(wrong(node, "a segment has one waypoint to follow, at its end"));
    }
    let location = require(node, "location")?;
    let (position, function) = (position(location, files)?, function(location)?);
    let kind = require_text(node, "type")?;
    let constraint = get(node, "constraint");
    let value = match constraint {
        None => None,
        Some(constraint) => {
            let format = get(constraint, "format").and_then(text_of);
            if let Some(format) = &format
                && !["c_expression", "acsl_expression", "ext_c_expression"].contains(&format.as_str())
            {
                return Err(wrong(constraint, &format!("'{format}' is no format of constraints that is known")));
            }
            let value = normal(&require_text(constraint, "value")?);
            let of_branch = matches!(value.as_str(), "true" | "false" | "default");
            if format.as_deref() == Some("acsl_expression") && !of_branch && !is_same_in_acsl(&value) {
                return Err(Flaw::Unsupported(format!("'{}' in ACSL is not supported", shorten(&value))));
            }
            Some(value)
        }
    };
    let needs = || wrong(node, &format!("a waypoint of type {kind} has a constraint"));
    let (site, condition) = match kind.as_str() {
        "assumption" => (Site::Before(position), Condition::Expression(value.ok_or_else(needs)?)),
        "branching" => {
            let value = value.ok_or_else(needs)?;
            let condition = match value.as_str() {
                "true" => Condition::Taken(true),
                "false" => Condition::Taken(false),
                "default" => Condition::Default,
                number => Condition::Case(number.to_string()),
            };
            (Site::Branch(position), condition)
        }
        "function_enter" if value.is_none() => (Site::Enter(position), Condition::Always),
        "function_enter" => return Err(wrong(node, "a waypoint of type function_enter has no constraint")),
        "function_return" => (Site::Return(position), value.map_or(Condition::Always, Condition::Expression)),
        "target" if value.is_none() => (Site::Target(position), Condition::Always),
        "target" => return Err(wrong(node, "a target has no constraint")),
        other => return Err(wrong(node, &format!("'{other}' is no type of waypoints"))),
    };
    let is_target = matches!(site, Site::Target(_));
    if is_target != (follows && final_segment) {
        return Err(wrong(node, "the target is the waypoint to follow of the last segment, and of no other"));
    }
    let then = match (is_target, follows) {
        (true, _) => Step::Violation,
        (false, true) => Step::To(segment + 1),
        (false, false) => Step::Stop,
    };
    Ok(Rule { from: segment, site, condition, then, strict: follows, function })
}

fn invariants(content: Node, files: &[String]) -> Result<Vec<Invariant>, Flaw> {
    if is_null(content) {
        return Ok(Vec::new());
    }
    let list = content.data.as_sequence().ok_or_else(|| wrong(content, "content is a list of invariants"))?;
    let mut found = Vec::new();
    for item in list {
        let node = require(item, "invariant")?;
        let kind = require_text(node, "type")?;
        let moment: fn(Position) -> Moment = match kind.as_str() {
            "loop_invariant" => Moment::Head,
            "location_invariant" => Moment::Before,
            "loop_transition_invariant" | "location_transition_invariant" | "function_contract" => {
                return Err(Flaw::Unsupported(format!("a witness with a {kind} is not supported")));
            }
            other => return Err(wrong(node, &format!("'{other}' is no type of invariants"))),
        };
        let format = require_text(node, "format")?;
        if !["c_expression", "ext_c_expression", "acsl_expression"].contains(&format.as_str()) {
            return Err(wrong(node, &format!("'{format}' is no format of invariants that is known")));
        }
        if format == "acsl_expression" {
            // Its numbers have no bounds.
            return Err(Flaw::Unsupported("an invariant in ACSL is not supported".to_string()));
        }
        let location = require(node, "location")?;
        found.push(Invariant {
            moment: moment(position(location, files)?),
            function: function(location)?,
            value: normal(&require_text(node, "value")?),
        });
    }
    Ok(found)
}

/// The place that a location names, which has to be in one of the files of the task.
fn position(node: Node, files: &[String]) -> Result<Position, Flaw> {
    let named = require_text(node, "file_name")?;
    let number = |key: &str| match get(node, key) {
        None => Ok(None),
        Some(value) => {
            let number = text_of(value).and_then(|text| text.parse::<u32>().ok()).filter(|number| *number > 0);
            number.map(Some).ok_or_else(|| wrong(value, &format!("a {key} is a number, from one")))
        }
    };
    let line = number("line")?.ok_or_else(|| wrong(node, "'line' is missing"))?;
    if !files.iter().any(|file| same_file(file, &named)) {
        let what = format!("the witness speaks of '{}', which is another file", shorten(&named));
        return Err(Flaw::Unsupported(what));
    }
    Ok(Position { line, column: number("column")? })
}

/// The function that a location is said to be in.
fn function(location: Node) -> Result<Option<String>, Flaw> {
    let name = |node: Node| text_of(node).ok_or_else(|| wrong(node, "a function is named by a text"));
    get(location, "function").map(name).transpose()
}

fn wrong(node: Node, message: &str) -> Flaw {
    Flaw::Malformed(Some(node.span.start.line().max(1)), message.to_string())
}

fn get<'a, 'b>(node: Node<'a, 'b>, key: &str) -> Option<Node<'a, 'b>> {
    let mapping = node.data.as_mapping()?;
    mapping.iter().find(|(name, _)| text_of(name).as_deref() == Some(key)).map(|(_, value)| value)
}

fn require<'a, 'b>(node: Node<'a, 'b>, key: &str) -> Result<Node<'a, 'b>, Flaw> {
    get(node, key).ok_or_else(|| wrong(node, &format!("'{key}' is missing")))
}

fn require_text(node: Node, key: &str) -> Result<String, Flaw> {
    let value = require(node, key)?;
    text_of(value).ok_or_else(|| wrong(value, &format!("'{key}' is a text")))
}

fn is_null(node: Node) -> bool {
    matches!(node.data, YamlData::Value(Scalar::Null))
}

/// A scalar as a text, also if YAML takes it for a number or a truth value.
fn text_of(node: Node) -> Option<String> {
    match &node.data {
        YamlData::Value(Scalar::String(text)) => Some(text.to_string()),
        YamlData::Value(Scalar::Boolean(value)) => Some(value.to_string()),
        YamlData::Value(Scalar::Integer(value)) => Some(value.to_string()),
        YamlData::Value(Scalar::FloatingPoint(value)) => {
            let value: f64 = (*value).into();
            Some(if value.fract() == 0.0 { format!("{value:.1}") } else { value.to_string() })
        }
        YamlData::Representation(text, _, _) => Some(text.to_string()),
        _ => None,
    }
}
