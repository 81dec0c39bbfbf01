//! A second opinion on proofs: another solver reads the obligations of a proof (`--check-with`).
//!
//! The obligations are the files of the certificate, one formula each, and the solver has to find every one unsatisfiable. A
//! proof is TRUE only then: a model that it finds would be a bug here or there, and what it cannot decide is left open.

use crate::progress::ProgressLine;
use crate::signals;
use crate::strategy::Plan;
use euclase_result::{Answer, GaveUp, Reason, SecondOpinion, V2};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often running solvers are looked at.
const PAUSE: Duration = Duration::from_millis(5);

/// How long the solver has to show that it is one.
const TRIAL: Duration = Duration::from_secs(20);

/// A formula without a model that needs what proofs are made of.
const EXAMPLE: &str = "\
(set-logic QF_AUFBV)
(declare-fun f ((_ BitVec 8)) (_ BitVec 8))
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= (bvadd a #x01) (bvadd b #x01)))
(assert (not (= (f a) (f b))))
(check-sat)
";

/// The command that reads an SMT-LIB file: a program and its options, to which the name of the file is added.
#[derive(Clone, Debug)]
pub(crate) struct Solver {
    words: Vec<String>,
}

/// What a solver said about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Unsat,
    Sat,
    Open(String),
}

impl Solver {
    /// The solver that a command line names, after it has decided a small formula.
    pub(crate) fn find(command: &str) -> Result<Solver, String> {
        let solver = Solver { words: command.split_whitespace().map(str::to_owned).collect() };
        if solver.words.is_empty() {
            return Err("--check-with needs a command, such as cvc5".into());
        }
        let wrong = |why: String| format!("--check-with '{command}': {why}");
        let file = tempfile::Builder::new().prefix("euclase-").suffix(".smt2").tempfile();
        let file = file.map_err(|error| wrong(error.to_string()))?;
        std::fs::write(file.path(), EXAMPLE).map_err(|error| wrong(error.to_string()))?;
        match solver.ask_alone(file.path(), Instant::now() + TRIAL) {
            Ok(Said::Unsat) => Ok(solver),
            Ok(Said::Sat) => Err(wrong("it answers 'sat' to a formula that has no model".into())),
            Ok(Said::Open(why)) => Err(wrong(format!("it does not decide a small SMT-LIB file: {why}"))),
            Err(error) => Err(wrong(format!("it cannot be run: {error}"))),
        }
    }

    fn name(&self) -> String {
        self.words.join(" ")
    }

    /// Starts it on a file. What it prints goes to files, which never make it wait.
    fn start(&self, file: &Path) -> std::io::Result<Running> {
        let (answer, complaint) = (tempfile::tempfile()?, tempfile::tempfile()?);
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).arg(file).stdin(Stdio::null());
        let child = command.stdout(answer.try_clone()?).stderr(complaint.try_clone()?).spawn()?;
        Ok(Running { child, file: file.to_owned(), answer, complaint })
    }

    fn ask_alone(&self, file: &Path, deadline: Instant) -> std::io::Result<Said> {
        let mut running = self.start(file)?;
        loop {
            if let Some(said) = running.said()? {
                return Ok(said);
            }
            if Instant::now() >= deadline {
                return Ok(Said::Open("out of time".into()));
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// A solver at work, which is ended when it is no longer wanted.
struct Running {
    child: Child,
    file: PathBuf,
    answer: File,
    complaint: File,
}

impl Running {
    /// What it said, if it has ended.
    fn said(&mut self) -> std::io::Result<Option<Said>> {
        if self.child.try_wait()?.is_none() {
            return Ok(None);
        }
        Ok(Some(read(&start_of(&mut self.answer)?, &start_of(&mut self.complaint)?)))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended is only waited for.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The start of a file, which is all that is looked at.
fn start_of(file: &mut File) -> std::io::Result<String> {
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(1 << 16).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Reads a solver's answer: the one word that it prints. A message besides is an answer to nothing.
fn read(answer: &str, complaint: &str) -> Said {
    let lines: Vec<&str> = answer.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        ["unsat"] => Said::Unsat,
        ["sat"] => Said::Sat,
        ["unknown" | "timeout"] => Said::Open("it does not know".into()),
        _ => {
            let said = lines.iter().copied().chain(complaint.lines().map(str::trim)).find(|line| !line.is_empty());
            Said::Open(said.map_or("it says nothing".into(), |line| format!("it says: {line}")))
        }
    }
}

/// Lets a solver read the proof in a folder; the answer stays only if it agrees.
pub(crate) fn ask(solver: &Solver, report: &mut V2, folder: &Path, plan: &Plan, line: &mut ProgressLine) {
    let Answer::True(proof) = &mut report.answer else { return };
    let certificate = &mut proof.certificate;
    let expected = certificate.abstract_obligations + certificate.concrete_obligations;
    let unknown = match obligations(folder) {
        Err(error) => undecided(format!("{} cannot read the proof: {error}", solver.name())),
        Ok(files) if files.len() != expected => Reason::internal(format!(
            "the proof has {expected} obligations, but {} are written for {}",
            files.len(),
            solver.name()
        )),
        Ok(files) => match discharge(solver, files, plan, line) {
            Ok(obligations) => {
                certificate.second_opinion = Some(SecondOpinion { command: solver.name(), obligations });
                report.seconds = plan.start.elapsed().as_secs_f64();
                return;
            }
            Err(unknown) => unknown,
        },
    };
    report.answer = Answer::Unknown { reason: unknown };
    report.seconds = plan.start.elapsed().as_secs_f64();
}

fn obligations(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with("obligation-") && name.ends_with(".smt2") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Has every file decided, several at a time; gives how many there are.
fn discharge(solver: &Solver, files: Vec<PathBuf>, plan: &Plan, line: &mut ProgressLine) -> Result<usize, Reason> {
    let deadline = plan.time_limit.map(|limit| plan.start + limit);
    let count = files.len();
    let mut waiting = files.into_iter();
    let mut running: Vec<Running> = Vec::new();
    let mut open = Vec::new();
    let mut done = 0;
    loop {
        while running.len() < plan.jobs.unwrap_or(plan.engines.len()).max(1)
            && let Some(file) = waiting.next()
        {
            let started = solver.start(&file);
            running.push(
                started.map_err(|error| Reason::Environment {
                    what: format!("{} cannot be run: {error}", solver.name()),
                })?,
            );
        }
        if running.is_empty() {
            break;
        }
        if signals::received().is_some() {
            line.clear_interrupt();
            return Err(Reason::Interrupted);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let left = count - done + open.len();
            return Err(left_open(solver, left, count, &title(&running[0].file), "out of time"));
        }
        let mut still = Vec::new();
        for mut one in running {
            match one.said() {
                Ok(None) => still.push(one),
                Ok(Some(Said::Unsat)) => done += 1,
                Ok(Some(Said::Sat)) => {
                    return Err(Reason::internal(format!(
                        "{} finds a model of {}, which Z3 proves to have none; --certificate DIR keeps the file",
                        solver.name(),
                        title(&one.file)
                    )));
                }
                Ok(Some(Said::Open(why))) => {
                    done += 1;
                    open.push((title(&one.file), why));
                }
                Err(error) => {
                    done += 1;
                    open.push((title(&one.file), error.to_string()));
                }
            }
        }
        running = still;
        line.doing(plan.start.elapsed(), &format!("{} has read {done} of {count} obligations", solver.name()));
        std::thread::sleep(PAUSE);
    }
    line.clear();
    match open.first() {
        None => Ok(count),
        Some((file, why)) => Err(left_open(solver, open.len(), count, file, why)),
    }
}

fn left_open(solver: &Solver, open: usize, count: usize, file: &str, why: &str) -> Reason {
    undecided(format!(
        "there is a proof that Z3 has checked, but {} leaves {open} of its {count} obligations open, such as {file}: {why}",
        solver.name()
    ))
}

fn undecided(why: String) -> Reason {
    Reason::gave_up(GaveUp::Solver(why))
}

fn title(file: &Path) -> String {
    file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Said, Solver, read};

    #[test]
    fn only_the_one_word_is_an_answer() {
        assert_eq!(read("unsat\n", ""), Said::Unsat);
        assert_eq!(read("sat\n", ""), Said::Sat);
        assert!(matches!(read("unsat\nunsat\n", ""), Said::Open(_)));
        assert!(matches!(read("(error \"line 3\")\nunsat\n", ""), Said::Open(why) if why.contains("line 3")));
        assert!(matches!(read("", "no such logic\n"), Said::Open(why) if why.contains("no such logic")));
        assert!(matches!(read("unknown", ""), Said::Open(_)));
    }

    #[test]
    fn what_is_no_solver_is_refused() {
        assert!(Solver::find("  ").is_err());
        assert!(Solver::find("euclase-no-such-program").unwrap_err().contains("cannot be run"));
        assert!(Solver::find("echo sat").unwrap_err().contains("does not decide"));
    }
}
