//! The user's certificate: of all that checks have written, that of the answer that is given.
//!
//! Several checks may go on at the same time, so each writes into a folder of its own beside the others. Before a run the user's folder
//! was empty, so that all in it is ours.

use crate::strategy::{Reported, UNDECIDED};
use euclase_result::{Answer, V2};
use std::path::Path;

/// Makes the certificate of a result the one that the user gets, and removes all others.
pub fn keep(reported: Reported, certificate: Option<&Path>) -> V2 {
    let Reported { mut report, certificate: own } = reported;
    let Some(folder) = certificate else { return report };
    if let Some(own) = own
        && let Err(error) = unpack(&own, folder)
    {
        report.warnings.push(format!("the certificate could not be written: {error}"));
        match &mut report.answer {
            Answer::True(proof) => proof.certificate.not_written = Some(error.to_string()),
            Answer::False(counterexample) => counterexample.certificate.not_written = Some(error.to_string()),
            Answer::Unknown { .. } | Answer::Error { .. } => {}
        }
    }
    discard(folder);
    report
}

/// Moves what is in a folder to the one around it.
fn unpack(own: &Path, folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(own)? {
        let entry = entry?;
        std::fs::rename(entry.path(), folder.join(entry.file_name()))?;
    }
    std::fs::remove_dir(own)
}

/// Removes what checks have written whose answer was not given. What cannot be removed does no harm.
fn discard(folder: &Path) {
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
    use euclase_result::Reason;

    /// The files of a proof that had been withdrawn stayed beside those of the one that counted.
    #[test]
    fn a_certificate_has_the_files_of_one_proof_only() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str| folder.path().join(format!("{UNDECIDED}{name}"));
        for name in ["euf", "kind"] {
            std::fs::create_dir(of(name)).unwrap();
            std::fs::write(of(name).join(format!("{name}.smt2")), "").unwrap();
        }
        let report = V2::unknown(Reason::Interrupted, 0.0);
        keep(Reported { report, certificate: Some(of("euf")) }, Some(folder.path()));
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(names, ["euf.smt2"]);
    }
}
