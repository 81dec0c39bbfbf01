//! Having answers checked: a worker for each, which reads the input and the evidence anew.

use super::Portfolio;
use crate::worker::crash;
use crate::worker::process::{self, Start, Worker};
use crate::worker::protocol::{CertifyRequest, Message, Request};
use euclase_result::{Answer, EngineOutcome, Evidence, GaveUp, Work};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time that there always is for checking an answer found in time.
pub(crate) const CHECKING_GRACE: Duration = Duration::from_secs(5);

/// Evidence on its way to be checked.
pub(super) struct Candidate {
    pub search: usize,
    pub evidence: Evidence,
}

/// A worker that checks an answer.
pub(super) struct Certifier {
    pub number: usize,
    pub candidate: Candidate,
    pub worker: Worker,
    pub started: Instant,
    pub deadline: Option<Instant>,
    pub work: Work,
    pub log: crash::LogTail,
    pub verdict: Option<Message>,
}

impl Portfolio<'_> {
    /// Starts to check the answers that have come in.
    pub(super) fn certify_waiting(&mut self) {
        for candidate in std::mem::take(&mut self.waiting) {
            self.certify(candidate);
        }
    }

    fn certify(&mut self, candidate: Candidate) {
        let now = Instant::now();
        let deadline = self.deadline.map(|d| d.max(now + CHECKING_GRACE));
        let search = &self.searches[candidate.search];
        let request = CertifyRequest {
            evidence: candidate.evidence.clone(),
            digest: search.input.as_ref().map_or(0, |i| i.digest),
            by_cases: search.engine.info().lists_states,
            array_abstraction: self.plan.array_abstraction,
            seconds: deadline.map(|d| (d - now).as_secs_f64()),
            verbosity: self.plan.verbosity,
        };
        let number = self.next_number;
        self.next_number += 1;
        let folder = self.plan.certificate.as_deref().map(|folder| own_folder(folder, number));
        let mut paths = vec![OsStr::new("certify"), self.plan.input.as_os_str()];
        paths.extend(folder.as_deref().map(Path::as_os_str));
        let live = self.searches.iter().filter(|s| s.worker.is_some()).count();
        let start = Start {
            program: &self.plan.program,
            paths,
            request: Request::Certify(request),
            memory: self.share(live + self.certifiers.len() + 1),
            niceness: 0,
            has_children: false,
        };
        match Worker::start(start, number, self.sender.clone()) {
            Ok(worker) => {
                let (work, log) = (Work::default(), crash::LogTail::default());
                let certifier =
                    Certifier { number, candidate, worker, started: now, deadline, work, log, verdict: None };
                self.certifiers.push(certifier);
            }
            Err(error) => {
                let why = GaveUp::Internal(format!("cannot start the process that checks the answer: {error}"));
                self.searches[candidate.search].outcome = EngineOutcome::GaveUp(why);
            }
        }
    }

    pub(super) fn certifier_closed(&mut self, number: usize) -> Option<Answer> {
        let share = self.live_share();
        let position = self.certifiers.iter().position(|c| c.number == number)?;
        let mut certifier = self.certifiers.remove(position);
        let ending = certifier.worker.ending();
        process::ended(&mut certifier.work, &ending, certifier.started);
        self.certification = Some(certifier.work);
        let search = &mut self.searches[certifier.candidate.search];
        let engine = search.engine;
        let verdict =
            certifier.verdict.unwrap_or_else(|| Message::GaveUp(crash::explain(&ending, &certifier.log, share)));
        match verdict {
            Message::Certified { mut certificate, completed } => {
                if let Some(folder) = &self.plan.certificate
                    && certificate.not_written.is_none()
                {
                    certificate.not_written = keep(folder, number).err().map(|error| error.to_string());
                }
                if let Some(why) = &certificate.not_written {
                    self.warnings.push(format!("the certificate could not be written: {why}"));
                }
                let evidence = completed.unwrap_or(certifier.candidate.evidence);
                return Some(Answer::certified(engine.name(), evidence, certificate));
            }
            Message::Refused { why } => {
                self.warnings.push(format!("the answer of the {engine} engine did not check: {why}"));
                search.outcome = EngineOutcome::Refused(why);
            }
            Message::GaveUp(GaveUp::Timeout) => {
                self.unchecked.get_or_insert(engine);
                search.outcome = EngineOutcome::GaveUp(GaveUp::Timeout);
            }
            Message::GaveUp(GaveUp::InputChanged) => {
                self.input_changed = true;
                search.outcome = EngineOutcome::GaveUp(GaveUp::InputChanged);
            }
            Message::GaveUp(GaveUp::Internal(what)) => {
                self.warnings.push(format!("the check of the {engine} engine's answer crashed: {what}"));
                search.outcome = EngineOutcome::GaveUp(GaveUp::Internal(format!("in checking its answer: {what}")));
            }
            Message::GaveUp(why @ GaveUp::OutOfMemory) => search.outcome = EngineOutcome::GaveUp(why),
            Message::GaveUp(why) => {
                search.outcome = EngineOutcome::GaveUp(GaveUp::NotChecked(why.to_string()));
            }
            Message::InputError(_) => {
                // The search could read it, so it is another file now.
                self.input_changed = true;
                search.outcome = EngineOutcome::GaveUp(GaveUp::InputChanged);
            }
            Message::Read(_)
            | Message::Facts(_)
            | Message::Progress(_)
            | Message::Statistics(_)
            | Message::Checked
            | Message::Doing { .. }
            | Message::Prepared(_)
            | Message::Explained(_)
            | Message::Summarised(_)
            | Message::Emitted
            | Message::Answer { .. } => {}
        }
        self.share_memory();
        None
    }
}

/// Where a check writes its certificate: several checks may go on at the same time, and only one is kept.
fn own_folder(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{UNDECIDED}{number}"))
}

/// How the folders of checks start whose answer is not given yet.
const UNDECIDED: &str = ".check-";

/// Makes the certificate of a check the one that the user gets.
fn keep(folder: &Path, number: usize) -> std::io::Result<()> {
    let from = own_folder(folder, number);
    withdraw(folder);
    for entry in std::fs::read_dir(&from)? {
        let entry = entry?;
        std::fs::rename(entry.path(), folder.join(entry.file_name()))?;
    }
    std::fs::remove_dir(from)
}

/// Removes the certificate of an answer that is not the one that is given. The folder was empty when the run began, so that all in
/// it is ours.
pub fn withdraw(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(UNDECIDED) {
            drop(std::fs::remove_file(entry.path()));
        }
    }
}

/// Removes what checks have written whose answer was not given. What cannot be removed does no harm.
pub(super) fn discard(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNDECIDED) {
            drop(std::fs::remove_dir_all(entry.path()));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The files of a proof that had been withdrawn stayed beside those of the one that counted.
    #[test]
    fn a_certificate_has_the_files_of_one_proof_only() {
        let folder = tempfile::tempdir().unwrap();
        let own = own_folder(folder.path(), 3);
        std::fs::create_dir(&own).unwrap();
        std::fs::create_dir(own_folder(folder.path(), 4)).unwrap();
        for path in [folder.path().join("obligation-1.smt2"), folder.path().join("index.tsv"), own.join("index.tsv")] {
            std::fs::write(path, "").unwrap();
        }
        keep(folder.path(), 3).unwrap();
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, [".check-4", "index.tsv"]);
        discard(folder.path());
        withdraw(folder.path());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
