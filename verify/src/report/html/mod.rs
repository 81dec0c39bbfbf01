//! The report for a browser: one page that needs nothing else.
//!
//! Everything is in the page as text, so it can be read without its script; with it, an execution can be walked
//! through step by step. The page allows no script but its own, whatever a source file or a file's name contains.

mod highlight;
mod panels;
mod source;
mod steps;

use super::document::Document;
use super::terminal;
use super::words::{self, seconds};
use crate::bench::page::fill;
use crate::sha256;
use euclase_result::{Answer, Verdict};
use highlight::escape;
use serde_json::json;
use steps::Walk;

const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn page(document: &Document) -> String {
    let report = &document.report;
    let walk = Walk::of(document);
    let mark = marked_line(document);
    let first = walk.steps.iter().find_map(|step| step.place).or(mark).map_or(0, |(file, _)| file);
    let data = json!({
        "steps": walk.steps.iter().map(steps::Step::object).collect::<Vec<_>>(),
        "calls": walk.calls.iter().map(|call| json!({ "function": call.function, "parent": call.parent })).collect::<Vec<_>>(),
        "groups": walk.groups,
        "first": first,
        "mark": mark.map(|(file, line)| [file as u64, u64::from(line)]),
    });
    // Whatever a source file says, it must not end the script; the text is the same to a JSON parser.
    let data = data.to_string().replace('<', "\\u003c");
    let verdict = report.verdict();
    let class = match verdict {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::Unknown => "unknown",
        Verdict::Error => "error",
    };
    let facts = [
        Some(escape(&report.file)),
        report.program.as_ref().and_then(|p| p.facts.data_model).map(|model| model.name().to_string()),
        report.answer.engine().map(|engine| format!("engine {engine}")),
        Some(crate::units::show_time(seconds(report.seconds))),
    ];
    let footer = match walk.steps.is_empty() {
        true => escape(&report.tool),
        false => format!(
            "{} <span class=keys>· <kbd>←</kbd> <kbd>→</kbd> walk through the execution, \
             <kbd>Home</kbd> <kbd>End</kbd> go to its ends</span>",
            escape(&report.tool)
        ),
    };
    let notices = report.warnings.iter().cloned().chain(document.sources.changes());
    let notices: String = notices.map(|text| format!("<p class=notice>{}</p>\n", escape(&text))).collect();
    let parts = [
        ("@TITLE@", escape(&format!("{}: {}", verdict.word(), report.file))),
        ("@TOOL@", escape(&report.tool)),
        ("@STYLE@", include_str!("page.css").to_string()),
        ("@CLASS@", class.to_string()),
        ("@VERDICT@", verdict.word().to_string()),
        ("@HEADLINE@", escape(&headline(document))),
        ("@FACTS@", facts.into_iter().flatten().collect::<Vec<_>>().join(" · ")),
        ("@NOTICES@", notices),
        ("@SOURCES@", source::files(document, &walk, mark)),
        ("@PANELS@", panels::all(document, &walk)),
        ("@FOOTER@", footer),
        ("@DATA@", data),
        ("@SCRIPT_HASH@", format!("sha256-{}", base64(&sha256::digest(SCRIPT.as_bytes())))),
        ("@SCRIPT@", SCRIPT.to_string()),
    ];
    fill(include_str!("page.html"), &parts)
}

/// The answer in one sentence; who gave it and how fast is told elsewhere.
fn headline(document: &Document) -> String {
    let sentence = terminal::sentence(&document.report);
    match sentence.rfind(" (") {
        Some(end) if document.report.answer.is_decided() => sentence[..end].to_string(),
        _ => sentence,
    }
}

/// The line that the answer points at, where it is no execution: that of an error in the input, or one that the
/// reason for UNKNOWN names.
fn marked_line(document: &Document) -> Option<(usize, u32)> {
    match &document.report.answer {
        Answer::Error { error } => Some((0, u32::try_from(error.line?).ok()?)),
        Answer::Unknown { reason } => document.sources.mentioned(&words::reason(reason)),
        Answer::True(_) | Answer::False(_) => None,
    }
}

/// Bytes as the policy of a page writes digests.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = (0..3).fold(0u32, |number, at| number << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_written_as_browsers_expect_them() {
        assert_eq!(base64(b""), "");
        assert_eq!(base64(b"f"), "Zg==");
        assert_eq!(base64(b"fo"), "Zm8=");
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
    }
}
