//! The tasks of a bench, collected from task definitions, sets, lists, folders and plain files.

use super::shard::Shard;
use euclase_sv_comp::{
    Bits, Expected, ListedTask, PropertyError, TaskDefinition, read_property_file, read_task_definition,
    read_task_list, read_task_set,
};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The property of tasks that do not name one.
const DEFAULT_PROPERTY: &str = "unreach-call";

/// What is to be run.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// How it is called: its file as the list or the command line has it.
    pub name: String,
    /// What it is counted under.
    pub category: String,
    /// The name of its property.
    pub property: String,
    /// The right answer.
    pub expected: Expected,
    /// The files to verify.
    pub files: Vec<PathBuf>,
    /// The property file, if there is one.
    pub property_file: Option<PathBuf>,
    /// The data model, if one is asked for.
    pub bits: Option<Bits>,
    /// What scales it, in a family.
    pub parameter: Option<f64>,
}

/// Which tasks are wanted.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only this property.
    pub property: Option<String>,
    /// Patterns for the category; none is all.
    pub categories: Vec<String>,
    /// Patterns for the name; none is all.
    pub names: Vec<String>,
    /// One of so many.
    pub every: usize,
    /// At most so many.
    pub limit: Option<usize>,
    /// Of what is left, the part of one machine.
    pub shard: Option<Shard>,
}

/// The tasks, and what was left out.
#[derive(Debug, Default)]
pub struct Collected {
    /// In the order in which they were named.
    pub tasks: Vec<Task>,
    /// How many have a property or a language that is not supported.
    pub unsupported: Vec<(String, usize)>,
}

impl Collected {
    fn leave_out(&mut self, what: String) {
        match self.unsupported.iter_mut().find(|(name, _)| *name == what) {
            Some((_, count)) => *count += 1,
            None => self.unsupported.push((what, 1)),
        }
    }
}

/// Collects the tasks that paths name, or says what is wrong with one.
pub fn collect(paths: &[PathBuf], choice: &Choice) -> Result<Collected, String> {
    let mut collector = Collector::default();
    for path in paths {
        collector.path(path)?;
    }
    collector.finish(choice)
}

/// A task, and where it was named: a file, or a line in one.
struct Named {
    task: Task,
    origin: String,
}

#[derive(Default)]
struct Collector {
    found: Vec<Named>,
    /// Whether a property file is one of a supported property, so that each is read once.
    properties: HashMap<PathBuf, bool>,
    /// The languages of tasks that are not in C.
    languages: Vec<String>,
}

impl Collector {
    fn path(&mut self, path: &Path) -> Result<(), String> {
        if path.is_dir() {
            return self.folder(path);
        }
        match extension(path) {
            "yml" | "yaml" => {
                let category = folder_name(path);
                let definition = read_definition(path)?;
                self.definition(&display(path), &category, path, &definition, None, &display(path))
            }
            "set" => self.set(path),
            "csv" => self.list(path),
            "c" | "i" | "vmt" | "smt2" | "bc" | "ll" => self.file(path),
            _ => Err(format!(
                "{}: not a task: a .yml, .set or .csv file, a folder, or a .c, .i, .vmt or .smt2 file is needed",
                display(path)
            )),
        }
    }

    fn folder(&mut self, folder: &Path) -> Result<(), String> {
        let list = folder.join("tasks.csv");
        if list.is_file() {
            return self.list(&list);
        }
        let wrong = |why: String| format!("{}: {why}", display(folder));
        let entries = std::fs::read_dir(folder).map_err(|e| wrong(e.to_string()))?;
        let mut files: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
        files.sort();
        let has_definitions = files.iter().any(|file| extension(file) == "yml");
        let wanted: &[&str] = if has_definitions { &["yml"] } else { &["c", "i", "vmt", "smt2"] };
        files.retain(|file| wanted.contains(&extension(file)));
        if files.is_empty() {
            return Err(wrong(
                "the folder has no tasks: neither tasks.csv nor .yml, .c, .i, .vmt or .smt2 files".into(),
            ));
        }
        files.iter().try_for_each(|file| self.path(file))
    }

    fn set(&mut self, path: &Path) -> Result<(), String> {
        let text = read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = read_task_set(&text, folder).map_err(|error| format!("{}: {error}", display(path)))?;
        let category = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for file in files {
            let definition = read_definition(&file)?;
            self.definition(&display(&file), &category, &file, &definition, None, &display(path))?;
        }
        Ok(())
    }

    fn list(&mut self, path: &Path) -> Result<(), String> {
        let text = read(path)?;
        let rows = read_task_list(&text).map_err(|error| format!("{}: {error}", display(path)))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for row in rows {
            // The lists of the competition's repository are relative to its folder of C programs.
            let candidates = [folder.join(&row.task), folder.join("c").join(&row.task)];
            let file = candidates.iter().find(|file| file.is_file());
            let origin = format!("{}: line {}", display(path), row.line);
            let at_row = |message: String| format!("{origin}: {message}");
            let Some(file) = file else {
                return Err(at_row(format!("there is no file '{}'", row.task)));
            };
            let category = row.category.clone().unwrap_or_else(|| folder_name(path));
            if matches!(extension(file), "yml" | "yaml") {
                let definition = read_definition(file).map_err(at_row)?;
                self.definition(&row.task, &category, file, &definition, Some(&row), &origin).map_err(at_row)?;
            } else {
                let task = Task {
                    name: row.task.clone(),
                    category,
                    property: row.property.clone().unwrap_or_else(|| DEFAULT_PROPERTY.to_string()),
                    expected: row.expected.clone().unwrap_or_else(|| expectation(file)),
                    files: vec![file.clone()],
                    property_file: None,
                    bits: row.bits,
                    parameter: row.parameter,
                };
                self.found.push(Named { task, origin });
            }
        }
        Ok(())
    }

    /// The tasks of a definition; `row` is that of a list, which has the last word.
    fn definition(
        &mut self,
        name: &str,
        category: &str,
        path: &Path,
        definition: &TaskDefinition,
        row: Option<&ListedTask>,
        origin: &str,
    ) -> Result<(), String> {
        if let Some(language) = definition.language.as_ref().filter(|language| *language != "C") {
            self.languages.push(language.clone());
            return Ok(());
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut files = Vec::new();
        for file in &definition.input_files {
            files.extend(input_files(folder, file).map_err(|why| format!("{}: {why}", display(path)))?);
        }
        let wanted = row.and_then(|row| row.property.as_deref());
        let mut found = false;
        for property in &definition.properties {
            if wanted.is_some_and(|wanted| wanted != property.name()) {
                continue;
            }
            found = true;
            let task = Task {
                name: name.to_string(),
                category: category.to_string(),
                property: property.name().to_string(),
                expected: row.and_then(|row| row.expected.clone()).unwrap_or_else(|| property.expected.clone()),
                files: files.clone(),
                property_file: Some(folder.join(&property.file)),
                bits: row.and_then(|row| row.bits).or(definition.bits),
                parameter: row.and_then(|row| row.parameter),
            };
            self.found.push(Named { task, origin: origin.to_string() });
        }
        match wanted {
            Some(wanted) if !found => Err(format!("'{name}' has no property '{wanted}'")),
            _ => Ok(()),
        }
    }

    fn file(&mut self, path: &Path) -> Result<(), String> {
        if !path.is_file() {
            return Err(format!("{}: there is no such file", display(path)));
        }
        let task = Task {
            name: display(path),
            category: folder_name(path),
            property: DEFAULT_PROPERTY.to_string(),
            expected: expectation(path),
            files: vec![path.to_path_buf()],
            property_file: None,
            bits: None,
            parameter: None,
        };
        self.found.push(Named { task, origin: display(path) });
        Ok(())
    }

    /// Whether `verify` knows the property of a task.
    fn is_supported(&mut self, task: &Task) -> Result<bool, String> {
        let Some(file) = &task.property_file else {
            return Ok(task.property == DEFAULT_PROPERTY);
        };
        if let Some(known) = self.properties.get(file) {
            return Ok(*known);
        }
        let supported = match read_property_file(&read(file)?) {
            Ok(_) => true,
            Err(PropertyError::Unsupported(_)) => false,
            // The coverage properties of old collections are not in a language that we know.
            Err(PropertyError::Wrong { .. }) if task.property.starts_with("coverage") => false,
            Err(error) => return Err(format!("{}: {error}", display(file))),
        };
        self.properties.insert(file.clone(), supported);
        Ok(supported)
    }

    fn finish(mut self, choice: &Choice) -> Result<Collected, String> {
        let categories = patterns(&choice.categories)?;
        let names = patterns(&choice.names)?;
        let mut collected = Collected::default();
        let several = several_data_models(&self.found);
        agree(&mut self.found)?;
        let mut seen: HashMap<(String, String), (Vec<PathBuf>, Option<PathBuf>)> = HashMap::new();
        for Named { mut task, origin } in std::mem::take(&mut self.found) {
            let plain_name = task.name.clone();
            if let Some(bits) = task.bits.filter(|_| several.contains(&(task.name.clone(), task.property.clone()))) {
                task.name = format!("{plain_name}:{}", bits.data_model());
            }
            let wanted = choice.property.as_ref().is_none_or(|property| *property == task.property)
                && (categories.is_empty() || categories.iter().any(|pattern| pattern.matches(&task.category)))
                && (names.is_empty()
                    || names.iter().any(|pattern| pattern.matches(&plain_name) || pattern.matches(&task.name)));
            if !wanted {
                continue;
            }
            if !self.is_supported(&task)? {
                collected.leave_out(format!("property {}", task.property));
                continue;
            }
            let files = (task.files.clone(), task.property_file.clone());
            match seen.get(&(task.name.clone(), task.property.clone())) {
                Some(others) if *others == files => continue,
                Some(_) => return Err(format!("{origin}: two tasks are called '{}'", task.name)),
                None => {}
            }
            seen.insert((task.name.clone(), task.property.clone()), files);
            collected.tasks.push(task);
        }
        for language in &self.languages {
            collected.leave_out(format!("language {language}"));
        }
        let tasks = std::mem::take(&mut collected.tasks).into_iter().step_by(choice.every.max(1));
        collected.tasks = tasks.take(choice.limit.unwrap_or(usize::MAX)).collect();
        if let Some(shard) = choice.shard {
            collected.tasks = shard.of(collected.tasks);
        }
        Ok(collected)
    }
}

/// The names and properties of tasks that are to be run with several data models: those are tasks of their own.
fn several_data_models(found: &[Named]) -> HashSet<(String, String)> {
    let mut first: HashMap<(&str, &str), Option<Bits>> = HashMap::new();
    let mut several = HashSet::new();
    for Named { task, .. } in found {
        if *first.entry((&task.name, &task.property)).or_insert(task.bits) != task.bits {
            several.insert((task.name.clone(), task.property.clone()));
        }
    }
    several
}

/// Gives tasks that are named several times the answer that all of them have, or says that there is none.
fn agree(found: &mut [Named]) -> Result<(), String> {
    type Key = (String, String, Vec<PathBuf>, Option<&'static str>);
    let key = |task: &Task| -> Key {
        let data_model = task.bits.map(|bits| bits.data_model());
        (task.name.clone(), task.property.clone(), task.files.clone(), data_model)
    };
    let mut answers: HashMap<Key, (Expected, String)> = HashMap::new();
    for Named { task, origin } in found.iter() {
        let (answer, first) = answers.entry(key(task)).or_insert_with(|| (task.expected.clone(), origin.clone()));
        match (&*answer, &task.expected) {
            (before, now) if before == now => {}
            (_, Expected::Unknown) | (Expected::False(_), Expected::False(None)) => {}
            (Expected::Unknown, now) | (Expected::False(None), now @ Expected::False(_)) => {
                (*answer, *first) = (now.clone(), origin.clone());
            }
            (before, now) => {
                return Err(format!("{origin}: '{}' is {now}, but it was {before} before ({first})", task.name));
            }
        }
    }
    for Named { task, .. } in found {
        if let Some((answer, _)) = answers.get(&key(task)) {
            task.expected = answer.clone();
        }
    }
    Ok(())
}

/// A pattern, or a part of a name.
fn patterns(texts: &[String]) -> Result<Vec<glob::Pattern>, String> {
    let pattern = |text: &String| {
        let whole = if text.contains(['*', '?', '[']) { text.clone() } else { format!("*{text}*") };
        glob::Pattern::new(&whole).map_err(|error| format!("'{text}' is not a pattern: {}", error.msg))
    };
    texts.iter().map(pattern).collect()
}

fn read_definition(path: &Path) -> Result<TaskDefinition, String> {
    read_task_definition(&read(path)?).map_err(|error| format!("{}: {error}", display(path)))
}

/// The files that a name in a definition stands for.
fn input_files(folder: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let file = folder.join(name);
    if file.is_file() {
        return Ok(vec![file]);
    }
    if name.contains(['*', '?']) {
        let root = glob::Pattern::escape(&folder.to_string_lossy());
        let whole = if root.is_empty() { name.to_string() } else { format!("{root}/{name}") };
        let found = glob::glob(&whole).map_err(|error| format!("'{name}' is not a pattern: {}", error.msg))?;
        let files: Vec<PathBuf> = found.flatten().collect();
        if !files.is_empty() {
            return Ok(files);
        }
    }
    Err(format!("there is no input file '{name}'"))
}

/// What the first line of a file says about the right answer: `expect: TRUE` in a comment.
fn expectation(path: &Path) -> Expected {
    use std::io::{BufRead, BufReader, Read};
    let mut line = Vec::new();
    if let Ok(file) = std::fs::File::open(path) {
        drop(BufReader::new(file.take(1000)).read_until(b'\n', &mut line));
    }
    let line = String::from_utf8_lossy(&line);
    let word = line.trim_start_matches(['/', ';', '*', ' ']).strip_prefix("expect:").and_then(|rest| {
        let rest = rest.trim_start();
        rest.split(|c: char| !c.is_ascii_alphabetic()).next()
    });
    word.and_then(Expected::parse).unwrap_or(Expected::Unknown)
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("{}: there is no such file", display(path)),
        _ => format!("{}: {error}", display(path)),
    })?;
    String::from_utf8(bytes).map_err(|_| format!("{}: the file is not UTF-8", display(path)))
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

fn display(path: &Path) -> String {
    path.display().to_string()
}

/// The name of the folder that a file is in.
fn folder_name(path: &Path) -> String {
    let parent = std::path::absolute(path).ok().and_then(|path| path.parent().map(Path::to_path_buf));
    parent.and_then(|parent| Some(parent.file_name()?.to_string_lossy().into_owned())).unwrap_or_else(|| "tasks".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Files(tempfile::TempDir);

    impl Files {
        fn new(files: &[(&str, &str)]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            for (name, text) in files {
                let path = folder.path().join(name);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, text).unwrap();
            }
            Files(folder)
        }

        fn collect(&self, path: &str, choice: &Choice) -> Result<Collected, String> {
            let result = collect(&[self.0.path().join(path)], choice);
            result.map_err(|message| message.replace(&self.0.path().display().to_string(), "ROOT"))
        }
    }

    fn repository() -> Files {
        let definition = "format_version: '2.0'\ninput_files: x.c\nproperties:\n  - property_file: \
            ../properties/unreach-call.prp\n    expected_verdict: false\n  - property_file: \
            ../properties/termination.prp\noptions:\n  data_model: ILP32\n";
        Files::new(&[
            ("c/properties/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
            ("c/properties/termination.prp", "CHECK( init(main()), LTL(F end) )\n"),
            ("c/loops/a.yml", definition),
            ("c/loops/b.yml", &definition.replace("false", "true")),
            ("c/loops/j.yml", &definition.replace("options:\n", "options:\n  language: Java\n")),
            ("c/loops/x.c", "int main() { return 0; }\n"),
            ("c/Loops.set", "loops/*.yml\n"),
            ("tasks.csv", "category,task,property,expected,bits\nL,loops/a.yml,unreach-call,true,64\n"),
            ("systems/a.vmt", "; expect: FALSE (in two steps)\n"),
            ("systems/b.smt2", ""),
            ("bad.yml", "format_version: '1.0'\ninput_files: [\n"),
            ("missing.csv", "task\nnowhere.yml\n"),
        ])
    }

    fn names(collected: &Collected) -> Vec<&str> {
        collected.tasks.iter().map(|task| task.name.rsplit('/').next().unwrap()).collect()
    }

    #[test]
    fn a_set_gives_tasks_with_supported_properties() {
        let collected = repository().collect("c/Loops.set", &Choice::default()).unwrap();
        assert_eq!(names(&collected), ["a.yml", "b.yml"]);
        assert_eq!(collected.unsupported, [("property termination".to_string(), 2), ("language Java".to_string(), 1)]);
        let task = &collected.tasks[0];
        assert_eq!((task.category.as_str(), &task.expected), ("Loops", &Expected::False(None)));
        assert_eq!(task.bits, Some(Bits::ThirtyTwo));
        assert!(task.files[0].ends_with("c/loops/x.c"));
    }

    #[test]
    fn a_list_has_the_last_word() {
        let collected = repository().collect("", &Choice::default()).unwrap();
        let task = &collected.tasks[0];
        assert_eq!((task.name.as_str(), task.category.as_str()), ("loops/a.yml", "L"));
        assert_eq!((&task.expected, task.bits), (&Expected::True, Some(Bits::SixtyFour)));
        assert!(task.property_file.as_ref().unwrap().ends_with("c/loops/../properties/unreach-call.prp"));
    }

    #[test]
    fn plain_files_say_what_to_expect_in_their_first_line() {
        let collected = repository().collect("systems", &Choice::default()).unwrap();
        assert_eq!(names(&collected), ["a.vmt", "b.smt2"]);
        let expected: Vec<_> = collected.tasks.iter().map(|task| task.expected.clone()).collect();
        assert_eq!(expected, [Expected::False(None), Expected::Unknown]);
    }

    #[test]
    fn tasks_can_be_chosen() {
        let files = repository();
        let choose = |choice: Choice| {
            let collected = files.collect("c/Loops.set", &choice).unwrap();
            names(&collected).into_iter().map(str::to_string).collect::<Vec<_>>()
        };
        assert_eq!(choose(Choice { names: vec!["*/b.*".into()], ..Choice::default() }), ["b.yml"]);
        assert_eq!(choose(Choice { names: vec!["b.y".into()], ..Choice::default() }), ["b.yml"]);
        assert_eq!(choose(Choice { every: 2, ..Choice::default() }), ["a.yml"]);
        assert_eq!(choose(Choice { limit: Some(1), ..Choice::default() }), ["a.yml"]);
        assert_eq!(choose(Choice { categories: vec!["M*".into()], ..Choice::default() }), [""; 0]);
    }

    #[test]
    fn a_list_may_name_a_task_with_two_data_models_but_not_with_two_answers() {
        let files = |rows: &str| {
            let files = repository();
            std::fs::write(files.0.path().join("tasks.csv"), format!("task,property,expected,bits\n{rows}")).unwrap();
            files
        };
        let row = "loops/a.yml,unreach-call";
        let both =
            files(&format!("{row},,32\n{row},true,64\n{row},false,32\n")).collect("", &Choice::default()).unwrap();
        assert_eq!(names(&both), ["a.yml:ILP32", "a.yml:LP64"]);
        // What the list does not say, the definition does.
        let expected: Vec<_> = both.tasks.iter().map(|task| task.expected.clone()).collect();
        assert_eq!(expected, [Expected::False(None), Expected::True]);
        let only = Choice { names: vec!["*/a.yml".into()], ..Choice::default() };
        assert_eq!(files(&format!("{row},,32\n{row},,64\n")).collect("", &only).unwrap().tasks.len(), 2);
        let error = files(&format!("{row},true,64\n{row},false,64\n")).collect("", &Choice::default()).unwrap_err();
        assert_eq!(
            error,
            "ROOT/tasks.csv: line 3: 'loops/a.yml' is false, but it was true before (ROOT/tasks.csv: line 2)"
        );
    }

    #[test]
    fn mistakes_are_told_with_file_and_line() {
        let files = repository();
        let error = |path| files.collect(path, &Choice::default()).unwrap_err();
        assert!(error("bad.yml").starts_with("ROOT/bad.yml: line "), "{}", error("bad.yml"));
        assert_eq!(error("missing.csv"), "ROOT/missing.csv: line 2: there is no file 'nowhere.yml'");
        assert_eq!(error("no.yml"), "ROOT/no.yml: there is no such file");
        assert!(error("c/properties").contains("the folder has no tasks"));
    }
}
