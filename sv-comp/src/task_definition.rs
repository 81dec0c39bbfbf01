//! Task definitions: a YAML file that names the input files of a task, its properties with the right
//! answers, and its data model. Formats 1.0 and 2.x differ in what may be there, not in what it means.

use crate::FileError;
use crate::score::Expected;
use saphyr::{LoadableYamlNode, MarkedYaml, Scalar, YamlData};

/// The widths of C's types that a task is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bits {
    /// ILP32: int, long and pointers have 32 bits.
    ThirtyTwo,
    /// LP64: long and pointers have 64 bits.
    SixtyFour,
}

/// One property of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    /// The property file, relative to the definition.
    pub file: String,
    /// The right answer.
    pub expected: Expected,
}

/// What a definition says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskDefinition {
    /// The input files, relative to the definition; they may have wildcards.
    pub input_files: Vec<String>,
    /// The properties.
    pub properties: Vec<TaskProperty>,
    /// The data model, if there is one.
    pub bits: Option<Bits>,
    /// The language, if it is named.
    pub language: Option<String>,
}

impl Bits {
    /// Reads `ILP32`, `LP64`, `32` or `64`.
    pub fn parse(text: &str) -> Option<Bits> {
        match text.trim() {
            "ILP32" | "32" => Some(Bits::ThirtyTwo),
            "LP64" | "64" => Some(Bits::SixtyFour),
            _ => None,
        }
    }

    /// The name as SV-COMP spells it.
    pub fn data_model(self) -> &'static str {
        match self {
            Bits::ThirtyTwo => "ILP32",
            Bits::SixtyFour => "LP64",
        }
    }
}

impl TaskProperty {
    /// The property's name: that of its file, without folders and ending.
    pub fn name(&self) -> &str {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        name.strip_suffix(".prp").unwrap_or(name)
    }
}

/// The longest line, and the most opening brackets: together they bound the nesting, on whose depth the
/// YAML parser recurses.
const NESTING: usize = 500;

/// Reads a task definition.
pub fn read_task_definition(text: &str) -> Result<TaskDefinition, FileError> {
    if let Some(line) = text.lines().position(|line| line.len() > 2 * NESTING) {
        return Err(FileError::at(line + 1, "the line is too long for a task definition"));
    }
    if text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count() > NESTING {
        return Err(FileError { line: None, message: "there are too many brackets for a task definition".to_string() });
    }
    let documents = MarkedYaml::load_from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| FileError::at(error.marker().line().max(1), error.info().to_string()))?;
    let [root] = documents.as_slice() else {
        let message = if documents.is_empty() { "the file is empty" } else { "there is more than one document" };
        return Err(FileError { line: None, message: message.to_string() });
    };
    if root.data.as_mapping().is_none() {
        return Err(wrong(root, "a task definition is a mapping: 'input_files: ...'"));
    }
    let version = require(root, "format_version")?;
    let number = text_of(version).filter(|text| ["1.", "2."].iter().any(|major| text.starts_with(major)));
    let whole = matches!(text_of(version).as_deref(), Some("1" | "2"));
    if number.is_none() && !whole {
        return Err(wrong(version, "only formats 1.0 and 2.x are known"));
    }
    let input = require(root, "input_files")?;
    let input_files = texts(input).ok_or_else(|| wrong(input, "input_files is a name or a list of names"))?;
    if input_files.is_empty() {
        return Err(wrong(input, "there are no input files"));
    }
    let mut properties = Vec::new();
    if let Some(list) = get(root, "properties").filter(|list| !is_null(list)) {
        let entries = list.data.as_sequence().ok_or_else(|| wrong(list, "properties is a list"))?;
        for entry in entries {
            properties.push(property(entry)?);
        }
    }
    let options = get(root, "options");
    let option = |name| options.and_then(|options| get(options, name)).filter(|value| !is_null(value));
    let bits = match option("data_model") {
        None => None,
        Some(value) => {
            let model = text_of(value).and_then(|text| Bits::parse(&text));
            Some(model.ok_or_else(|| wrong(value, "a data model is ILP32 or LP64"))?)
        }
    };
    Ok(TaskDefinition { input_files, properties, bits, language: option("language").and_then(text_of) })
}

fn property(entry: &MarkedYaml) -> Result<TaskProperty, FileError> {
    let file_node = require(entry, "property_file")?;
    let file = text_of(file_node).ok_or_else(|| wrong(file_node, "property_file is a name"))?;
    let expected = match get(entry, "expected_verdict").filter(|value| !is_null(value)) {
        None => Expected::Unknown,
        Some(value) => match text_of(value).as_deref() {
            Some("true") => Expected::True,
            Some("false") => Expected::False(get(entry, "subproperty").and_then(text_of)),
            _ => return Err(wrong(value, "expected_verdict is true or false")),
        },
    };
    Ok(TaskProperty { file, expected })
}

fn wrong(node: &MarkedYaml, message: &str) -> FileError {
    FileError::at(node.span.start.line().max(1), message)
}

fn get<'a, 'i>(node: &'a MarkedYaml<'i>, key: &str) -> Option<&'a MarkedYaml<'i>> {
    let mapping = node.data.as_mapping()?;
    mapping.iter().find(|(name, _)| text_of(name).as_deref() == Some(key)).map(|(_, value)| value)
}

fn require<'a, 'i>(node: &'a MarkedYaml<'i>, key: &str) -> Result<&'a MarkedYaml<'i>, FileError> {
    get(node, key).ok_or_else(|| wrong(node, &format!("'{key}' is missing")))
}

fn is_null(node: &MarkedYaml) -> bool {
    matches!(&node.data, YamlData::Value(Scalar::Null))
}

/// A scalar as text, however it is quoted.
fn text_of(node: &MarkedYaml) -> Option<String> {
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

fn texts(node: &MarkedYaml) -> Option<Vec<String>> {
    match node.data.as_sequence() {
        Some(entries) => entries.iter().map(text_of).collect(),
        None => text_of(node).map(|text| vec![text]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "format_version: '1.0'\n\n# a comment\ninput_files: 'a.i'\n\nproperties:\n  - property_file: \
        ../properties/unreach-call.prp\n    expected_verdict: true\n  - property_file: ../properties/coverage-branches.prp\n";

    const NEW: &str = "format_version: 2.0\ninput_files:\n  - \"a.c\"\n  - b.c\nproperties:\n  - property_file: \
        p/valid-memsafety.prp\n    expected_verdict: false\n    subproperty: valid-deref\noptions:\n  language: C\n  \
        data_model: LP64\n";

    #[test]
    fn a_definition_of_format_1() {
        let task = read_task_definition(OLD).unwrap();
        assert_eq!(task.input_files, ["a.i"]);
        let found: Vec<_> = task.properties.iter().map(|p| (p.name(), p.expected.clone())).collect();
        assert_eq!(found, [("unreach-call", Expected::True), ("coverage-branches", Expected::Unknown)]);
        assert_eq!((task.bits, task.language), (None, None));
    }

    #[test]
    fn a_definition_of_format_2() {
        let task = read_task_definition(NEW).unwrap();
        assert_eq!(task.input_files, ["a.c", "b.c"]);
        assert_eq!(task.properties[0].expected, Expected::False(Some("valid-deref".to_string())));
        assert_eq!((task.bits, task.language.as_deref()), (Some(Bits::SixtyFour), Some("C")));
    }

    fn error(text: &str) -> (Option<usize>, String) {
        let error = read_task_definition(text).unwrap_err();
        (error.line, error.message)
    }

    #[test]
    fn errors_name_their_line() {
        assert_eq!(error("format_version: '1.0'\ninput_files: [a.c\nproperties: x: y").0, Some(3));
        let bad_verdict = OLD.replace("expected_verdict: true", "expected_verdict: perhaps");
        assert_eq!(error(&bad_verdict), (Some(8), "expected_verdict is true or false".to_string()));
        assert_eq!(error(&NEW.replace("LP64", "LP128")), (Some(11), "a data model is ILP32 or LP64".to_string()));
        assert_eq!(error(&OLD.replace("1.0", "3.0")).1, "only formats 1.0 and 2.x are known");
        assert_eq!(error(&OLD.replace("input_files", "files")).1, "'input_files' is missing");
        assert_eq!(error("").1, "the file is empty");
        assert_eq!(error("- a\n").1, "a task definition is a mapping: 'input_files: ...'");
    }

    #[test]
    fn nesting_without_end_is_no_trouble() {
        assert!(read_task_definition(&"[".repeat(200_000)).is_err());
        assert!(read_task_definition(&"- ".repeat(200_000)).is_err());
        let deepest = format!("{}\n{}{}", "- ".repeat(NESTING), " ".repeat(2 * NESTING - 1), "[\n".repeat(NESTING));
        assert!(read_task_definition(&deepest).is_err());
        let stairs: String = (0..2 * NESTING - 2).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        assert!(read_task_definition(&stairs).is_err());
    }
}
