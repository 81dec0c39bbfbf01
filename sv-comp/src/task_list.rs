//! Lists of tasks as CSV: the columns by their names, `task` the only one that must be there.

use crate::FileError;
use crate::score::Expected;
use crate::task_definition::Bits;

/// A row of a list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedTask {
    /// The line, from one.
    pub line: usize,
    /// The file: a task definition, or what is to be verified itself.
    pub task: String,
    /// What the task is counted under.
    pub category: Option<String>,
    /// The name of the property.
    pub property: Option<String>,
    /// The right answer, if the row says it; an empty cell says nothing.
    pub expected: Option<Expected>,
    /// The data model.
    pub bits: Option<Bits>,
    /// The number that scales the task, in a family of tasks.
    pub parameter: Option<f64>,
}

/// The columns that mean something.
const COLUMNS: [&str; 6] = ["task", "category", "property", "expected", "bits", "parameter"];

/// Reads a list. Columns that are not known are an error: a misspelt one would be ignored in silence.
pub fn read_task_list(text: &str) -> Result<Vec<ListedTask>, FileError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(csv_error)?.clone();
    if let Some(unknown) = headers.iter().find(|name| !COLUMNS.contains(name)) {
        let known = COLUMNS.join(", ");
        return Err(FileError::at(1, format!("'{unknown}' is not a column that is known; those are {known}")));
    }
    let repeated = headers.iter().enumerate().find(|(index, name)| headers.iter().take(*index).any(|it| it == *name));
    if let Some((_, name)) = repeated {
        return Err(FileError::at(1, format!("there are two columns '{name}'")));
    }
    if !headers.iter().any(|name| name == "task") {
        return Err(FileError::at(1, "there is no column 'task'"));
    }
    let mut tasks = Vec::new();
    for record in reader.records() {
        let record = record.map_err(csv_error)?;
        let line = record.position().map_or(1, |position| position.line() as usize);
        let wrong = |message: String| FileError::at(line, message);
        let column = |name: &str| {
            let index = headers.iter().position(|header| header == name)?;
            record.get(index).filter(|value| !value.is_empty())
        };
        let task = column("task").ok_or_else(|| wrong("the row has no task".to_string()))?;
        let expected = column("expected").map(|value| {
            let expected = Expected::parse(value);
            expected.ok_or_else(|| wrong(format!("'{value}' is not an answer: true, false or error")))
        });
        let bits = column("bits").map(|value| Bits::parse(value).ok_or_else(|| wrong("bits are 32 or 64".to_string())));
        let parameter = column("parameter").map(|value| {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| wrong(format!("'{value}' is not a number")))
        });
        tasks.push(ListedTask {
            line,
            task: task.to_string(),
            category: column("category").map(str::to_string),
            property: column("property").map(str::to_string),
            expected: expected.transpose()?,
            bits: bits.transpose()?,
            parameter: parameter.transpose()?,
        });
    }
    Ok(tasks)
}

fn csv_error(error: csv::Error) -> FileError {
    let line = error.position().map(|position| position.line() as usize);
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("there are {len} values, but {expected_len} columns")
        }
        _ => error.to_string(),
    };
    FileError { line, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_by_their_names() {
        let tasks = read_task_list("expected,task\nfalse(no-overflow), a.yml\n,b.vmt\n").unwrap();
        assert_eq!(tasks[0].task, "a.yml");
        assert_eq!(tasks[0].expected, Some(Expected::False(Some("no-overflow".into()))));
        assert_eq!((tasks[1].line, &tasks[1].expected), (3, &None));
        let tasks = read_task_list("category,task,bits,parameter\r\nLoops,a.c,32,8\r\n").unwrap();
        assert_eq!((tasks[0].category.as_deref(), tasks[0].bits), (Some("Loops"), Some(Bits::ThirtyTwo)));
        assert_eq!((tasks[0].parameter, &tasks[0].expected), (Some(8.0), &None));
    }

    #[test]
    fn mistakes_have_a_line() {
        let error = |text| read_task_list(text).unwrap_err().to_string();
        assert_eq!(error("task,expected,task\na,true,b\n"), "line 1: there are two columns 'task'");
        assert_eq!(error("expected\ntrue\n"), "line 1: there is no column 'task'");
        assert!(error("task,expcted\na,true\n").starts_with("line 1: 'expcted' is not a column"));
        assert_eq!(error("task,expected\na,true\nb\n"), "line 3: there are 1 values, but 2 columns");
        assert_eq!(error("task,expected\na,maybe\n"), "line 2: 'maybe' is not an answer: true, false or error");
        assert_eq!(error("task,bits\na,16\n"), "line 2: bits are 32 or 64");
        assert_eq!(error("task,parameter\na,n\n"), "line 2: 'n' is not a number");
    }
}
