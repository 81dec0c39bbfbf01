//! What an answer is worth: right answers earn one or two points, wrong ones cost many.
//!
//! The scheme is that of the competition's rules: a wrong proof costs twice what a wrong alarm does, and
//! an alarm for another part of the property than the one that fails is wrong, too.

use std::fmt;

/// What the right answer is, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The property holds.
    True,
    /// The property fails; where it has parts, this is the part that does.
    False(Option<String>),
    /// The input must be refused.
    Error,
    /// Nobody said.
    Unknown,
}

/// What a tool answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The property holds.
    True,
    /// The property fails, and which part of it where the tool says so.
    False(Option<String>),
    /// There is no answer.
    Unknown,
    /// The input was refused.
    Error,
}

/// An answer held against the right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Judgement {
    CorrectTrue,
    CorrectFalse,
    /// What had to be refused was refused.
    CorrectError,
    WrongTrue,
    WrongFalse,
    /// An answer to a task whose right answer is not known.
    Answered,
    /// No answer.
    None,
}

impl Expected {
    /// Reads `true`, `false`, `false(valid-deref)`, `error`, or nothing.
    pub fn parse(text: &str) -> Option<Expected> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        Some(match lower.as_str() {
            "true" => Expected::True,
            "false" => Expected::False(None),
            "error" => Expected::Error,
            "" | "unknown" => Expected::Unknown,
            _ => {
                let part = lower.strip_prefix("false(")?.strip_suffix(')')?;
                Expected::False(Some(part.to_string()))
            }
        })
    }
}

fn write_false(f: &mut fmt::Formatter<'_>, part: &Option<String>) -> fmt::Result {
    match part {
        Some(part) => write!(f, "false({part})"),
        None => f.write_str("false"),
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::True => f.write_str("true"),
            Expected::False(part) => write_false(f, part),
            Expected::Error => f.write_str("error"),
            Expected::Unknown => f.write_str("unknown"),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::True => f.write_str("true"),
            Found::False(part) => write_false(f, part),
            Found::Unknown => f.write_str("unknown"),
            Found::Error => f.write_str("error"),
        }
    }
}

/// Holds an answer against the right one.
pub fn judge(expected: &Expected, found: &Found) -> Judgement {
    match (expected, found) {
        (Expected::Error, Found::Error) => Judgement::CorrectError,
        (_, Found::Unknown | Found::Error) => Judgement::None,
        (Expected::Unknown, _) => Judgement::Answered,
        (Expected::True, Found::True) => Judgement::CorrectTrue,
        (_, Found::True) => Judgement::WrongTrue,
        (Expected::False(Some(right)), Found::False(Some(part))) if right != part => Judgement::WrongFalse,
        (Expected::False(_), Found::False(_)) => Judgement::CorrectFalse,
        (_, Found::False(_)) => Judgement::WrongFalse,
    }
}

impl Judgement {
    /// The points of the competition.
    pub fn score(self) -> i64 {
        match self {
            Judgement::CorrectTrue => 2,
            Judgement::CorrectFalse => 1,
            Judgement::WrongTrue => -32,
            Judgement::WrongFalse => -16,
            Judgement::CorrectError | Judgement::Answered | Judgement::None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(expected: &str, found: Found) -> i64 {
        judge(&Expected::parse(expected).unwrap(), &found).score()
    }

    #[test]
    fn the_points_are_those_of_the_competition() {
        assert_eq!(score("true", Found::True), 2);
        assert_eq!(score("false(unreach-call)", Found::False(None)), 1);
        assert_eq!(score("false", Found::True), -32);
        assert_eq!(score("true", Found::False(None)), -16);
        assert_eq!(score("true", Found::Unknown), 0);
        assert_eq!(score("", Found::True), 0);
    }

    #[test]
    fn another_part_of_the_property_is_a_wrong_alarm() {
        let deref = || Found::False(Some("valid-deref".into()));
        assert_eq!(score("false(valid-deref)", deref()), 1);
        assert_eq!(score("false(valid-free)", deref()), -16);
        assert_eq!(score("false", deref()), 1);
    }

    #[test]
    fn an_answer_to_what_must_be_refused_is_wrong() {
        assert_eq!(judge(&Expected::Error, &Found::Error), Judgement::CorrectError);
        assert_eq!(judge(&Expected::Error, &Found::True), Judgement::WrongTrue);
        assert_eq!(judge(&Expected::Error, &Found::False(None)), Judgement::WrongFalse);
        assert_eq!(judge(&Expected::True, &Found::Error), Judgement::None);
    }

    #[test]
    fn expectations_print_as_they_are_read() {
        for text in ["true", "false", "false(valid-memtrack)", "error", "unknown"] {
            assert_eq!(Expected::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Expected::parse(" TRUE "), Some(Expected::True));
        assert_eq!(Expected::parse(""), Some(Expected::Unknown));
        assert_eq!(Expected::parse("maybe"), None);
    }
}
