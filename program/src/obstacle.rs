//! What stands in the way of a verdict: a kind, on which decisions rest, and what it is in the user's words.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that keeps an execution, or a place in the program, from being judged.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    /// The kind.
    pub kind: ObstacleKind,
    /// What it is, in the user's words; with its place, where that is not kept beside it.
    pub what: String,
}

/// The kinds of obstacles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleKind {
    /// The program uses something that is not modelled.
    Construct,
    /// The program calls a function that has no body and may do more than return a value.
    NoBody,
    /// Recursion goes deeper than it was unfolded.
    Recursion,
    /// The execution takes a value that stands for one that the verifier does not know.
    MadeUp,
    /// The execution rests on something of which the transition system knows less than the program says.
    Approximated,
    /// The execution does what C leaves undefined before it reaches the error.
    Undefined,
    /// The execution is too long to be followed.
    TooLong,
    /// There was no time to look at the execution.
    NoTime,
    /// The execution ends elsewhere, or differs between the interpreter and the machine.
    Elsewhere,
    /// The property is none of those that are decided.
    Property,
}

impl ObstacleKind {
    const WORDS: [(ObstacleKind, &'static str); 10] = [
        (ObstacleKind::Construct, "construct"),
        (ObstacleKind::NoBody, "no-body"),
        (ObstacleKind::Recursion, "recursion"),
        (ObstacleKind::MadeUp, "made-up"),
        (ObstacleKind::Approximated, "approximated"),
        (ObstacleKind::Undefined, "undefined"),
        (ObstacleKind::TooLong, "too-long"),
        (ObstacleKind::NoTime, "no-time"),
        (ObstacleKind::Elsewhere, "elsewhere"),
        (ObstacleKind::Property, "property"),
    ];

    /// The word for it in the text form of programs.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(kind, _)| *kind == self).map_or("construct", |(_, word)| word)
    }

    /// The kind that a word stands for.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, known)| *known == word).map(|(kind, _)| *kind)
    }

    /// Whether it is a place of the program behind which nothing is known. An execution that avoids it may still count.
    pub fn is_in_program(self) -> bool {
        matches!(self, ObstacleKind::Construct | ObstacleKind::NoBody | ObstacleKind::Recursion | ObstacleKind::MadeUp)
    }
}

impl Obstacle {
    /// An obstacle of a kind.
    pub fn new(kind: ObstacleKind, what: impl Into<String>) -> Self {
        Obstacle { kind, what: what.into() }
    }

    /// The same with more text, such as the place, behind it.
    pub fn with(mut self, more: &str) -> Self {
        self.what.push_str(more);
        self
    }
}

impl From<String> for Obstacle {
    fn from(what: String) -> Self {
        Obstacle::new(ObstacleKind::Construct, what)
    }
}

impl From<&str> for Obstacle {
    fn from(what: &str) -> Self {
        Obstacle::new(ObstacleKind::Construct, what)
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_kinds_correspond() {
        for (kind, word) in ObstacleKind::WORDS {
            assert_eq!((kind.word(), ObstacleKind::of_word(word)), (word, Some(kind)));
        }
        assert_eq!(ObstacleKind::of_word("nothing"), None);
    }
}
