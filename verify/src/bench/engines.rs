//! The engines of a bench: those of `verify`, with settings, and other tools.

use super::adapter::Adapter;
use super::outcome::Reading;
use super::reading::read_verify;
use super::tasks::Task;
use super::warden::Run;
use crate::args::{EngineChoice, Stage};
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much longer than it was told `verify` may take: an answer that is found in time is checked.
const GRACE: Duration = Duration::from_secs(6);

/// The options that say what a program means, and not how to search. Whoever validates an answer needs them, too.
const ABOUT_MEANING: [&str; 4] = ["--malloc-may-fail", "--assume-pure-externals", "--property", "--clang"];

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
        if EngineChoice::from_str(name, false).is_err() {
            let own = EngineChoice::value_variants().iter().filter_map(|choice| choice.to_possible_value());
            let own = own.map(|value| value.get_name().to_string());
            let known: Vec<String> = own.chain(adapters.iter().map(|adapter| adapter.name.clone())).collect();
            return Err(format!("there is no engine '{name}'; there are {}", known.join(", ")));
        }
        let mut arguments = vec!["--engine".to_string(), name.to_string()];
        for part in parts {
            if part.starts_with("--") {
                arguments.push(part.to_string());
            } else if part.split_once('=').is_some_and(|(key, value)| !key.is_empty() && !value.is_empty()) {
                arguments.extend(["--tune".to_string(), part.to_string()]);
            } else {
                return Err(format!("'{part}' in '{label}' is neither key=value nor an option of verify"));
            }
        }
        Ok(Engine { label, kind: Kind::Own(arguments) })
    }

    /// Says if a setting is none that this `verify` has.
    pub fn check_settings(&self) -> Result<(), String> {
        let Kind::Own(arguments) = &self.kind else { return Ok(()) };
        for pair in arguments.windows(2).filter(|pair| pair[0] == "--tune") {
            let set = euclase_checker::Tuning::default().set(&pair[1]);
            set.map_err(|error| format!("engine '{}': {error}", self.label))?;
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
    pub fn grace(&self) -> Duration {
        match &self.kind {
            Kind::Own(_) => GRACE,
            Kind::Tool(adapter) => adapter.grace,
        }
    }

    /// The command that runs the engine on a task; `emitted` is the file that was made of it, and `witness` the one to
    /// write the answer to, if it is one of those that can.
    pub fn command(&self, task: &Task, told: &Told, emitted: &Path, witness: Option<&Path>) -> Vec<OsString> {
        match &self.kind {
            Kind::Own(arguments) => {
                let mut command = vec![told.verify.clone().into_os_string(), "--json".into()];
                command.extend(arguments.iter().map(OsString::from));
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
            let name = |argument: &String| argument.split('=').next().unwrap_or_default().to_string();
            let about_meaning = arguments.iter().filter(|argument| ABOUT_MEANING.contains(&name(argument).as_str()));
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

/// Says if a name does not tell which engine is meant.
pub fn check_names(adapters: &[Adapter]) -> Result<(), String> {
    for (index, adapter) in adapters.iter().enumerate() {
        let name = &adapter.name;
        if EngineChoice::from_str(name, false).is_ok() {
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
}
