//! The page: results as one HTML file that needs nothing else, with plots that its own script draws.

use super::manifest::Manifest;
use super::results::Row;
use super::validation;
use serde_json::{Value, json};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// The file in a folder of results.
pub const FILE: &str = "index.html";

/// How many bytes of logs the whole page may have, and those of one run.
const ALL_EXCERPTS: usize = 8 << 20;
const EXCERPT: std::ops::Range<usize> = 400..4000;

/// One run of the bench, for a page.
pub struct Part<'a> {
    /// The folder with its logs.
    pub folder: &'a Path,
    /// How the page gets to that folder, with a slash at the end, or empty.
    pub prefix: &'a str,
    /// Under which conditions it ran.
    pub manifest: &'a Manifest,
    /// The results.
    pub rows: &'a [Row],
}

/// The page about one or several runs.
pub fn page(title: &str, parts: &[Part]) -> String {
    let number: usize = parts.iter().map(|part| part.rows.len()).sum();
    let excerpt = (ALL_EXCERPTS / number.max(1)).clamp(EXCERPT.start, EXCERPT.end);
    let mut engines: Vec<&str> = Vec::new();
    let mut rows: Vec<Value> = Vec::new();
    let mut conditions: Vec<String> = Vec::new();
    let mut timeout: f64 = 0.0;
    for part in parts {
        for (name, _) in &part.manifest.engines {
            if !engines.contains(&name.as_str()) && part.rows.iter().any(|row| row.engine == *name) {
                engines.push(name);
            }
        }
        let text = part.manifest.conditions_text();
        if !conditions.contains(&text) {
            conditions.push(text);
        }
        timeout = timeout.max(part.manifest.timeout_seconds);
        rows.extend(part.rows.iter().map(|row| row_object(row, part, excerpt)));
    }
    let data = json!({
        "engines": engines,
        "rows": rows,
        "conditions": conditions.join(" · "),
        "timeout": timeout,
    });
    // Whatever a log says, it must not end the script; the text is the same to a JSON parser.
    let data = data.to_string().replace('<', "\\u003c");
    let parts = [
        ("@TITLE@", escape(title)),
        ("@STYLE@", include_str!("page/page.css").to_string()),
        ("@SCRIPT@", include_str!("page/page.js").to_string()),
        ("@DATA@", data),
    ];
    fill(include_str!("page/page.html"), &parts)
}

/// A text with marks filled in, each piece once, so that what is filled in is not looked at again.
pub(crate) fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut result = String::new();
    let mut rest = template;
    loop {
        let next =
            parts.iter().filter_map(|(mark, text)| Some((rest.find(mark)?, *mark, text))).min_by_key(|(at, ..)| *at);
        let Some((at, mark, text)) = next else { break };
        result.push_str(&rest[..at]);
        result.push_str(text);
        rest = &rest[at + mark.len()..];
    }
    result + rest
}

fn row_object(row: &Row, part: &Part, excerpt: usize) -> Value {
    let witness = row.witness.map(|_| validation::witness_of(Path::new(&row.log)));
    let witness = witness.filter(|witness| part.folder.join(witness).exists());
    json!({
        "category": row.category,
        "task": row.task,
        "property": row.property,
        "parameter": row.parameter,
        "engine": row.engine,
        "expected": row.expected,
        "verdict": row.verdict,
        "outcome": row.outcome,
        "score": row.score,
        "cpu": row.cpu_seconds,
        "wall": row.wall_seconds,
        "memory": row.memory_bytes,
        "reason": row.reason,
        "winner": row.winner,
        "log": format!("{}{}", part.prefix, row.log),
        "witness": row.witness,
        "witnessFile": witness.map(|witness| format!("{}{}", part.prefix, witness.display())),
        "excerpt": ends(&part.folder.join(&row.log), excerpt),
    })
}

/// The beginning and the end of a log; nothing if there is none.
fn ends(path: &Path, most: usize) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = std::fs::File::open(path)?;
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        if length <= most as u64 {
            file.read_to_end(&mut bytes)?;
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        (&mut file).take(most as u64 / 4).read_to_end(&mut bytes)?;
        let start = String::from_utf8_lossy(&bytes).into_owned();
        let tail = most as u64 - most as u64 / 4;
        file.seek(SeekFrom::Start(length - tail))?;
        bytes.clear();
        file.read_to_end(&mut bytes)?;
        let end = String::from_utf8_lossy(&bytes).into_owned();
        Ok(format!("{start}\n[... {} bytes ...]\n{end}", length - most as u64))
    };
    read().unwrap_or_default()
}

/// Text for HTML and SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Outcome;
    use super::super::results::tests::row;
    use super::*;
    use std::collections::BTreeMap;

    fn manifest() -> Manifest {
        Manifest {
            format: String::new(),
            conditions: vec![("the time".to_string(), "30 s".to_string())],
            engines: vec![("euf".to_string(), String::new())],
            tasks: BTreeMap::new(),
            started: 0,
            timeout_seconds: 30.0,
        }
    }

    #[test]
    fn the_page_is_one_file_and_logs_cannot_break_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("logs")).unwrap();
        std::fs::write(folder.path().join("logs/a.euf.log"), "</script><b>@TITLE@").unwrap();
        let rows = [row("a", "euf", Outcome::CorrectTrue, 1.0)];
        let part = Part { folder: folder.path(), prefix: "", manifest: &manifest(), rows: &rows };
        let text = page("R & D", &[part]);
        assert!(text.contains("<title>R &amp; D</title>"));
        assert!(text.contains(r"\u003c/script>\u003cb>@TITLE@"));
        assert_eq!(text.matches("</script>").count(), 2);
        for outside in ["src=", "href=\"http", "@import", "url("] {
            assert!(!text.contains(outside), "{outside}");
        }
    }

    #[test]
    fn long_logs_lose_their_middle() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, format!("begin{}end", "x".repeat(1000))).unwrap();
        let text = ends(&path, 100);
        assert!(text.starts_with("begin") && text.ends_with("end") && text.len() < 150, "{text}");
        assert_eq!(ends(&folder.path().join("none"), 100), "");
    }
}
