//! What a run of `verify` answered, read from the JSON object that it prints.

use super::outcome::{Reading, Trouble};
use super::warden::{Limit, Run};
use euclase_result::{Answer, Reason, V2};
use euclase_sv_comp::Found;

/// How long a reason may be, in characters.
const REASON: usize = 300;

/// The exit code of `verify` for a wrong command line or input.
const REFUSED: i32 = 2;

/// What `verify` said.
pub fn read_verify(run: &Run, stdout: &str, stderr: &str) -> Reading {
    if let Some(reading) = read_end(run) {
        return reading;
    }
    let result = match V2::read(stdout) {
        Ok(result) => result,
        Err(_) if stdout.trim_start().starts_with('{') => {
            return Reading::none(Trouble::Crash, "the answer is not understood");
        }
        Err(_) if run.code == Some(REFUSED) => return refused(stderr),
        Err(_) => return ended_without_answer(run, stderr),
    };
    let winner = result.answer.engine().unwrap_or_default().to_string();
    let found = |found| Reading { found, trouble: None, reason: String::new(), winner: winner.clone() };
    let trouble = |trouble| Reading::none(trouble, one_line(&result.message));
    match &result.answer {
        Answer::True(_) => found(Found::True),
        Answer::False(counterexample) => {
            let check = counterexample.violation.as_ref().map(|violation| violation.check);
            found(Found::False(check.and_then(|check| check.info().sv_comp).map(str::to_string)))
        }
        Answer::Error { error } => Reading::none(Trouble::Error, one_line(&error.message)),
        Answer::Unknown { reason } => match reason {
            Reason::Timeout { .. } | Reason::Unchecked { .. } => trouble(Trouble::Timeout),
            Reason::OutOfMemory { .. } => trouble(Trouble::OutOfMemory),
            Reason::InternalError { .. } => Reading { found: Found::Unknown, ..trouble(Trouble::Crash) },
            Reason::Environment { .. } | Reason::Interrupted => {
                Reading { found: Found::Unknown, ..trouble(Trouble::Error) }
            }
            Reason::GaveUp { .. } | Reason::Unsupported { .. } | Reason::Doubtful => {
                Reading { reason: one_line(&result.message), ..found(Found::Unknown) }
            }
        },
    }
}

/// What the end of a run says by itself: a limit, or a tool that did not start.
pub fn read_end(run: &Run) -> Option<Reading> {
    if let Some(trouble) = &run.trouble {
        let reason = one_line(trouble);
        return Some(Reading { found: Found::Unknown, ..Reading::none(Trouble::Error, reason) });
    }
    Some(match run.limit? {
        Limit::Memory => Reading::none(Trouble::OutOfMemory, "ended from outside: memory"),
        Limit::Cpu => Reading::none(Trouble::Timeout, "ended from outside: processor time"),
        Limit::Wall => Reading::none(Trouble::Timeout, "ended from outside: time"),
    })
}

/// A run that refused its command line. What it would have said of the input is not known, so that this is not the right
/// answer of an input that must be refused.
fn refused(stderr: &str) -> Reading {
    let why = complaint(stderr);
    let reason = if why.is_empty() { format!("ended with code {REFUSED}") } else { why };
    Reading { found: Found::Unknown, ..Reading::none(Trouble::Error, reason) }
}

/// What is wrong with a command line, as clap or we say it: the error without advice and usage, else the last line.
pub fn complaint(stderr: &str) -> String {
    let error: Vec<&str> = stderr
        .lines()
        .skip_while(|line| !line.starts_with("error: "))
        .take_while(|line| !line.trim().is_empty())
        .collect();
    match error.is_empty() {
        true => one_line(last_line(stderr)),
        false => one_line(&error.join(" ")),
    }
}

fn last_line(text: &str) -> &str {
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default()
}

/// A run that ended by itself and said nothing that is understood.
pub fn ended_without_answer(run: &Run, stderr: &str) -> Reading {
    let last = last_line(stderr);
    let last = if last.is_empty() { String::new() } else { format!(": {last}") };
    match (run.code, run.signal) {
        (_, Some(signal)) => Reading::none(Trouble::Crash, one_line(&format!("died of signal {signal}{last}"))),
        (Some(code), _) => Reading::none(Trouble::Crash, one_line(&format!("ended with code {code}{last}"))),
        _ => Reading::none(Trouble::Crash, one_line(&format!("vanished{last}"))),
    }
}

/// A text in one line that is not too long.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(REASON) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Outcome;
    use super::*;
    use euclase_program::CheckKind;
    use euclase_result::{Counterexample, InputError, Proof, Violation};
    use euclase_sv_comp::Expected;

    fn verify(stdout: &str, code: i32) -> Reading {
        read_verify(&Run { code: Some(code), ..Run::default() }, stdout, "verify: something\n")
    }

    #[test]
    fn answers_and_reasons_are_read() {
        let proof = Answer::True(Box::new(Proof { engine: "euf".into(), ..Proof::default() }));
        let reading = verify(&stored(proof), 0);
        assert_eq!((reading.found, reading.winner.as_str()), (Found::True, "euf"));
        let violation = Some(Violation::of(CheckKind::Assert, "no"));
        let violated = Answer::False(Box::new(Counterexample { violation, ..Counterexample::default() }));
        assert_eq!(verify(&stored(violated), 1).found, Found::False(Some("unreach-call".into())));
        let reading = verify(&stored(Answer::Unknown { reason: Reason::unsupported("asm") }), 3);
        assert_eq!((reading.found, reading.trouble, reading.reason.as_str()), (Found::Unknown, None, "a.c:3: asm"));
        let reading = verify(&stored(Answer::Unknown { reason: Reason::Timeout { limit_seconds: 1.0 } }), 3);
        assert_eq!(reading.trouble, Some(Trouble::Timeout));
        let reading = verify(&stored(Answer::Error { error: InputError::plain("no") }), 2);
        assert_eq!((reading.found, reading.reason.as_str()), (Found::Error, "no"));
        assert_eq!(verify("{}", 0).trouble, Some(Trouble::Crash));
    }

    /// What `--json` prints of an answer.
    fn stored(answer: Answer) -> String {
        let result = V2 { message: "a.c:3:\n  asm".into(), ..V2::without_search(answer, 1.0) };
        serde_json::to_string(&result).unwrap_or_default()
    }

    #[test]
    fn no_answer_is_a_crash_unless_a_limit_explains_it() {
        assert_eq!(verify("", 101).trouble, Some(Trouble::Crash));
        assert_eq!(verify("", 101).reason, "ended with code 101: verify: something");
        let killed = Run { limit: Some(Limit::Memory), ..Run::default() };
        assert_eq!(read_verify(&killed, "", "").trouble, Some(Trouble::OutOfMemory));
        // An answer that was printed by a run that then had to be killed does not count.
        let late = Run { limit: Some(Limit::Wall), ..Run::default() };
        assert_eq!(read_verify(&late, &stored(Answer::True(Box::default())), "").found, Found::Unknown);
    }

    #[test]
    fn a_command_line_that_is_refused_is_an_error_and_told_by_its_first_line() {
        let stderr = "error: the argument '--json' cannot be used with '--sv-comp'\n\nUsage: verify --json <FILE>...\n\n\
                      For more information, try '--help'.\n";
        let run = Run { code: Some(2), ..Run::default() };
        let reading = read_verify(&run, "", stderr);
        assert_eq!(reading.trouble, Some(Trouble::Error));
        assert_eq!(reading.reason, "error: the argument '--json' cannot be used with '--sv-comp'");
        assert_eq!(reading.judge(&Expected::True).0, Outcome::Error);
        assert_eq!(reading.judge(&Expected::Error).0, Outcome::Error);
        let missing = "error: the following required arguments were not provided:\n  --witness <FILE>\n\nUsage: x\n";
        assert_eq!(complaint(missing), "error: the following required arguments were not provided: --witness <FILE>");
        assert_eq!(read_verify(&run, "", "verify: no\n\n").reason, "verify: no");
        assert_eq!(read_verify(&run, "", "").reason, "ended with code 2");
    }

    #[test]
    fn reasons_are_one_short_line() {
        assert_eq!(one_line(" a\n  b\t c "), "a b c");
        assert_eq!(one_line(&"ä".repeat(400)).chars().count(), REASON + 1);
    }
}
