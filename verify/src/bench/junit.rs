//! Results as JUnit XML, which systems for continuous integration show as tests.
//!
//! A run is a test case. It passes when the answer is the right one; where the right one is not known, when the property
//! holds. No answer in the limits is a test that was skipped, with the reason; it is neither good nor bad news.

use super::outcome::Outcome;
use super::results::Row;

/// The results as a document.
pub fn xml(title: &str, rows: &[Row]) -> String {
    let verdicts: Vec<Verdict> = rows.iter().map(Verdict::of).collect();
    let number = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| wanted(verdict)).count();
    let (failures, errors, skipped) = (
        number(|verdict| matches!(verdict, Verdict::Failed(_))),
        number(|verdict| matches!(verdict, Verdict::Broken(_))),
        number(|verdict| matches!(verdict, Verdict::Skipped(_))),
    );
    let seconds: f64 = rows.iter().map(|row| row.wall_seconds).sum();
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\"",
        rows.len()
    );
    let name = escape(title);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" {counts}>\n\
         <testsuite name=\"{name}\" {counts}>\n"
    );
    for (row, verdict) in rows.iter().zip(&verdicts) {
        let class = [row.category.as_str(), row.engine.as_str()].into_iter().filter(|part| !part.is_empty());
        let class = class.collect::<Vec<_>>().join(".");
        text.push_str(&format!(
            "<testcase name=\"{}\" classname=\"{}\" time=\"{:.3}\">",
            escape(&format!("{} ({})", row.task, row.property)),
            escape(&class),
            row.wall_seconds
        ));
        match verdict {
            Verdict::Passed => {}
            Verdict::Failed(why) => text.push_str(&format!("<failure message=\"{}\"/>", escape(why))),
            Verdict::Broken(why) => text.push_str(&format!("<error message=\"{}\"/>", escape(why))),
            Verdict::Skipped(why) => text.push_str(&format!("<skipped message=\"{}\"/>", escape(why))),
        }
        text.push_str(&format!("<system-out>{}</system-out></testcase>\n", escape(&row.log)));
    }
    text + "</testsuite>\n</testsuites>\n"
}

enum Verdict {
    Passed,
    Failed(String),
    Broken(String),
    Skipped(String),
}

impl Verdict {
    fn of(row: &Row) -> Self {
        let because = |what: &str| match row.reason.is_empty() {
            true => what.to_string(),
            false => format!("{what}: {}", row.reason),
        };
        match row.outcome {
            Outcome::CorrectTrue | Outcome::CorrectFalse | Outcome::CorrectError => Verdict::Passed,
            Outcome::Answered if row.verdict.eq_ignore_ascii_case("false") => {
                Verdict::Failed("the property is violated; the log says how".to_string())
            }
            Outcome::Answered => Verdict::Passed,
            Outcome::WrongTrue | Outcome::WrongFalse => {
                Verdict::Failed(format!("the answer is {}, but {} is expected", row.verdict, row.expected))
            }
            Outcome::Unknown => Verdict::Skipped(because("no answer")),
            Outcome::Timeout => Verdict::Skipped(because("no answer in time")),
            Outcome::OutOfMemory => Verdict::Skipped(because("no answer in the memory there is")),
            Outcome::Error => Verdict::Broken(because("the input was refused")),
            Outcome::Crash => Verdict::Broken(because("the run crashed")),
        }
    }
}

/// Text for XML, also inside quoted attributes. XML has no way to write most control characters.
fn escape(text: &str) -> String {
    let plain = |c: char| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c };
    super::page::escape(&text.chars().map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::row;
    use super::*;

    #[test]
    fn runs_are_test_cases() {
        let mut wrong = row("b<&>.c", "euf", Outcome::WrongTrue, 2.0);
        (wrong.verdict, wrong.expected) = ("TRUE".to_string(), "FALSE".to_string());
        let mut unknown = row("c", "euf", Outcome::Timeout, 3.0);
        unknown.reason = "30 s\u{1b}".to_string();
        let mut bug = row("d", "euf", Outcome::Answered, 1.0);
        bug.verdict = "FALSE".to_string();
        let rows = [row("a", "euf", Outcome::CorrectTrue, 1.0), wrong, unknown, bug];
        let text = xml("R & D", &rows);
        assert!(text.contains("name=\"R &amp; D\" tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\""), "{text}");
        assert!(text.contains("<failure message=\"the answer is TRUE, but FALSE is expected\"/>"), "{text}");
        assert!(text.contains("name=\"b&lt;&amp;&gt;.c "), "{text}");
        assert!(text.contains("<skipped message=\"no answer in time: 30 s\u{fffd}\"/>"), "{text}");
        assert_eq!(text.matches("<testcase ").count(), 4);
    }
}
