//! The engines of a bench: those of `verify`, with settings, and other tools.

use super::adapter::Adapter;
use super::outcome::Reading;
use super::reading::{complaint, read_verify};
use super::tasks::Task;
use super::warden::Run;
use crate::args::{Args, EngineChoice, Stage};
use crate::strategy::limits::checking_time;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much longer than it was told, and than it takes to check an answer that is found in time, `verify` may take.
const GRACE: Duration = Duration::from_secs(1);

/// The options that say what a program means, and not how to search. Whoever validates an answer needs them, too.
const ABOUT_MEANING: [&str; 6] =
    ["--malloc-may-fail", "--malloc-never-fails", "--assume-pure-externals", "--property", "--data-model", "--clang"];

/// The options that every run is given anyway, and where they come from.
const GIVEN: [(&str, &str); 6] = [
    ("--engine", "from the name before the first '+'"),
    ("--json", "to read the answer"),
    ("--timeout", "from its own --timeout"),
    ("--memory-limit", "from its own --memory"),
    ("--property-file", "from the task"),
    ("--witness", "with its own --validate"),
];

/// The options with which `verify` prints something else than the JSON object that it is asked for.
const OTHER_OUTPUT: [&str; 5] = ["--sv-comp", "--emit", "--output", "--help", "--version"];

/// The option that says how a witness is written, which only those can be told that write one.
const WITNESS_FORMAT: &str = "--witness-format";

/// One of those that are compared.
#[derive(Clone, Debug)]
pub struct Engine {
    /// How it is called in results: as it was asked for.
    pub label: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// `verify` with these arguments.
    Own(Vec<String>),
    Tool(Box<Adapter>),
}

/// What every run is told.
#[derive(Clone, Debug)]
pub struct Told {
    /// The time.
    pub timeout: Duration,
    /// The bytes of memory.
    pub memory: u64,
    /// The `verify` to run.
    pub verify: PathBuf,
    /// The property file of tasks that have none.
    pub default_property: PathBuf,
}

impl Engine {
    /// Reads what the user asked for: `euf`, `euf+key=value`, `auto+--option`, or the name of an adapter.
    pub fn parse(text: &str, adapters: &[Adapter]) -> Result<Engine, String> {
        let label = text.trim().to_string();
        if let Some(adapter) = adapters.iter().find(|adapter| adapter.name == label) {
            return Ok(Engine { label, kind: Kind::Tool(Box::new(adapter.clone())) });
        }
        let mut parts = label.split('+');
        let name = parts.next().unwrap_or_default();
        if EngineChoice::of_word(name).is_none() {
            let own = EngineChoice::words().map(str::to_string);
            let known: Vec<String> = own.chain(adapters.iter().map(|adapter| adapter.name.clone())).collect();
            return Err(format!("there is no engine '{name}'; there are {}", known.join(", ")));
        }
        let mut arguments = vec!["--engine".to_string(), name.to_string()];
        for part in parts {
            if part.starts_with("--") && part != "--" {
                check_option(part).map_err(|why| format!("engine '{label}': {why}"))?;
                arguments.push(part.to_string());
            } else if part.split_once('=').is_some_and(|(key, value)| !key.is_empty() && !value.is_empty()) {
                arguments.extend(["--tune".to_string(), part.to_string()]);
            } else {
                return Err(format!("'{part}' in '{label}' is neither key=value nor an option of verify"));
            }
        }
        Ok(Engine { label, kind: Kind::Own(arguments) })
    }

    /// Says if a setting or an option is none that this `verify` has.
    pub fn check_settings(&self) -> Result<(), String> {
        let Kind::Own(arguments) = &self.kind else { return Ok(()) };
        for pair in arguments.windows(2).filter(|pair| pair[0] == "--tune") {
            let set = euclase_checker::Tuning::default().set(&pair[1]);
            set.map_err(|error| format!("engine '{}': {error}", self.label))?;
        }
        let words = ["verify", "--json", "--witness", "w.yml"].into_iter();
        let words = words.chain(arguments.iter().map(String::as_str)).chain(["--", "a.c"]);
        match Args::read_from("", words.map(OsString::from)) {
            Ok(_) => Ok(()),
            Err(error) => {
                let why = complaint(&error.to_string());
                Err(format!("engine '{}': {}", self.label, why.trim_start_matches("error: ")))
            }
        }
    }

    /// Says if an option is one that the bench gives itself for some of the tasks, or if it cannot be given for them.
    pub fn check_tasks(&self, tasks: &[Task], validate: bool) -> Result<(), String> {
        let Kind::Own(arguments) = &self.kind else { return Ok(()) };
        for option in arguments.iter().map(|argument| name_of(argument)) {
            let task = match option {
                "--data-model" => tasks.iter().find(|task| task.bits.is_some()),
                "--property" => tasks.iter().find(|task| task.property_file.is_some()),
                WITNESS_FORMAT if !validate => {
                    let why = "no witnesses are written without --validate";
                    return Err(format!("engine '{}': {option} is of no use: {why}", self.label));
                }
                _ => None,
            };
            if let Some(task) = task {
                let what = if option == "--property" { "--property-file" } else { option };
                return Err(format!(
                    "engine '{}': the bench gives {what} itself, from task '{}'",
                    self.label, task.name
                ));
            }
        }
        Ok(())
    }

    /// What has to be made of the task before the engine can run.
    pub fn emits(&self) -> Option<Stage> {
        match &self.kind {
            Kind::Own(_) => None,
            Kind::Tool(adapter) => adapter.emit,
        }
    }

    /// Whether it can write witnesses.
    pub fn writes_witnesses(&self) -> bool {
        matches!(self.kind, Kind::Own(_))
    }

    /// How much longer than it was told a run may take.
    pub fn grace(&self, timeout: Duration) -> Duration {
        match &self.kind {
            Kind::Own(_) => checking_time(Some(timeout)) + GRACE,
            Kind::Tool(adapter) => adapter.grace,
        }
    }

    /// The command that runs the engine on a task; `emitted` is the file that was made of it, and `witness` the one to
    /// write the answer to, if it is one of those that can.
    pub fn command(&self, task: &Task, told: &Told, emitted: &Path, witness: Option<&Path>) -> Vec<OsString> {
        match &self.kind {
            Kind::Own(arguments) => {
                let mut command = vec![told.verify.clone().into_os_string(), "--json".into()];
                let fits = |argument: &&String| witness.is_some() || name_of(argument) != WITNESS_FORMAT;
                command.extend(arguments.iter().filter(fits).map(OsString::from));
                command.extend(about_limits(told));
                if let Some(witness) = witness {
                    command.extend(["--witness".into(), witness.as_os_str().to_os_string()]);
                }
                command.extend(about_task(task));
                command
            }
            Kind::Tool(adapter) => {
                let bits = task.bits.map(|bits| bits.data_model());
                let property = task.property_file.as_ref().unwrap_or(&told.default_property);
                let values = BTreeMap::from([
                    ("file", task.files.first().map(|file| file.clone().into_os_string()).unwrap_or_default()),
                    ("emitted", emitted.as_os_str().to_os_string()),
                    ("property", task.property.clone().into()),
                    ("property_file", property.clone().into_os_string()),
                    ("data_model", bits.unwrap_or("LP64").into()),
                    ("bits", if bits == Some("ILP32") { "32" } else { "64" }.into()),
                    ("timeout", told.timeout.as_secs_f64().ceil().to_string().into()),
                    ("timeout_ms", told.timeout.as_millis().to_string().into()),
                    ("memory", told.memory.to_string().into()),
                    ("memory_mib", (told.memory >> 20).to_string().into()),
                ]);
                let mut command = vec![adapter.program.clone().into_os_string()];
                command.extend(adapter.arguments(&values, &task.files));
                command
            }
        }
    }

    /// The command by which a `verify` validates a witness of what the engine answered. It searches in its own way: an
    /// engine that finds bugs only could not confirm a proof.
    pub fn validation(&self, task: &Task, told: &Told, validator: &Path, witness: &Path) -> Vec<OsString> {
        let mut command = vec![validator.as_os_str().to_os_string(), "validate".into(), "--json".into()];
        // A witness of our own is for this very file.
        command.push("--check-hash".into());
        if let Kind::Own(arguments) = &self.kind {
            let about_meaning = arguments.iter().filter(|argument| ABOUT_MEANING.contains(&name_of(argument)));
            command.extend(about_meaning.map(OsString::from));
        }
        command.extend(about_limits(told));
        command.extend(["--witness".into(), witness.as_os_str().to_os_string()]);
        command.extend(about_task(task));
        command
    }

    /// What a run said.
    pub fn read(&self, run: &Run, stdout: &str, stderr: &str) -> Reading {
        match &self.kind {
            Kind::Own(_) => read_verify(run, stdout, stderr),
            Kind::Tool(adapter) => adapter.read_answer(run, stdout, stderr),
        }
    }

    /// What tells one configuration of the engine from another.
    pub fn fingerprint(&self) -> String {
        match &self.kind {
            Kind::Own(arguments) => arguments.join(" "),
            Kind::Tool(adapter) => format!("{adapter:?}"),
        }
    }
}

/// The name of an option, which may have its value behind it.
fn name_of(argument: &str) -> &str {
    argument.split_once('=').map_or(argument, |(name, _)| name)
}

/// Says if an option is none that an engine of a bench can have.
fn check_option(argument: &str) -> Result<(), String> {
    let name = name_of(argument);
    if let Some((_, origin)) = GIVEN.iter().find(|(given, _)| *given == name) {
        return Err(format!("the bench gives {name} itself, {origin}"));
    }
    if OTHER_OUTPUT.contains(&name) {
        return Err(format!("{name} cannot be used: the bench gives --json itself, to read the answer"));
    }
    Ok(())
}

/// Says if a name does not tell which engine is meant.
pub fn check_names(adapters: &[Adapter]) -> Result<(), String> {
    for (index, adapter) in adapters.iter().enumerate() {
        let name = &adapter.name;
        if EngineChoice::of_word(name).is_some() {
            return Err(format!("an adapter cannot be called '{name}': verify has an engine of that name"));
        }
        if adapters[..index].iter().any(|other| other.name == *name) {
            return Err(format!("two adapters are called '{name}'"));
        }
    }
    Ok(())
}

/// The command that makes of a task what an engine needs.
pub fn emit_command(stage: Stage, task: &Task, told: &Told, emitted: &Path) -> Vec<OsString> {
    let stage = stage.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default();
    let mut command = vec![told.verify.clone().into_os_string(), "--emit".into(), stage.into()];
    command.extend(["-o".into(), emitted.as_os_str().to_os_string()]);
    command.extend(["--timeout".into(), format!("{}ms", told.timeout.as_millis()).into()]);
    command.extend(about_task(task));
    command
}

/// The arguments of `verify` that say how much it may take.
fn about_limits(told: &Told) -> [OsString; 4] {
    let time = format!("{}ms", told.timeout.as_millis());
    ["--timeout".into(), time.into(), "--memory-limit".into(), format!("{}KiB", told.memory >> 10).into()]
}

/// The arguments of `verify` that say what the task is.
fn about_task(task: &Task) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = Vec::new();
    if let Some(bits) = task.bits {
        arguments.extend(["--data-model".into(), bits.data_model().into()]);
    }
    if let Some(file) = &task.property_file {
        arguments.extend(["--property-file".into(), file.clone().into_os_string()]);
    }
    arguments.push("--".into());
    arguments.extend(task.files.iter().map(|file| file.clone().into_os_string()));
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_sv_comp::{Bits, Expected};

    fn task() -> Task {
        Task {
            name: "a.yml".into(),
            category: "x".into(),
            property: "unreach-call".into(),
            expected: Expected::True,
            files: vec!["a.c".into()],
            property_file: Some("p.prp".into()),
            bits: Some(Bits::ThirtyTwo),
            parameter: None,
        }
    }

    fn told() -> Told {
        Told {
            timeout: Duration::from_secs(30),
            memory: 4 << 30,
            verify: "verify".into(),
            default_property: "d.prp".into(),
        }
    }

    fn line(command: Vec<OsString>) -> String {
        command.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn settings_become_options() {
        let engine = Engine::parse("euf+a=1+--no-slice", &[]).unwrap();
        assert_eq!(
            line(engine.command(&task(), &told(), Path::new(""), None)),
            "verify --json --engine euf --tune a=1 --no-slice --timeout 30000ms --memory-limit 4194304KiB \
             --data-model ILP32 --property-file p.prp -- a.c"
        );
    }

    #[test]
    fn witnesses_are_validated_for_the_same_meaning_and_by_any_search() {
        let engine = Engine::parse("bmc+a=1+--malloc-may-fail+--no-slice+--clang=/bin/clang", &[]).unwrap();
        let command = line(engine.command(&task(), &told(), Path::new(""), Some(Path::new("w.yml"))));
        assert!(command.ends_with("--witness w.yml --data-model ILP32 --property-file p.prp -- a.c"), "{command}");
        assert_eq!(
            line(engine.validation(&task(), &told(), Path::new("this"), Path::new("w.yml"))),
            "this validate --json --check-hash --malloc-may-fail --clang=/bin/clang --timeout 30000ms \
             --memory-limit 4194304KiB --witness w.yml --data-model ILP32 --property-file p.prp -- a.c"
        );
        let engine = Engine::parse("euf+--malloc-never-fails+--check=assert", &[]).unwrap();
        let command = line(engine.validation(&task(), &told(), Path::new("this"), Path::new("w.yml")));
        assert!(command.starts_with("this validate --json --check-hash --malloc-never-fails --timeout"), "{command}");
    }

    #[test]
    fn engines_that_are_not_there_are_named() {
        let error = Engine::parse("magic", &[]).unwrap_err();
        assert!(error.starts_with("there is no engine 'magic'; there are auto, euf, "), "{error}");
        assert!(Engine::parse("euf+fast", &[]).unwrap_err().contains("neither key=value"));
        assert!(Engine::parse("euf+=1", &[]).is_err());
        let error = Engine::parse("euf+facts=off+foo=bar", &[]).unwrap().check_settings().unwrap_err();
        assert!(
            error.starts_with("engine 'euf+facts=off+foo=bar': there is no setting 'foo=bar'; there are"),
            "{error}"
        );
        assert_eq!(Engine::parse("euf+facts=off", &[]).unwrap().check_settings(), Ok(()));
    }

    #[test]
    fn options_that_the_bench_gives_itself_are_refused() {
        let error = |text: &str| Engine::parse(text, &[]).unwrap_err();
        assert_eq!(
            error("auto+--timeout=5s"),
            "engine 'auto+--timeout=5s': the bench gives --timeout itself, from its own --timeout"
        );
        assert_eq!(
            error("auto+--sv-comp"),
            "engine 'auto+--sv-comp': --sv-comp cannot be used: the bench gives --json itself, to read the answer"
        );
        for option in ["witness=w.yml", "memory-limit=1GiB", "property-file=p.prp", "json", "engine=bmc"] {
            let name = option.split('=').next().unwrap();
            let error = error(&format!("auto+--{option}"));
            assert!(error.contains(&format!("the bench gives --{name} itself")), "{error}");
        }
        for option in ["emit=vmt", "output=x", "help", "version"] {
            assert!(error(&format!("auto+--{option}")).contains("the bench gives --json itself"), "{option}");
        }
        assert!(error("auto+--").contains("neither key=value nor an option"));
    }

    #[test]
    fn every_option_that_is_given_is_refused() {
        let command = Engine::parse("euf", &[]).unwrap().command(&task(), &told(), Path::new(""), Some(Path::new("w")));
        let words = command.iter().map(|word| word.to_str().unwrap());
        for option in words.take_while(|word| *word != "--").filter(|word| word.starts_with("--")) {
            let engine = Engine::parse(&format!("euf+{option}=1"), &[]);
            assert!(engine.and_then(|engine| engine.check_tasks(&[task()], true)).is_err(), "{option}");
        }
    }

    #[test]
    fn options_are_refused_if_tasks_say_the_same() {
        let plain = Task { property_file: None, bits: None, ..task() };
        let check =
            |text: &str, task: &Task| Engine::parse(text, &[]).unwrap().check_tasks(std::slice::from_ref(task), false);
        assert_eq!(
            check("euf+--property=no-overflow", &task()).unwrap_err(),
            "engine 'euf+--property=no-overflow': the bench gives --property-file itself, from task 'a.yml'"
        );
        assert!(check("euf+--data-model=LP64", &task()).unwrap_err().contains("gives --data-model itself, from task"));
        assert_eq!(check("euf+--property=no-overflow+--data-model=LP64", &plain), Ok(()));
    }

    #[test]
    fn only_witnesses_have_a_format() {
        let engine = Engine::parse("euf+--witness-format=graphml", &[]).unwrap();
        assert_eq!(engine.check_settings(), Ok(()));
        assert!(
            engine.check_tasks(&[task()], false).unwrap_err().contains("no witnesses are written without --validate")
        );
        assert_eq!(engine.check_tasks(&[task()], true), Ok(()));
        let command = |witness| line(engine.command(&task(), &told(), Path::new(""), witness));
        assert!(command(Some(Path::new("w.yml"))).contains("--witness-format=graphml"));
        assert!(!command(None).contains("--witness-format"));
    }

    #[test]
    fn options_that_verify_does_not_have_are_told() {
        let error = |text: &str| Engine::parse(text, &[]).unwrap().check_settings().unwrap_err();
        assert_eq!(error("euf+--fast"), "engine 'euf+--fast': unexpected argument '--fast' found");
        assert!(error("euf+--max-depth=much").starts_with("engine 'euf+--max-depth=much': invalid value 'much'"));
        assert!(error("euf+--without=kind").starts_with("engine 'euf+--without=kind': "));
        let fine = "auto+--without=kind+--clang=/bin/clang+--no-slice+--calls=wait";
        assert_eq!(Engine::parse(fine, &[]).unwrap().check_settings(), Ok(()));
    }
}
