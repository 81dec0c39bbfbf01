//! `verify bench merge`: the results of several machines, or of several shards, as one.
//!
//! They belong together if they were made under the same conditions, which their manifests say. A run that is in two
//! of them has to be the same run.

use super::folder::Claim;
use super::manifest::Manifest;
use super::results::{self, Row};
use super::validation;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is in the merged folder.
pub struct Merged {
    /// The folder.
    pub folder: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    /// All rows, by task.
    pub rows: Vec<Row>,
}

/// Puts the results of some folders into a new one, with their logs.
pub fn merge(out: &Path, folders: &[PathBuf]) -> Result<Merged, String> {
    let mut parts = Vec::new();
    for folder in folders {
        parts.push((folder, Manifest::read(folder)?, results::read(&results::file_of(folder))?));
    }
    let mut rows: BTreeMap<(String, String, String), Row> = BTreeMap::new();
    let mut whole: Option<Manifest> = None;
    for (folder, manifest, part) in &parts {
        whole = Some(match whole.take() {
            None => manifest.clone(),
            Some(before) => before
                .with(manifest.clone())
                .map_err(|why| format!("{}: the results there do not belong to the others: {why}", folder.display()))?,
        });
        for row in part {
            let (task, property, engine) = row.key();
            let key = (task.to_string(), property.to_string(), engine.to_string());
            if rows.get(&key).is_some_and(|before| before != row) {
                return Err(format!("{}: {} was run by {} elsewhere, too", folder.display(), row.task, row.engine));
            }
            rows.insert(key, row.clone());
        }
    }
    let Some(manifest) = whole else { return Err("there is nothing to merge".to_string()) };
    let claim = Claim::take(out)?;
    if claim.manifest.is_some() {
        return Err(format!("{}: there are results already; choose another folder", out.display()));
    }
    let folder = claim.folder.clone();
    let witnesses = rows.values().any(|row| row.witness.is_some()).then_some(validation::FOLDER);
    for name in ["logs"].into_iter().chain(witnesses) {
        let path = folder.join(name);
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for (from, _, part) in &parts {
        for row in part {
            // A log or a witness that is gone is no reason to lose the result.
            drop(std::fs::copy(from.join(&row.log), folder.join(&row.log)));
            if row.witness.is_some() {
                let witness = validation::witness_of(Path::new(&row.log));
                drop(std::fs::copy(from.join(&witness), folder.join(&witness)));
            }
        }
    }
    let manifest = manifest.merge_into(&folder, None)?;
    let rows: Vec<Row> = rows.into_values().collect();
    results::write_rows(&folder.join(results::FILE), &rows)?;
    Ok(Merged { folder, manifest, rows })
}
