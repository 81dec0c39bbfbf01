//! What can go wrong in a program, one row a kind: how the command line, SV-COMP and reports call it.
//!
//! A new kind of check is a row of [`TABLE`] and its instrumentation in the frontend.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of error that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckKind {
    /// A failing assertion, or a call that must not be reached.
    Assert,
    /// Signed arithmetic whose result does not fit its type.
    Overflow,
    /// An access outside of the object that the pointer belongs to, or a write to what must not be written.
    Bounds,
    /// A pointer that leads to no object, or to one that is no more.
    Pointer,
    /// A `free` of what is not there to be freed.
    Free,
    /// An index past an array that is a part of an object.
    ArrayIndex,
    /// An integer division or remainder by zero.
    Division,
    /// A shift that C does not define.
    Shift,
    /// A conversion to a type that does not have the value.
    Conversion,
    /// Memory that was not freed and that nothing points to.
    Leak,
    /// Memory that was not freed.
    Cleanup,
}

/// What there is to know about a kind of check.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// The kind.
    pub kind: CheckKind,
    /// What the command line calls it.
    pub word: &'static str,
    /// The property of SV-COMP that asks for it, if one does.
    pub sv_comp: Option<&'static str>,
    /// Whether it is made if the user says nothing.
    pub is_default: bool,
    /// What is wrong when it fails, as a title.
    pub title: &'static str,
    /// The same in a sentence.
    pub sentence: &'static str,
    /// What was proved when it holds.
    pub proved: &'static str,
}

/// What SV-COMP calls memory safety.
pub const MEMORY_SAFETY: &str = "valid-memsafety";
/// The parts of memory safety.
pub const MEMORY_SAFETY_PARTS: [&str; 3] = ["valid-free", "valid-deref", "valid-memtrack"];

/// All kinds of checks.
pub const TABLE: [CheckInfo; 11] = [
    CheckInfo {
        kind: CheckKind::Assert,
        word: "assert",
        sv_comp: Some("unreach-call"),
        is_default: true,
        title: "Error reached",
        sentence: "An execution reaches a call that must not be reached: reach_error, or a failing assert.",
        proved: "the error is never reached",
    },
    CheckInfo {
        kind: CheckKind::Overflow,
        word: "overflow",
        sv_comp: Some("no-overflow"),
        is_default: true,
        title: "Signed overflow",
        sentence: "The result of signed arithmetic does not fit its type, which C does not define.",
        proved: "no signed overflow",
    },
    CheckInfo {
        kind: CheckKind::Bounds,
        word: "bounds",
        sv_comp: Some("valid-deref"),
        is_default: true,
        title: "Access out of bounds",
        sentence: "Memory is read or written outside of the object that the pointer belongs to, or a constant is written.",
        proved: "no access out of bounds",
    },
    CheckInfo {
        kind: CheckKind::Pointer,
        word: "pointer",
        sv_comp: Some("valid-deref"),
        is_default: true,
        title: "Invalid pointer",
        sentence: "A pointer is followed that is null, was never set, or leads to an object that is no more.",
        proved: "no invalid pointer is followed",
    },
    CheckInfo {
        kind: CheckKind::Free,
        word: "free",
        sv_comp: Some("valid-free"),
        is_default: true,
        title: "Invalid free",
        sentence: "Memory is freed twice, or the pointer that is freed is not the start of what malloc gave.",
        proved: "no invalid free",
    },
    CheckInfo {
        kind: CheckKind::ArrayIndex,
        word: "array-index",
        sv_comp: None,
        is_default: true,
        title: "Array index out of bounds",
        sentence: "An index is past the array that it is an index of, even where the access stays inside of the object.",
        proved: "no index is past its array",
    },
    CheckInfo {
        kind: CheckKind::Division,
        word: "division",
        sv_comp: None,
        is_default: true,
        title: "Division by zero",
        sentence: "An integer is divided by zero.",
        proved: "no division by zero",
    },
    CheckInfo {
        kind: CheckKind::Shift,
        word: "shift",
        sv_comp: None,
        is_default: true,
        title: "Undefined shift",
        sentence: "A shift is by a negative number or by the width or more, or shifts a negative number to the left or out of range.",
        proved: "every shift is defined",
    },
    CheckInfo {
        kind: CheckKind::Conversion,
        word: "conversion",
        sv_comp: None,
        is_default: true,
        title: "Conversion out of range",
        sentence: "A floating-point number is converted to an integer type that cannot hold it, or a bool holds neither 0 nor 1.",
        proved: "every converted value fits its type",
    },
    CheckInfo {
        kind: CheckKind::Leak,
        word: "leak",
        sv_comp: Some("valid-memtrack"),
        is_default: false,
        title: "Memory leak",
        sentence: "The program ends, and memory that it did not free can no longer be reached.",
        proved: "no memory leak",
    },
    CheckInfo {
        kind: CheckKind::Cleanup,
        word: "cleanup",
        sv_comp: Some("valid-memcleanup"),
        is_default: false,
        title: "Memory not freed",
        sentence: "The program ends, and memory that it allocated is not freed.",
        proved: "all memory is freed",
    },
];

impl CheckKind {
    /// What there is to know about it.
    pub fn info(self) -> &'static CheckInfo {
        TABLE.iter().find(|info| info.kind == self).unwrap_or(&TABLE[0])
    }

    /// What the command line calls it.
    pub fn word(self) -> &'static str {
        self.info().word
    }

    /// The kind that a word stands for.
    pub fn of_word(word: &str) -> Option<Self> {
        TABLE.iter().find(|info| info.word == word).map(|info| info.kind)
    }

    /// Whether it is about memory: what is allocated, where pointers lead, and what is freed.
    pub fn is_of_memory(self) -> bool {
        match self {
            CheckKind::Bounds | CheckKind::Pointer | CheckKind::Free | CheckKind::Leak | CheckKind::Cleanup => true,
            CheckKind::Assert | CheckKind::Overflow | CheckKind::ArrayIndex => false,
            CheckKind::Division | CheckKind::Shift | CheckKind::Conversion => false,
        }
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of kinds of checks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<CheckKind>", from = "Vec<CheckKind>")]
pub struct CheckSet(u64);

impl CheckSet {
    /// No checks.
    pub const NONE: CheckSet = CheckSet(0);

    /// What is checked if the user says nothing.
    pub fn default_checks() -> Self {
        TABLE.iter().filter(|info| info.is_default).map(|info| info.kind).collect()
    }

    /// All that there is.
    pub fn all() -> Self {
        TABLE.iter().map(|info| info.kind).collect()
    }

    /// What a property of SV-COMP asks for; nothing if it is not known.
    pub fn of_property(word: &str) -> Self {
        let is_meant = |name: &str| name == word || (word == MEMORY_SAFETY && MEMORY_SAFETY_PARTS.contains(&name));
        TABLE.iter().filter(|info| info.sv_comp.is_some_and(is_meant)).map(|info| info.kind).collect()
    }

    /// Whether the set has this kind.
    pub fn contains(self, kind: CheckKind) -> bool {
        self.0 & (1 << kind as u64) != 0
    }

    /// The set with this kind.
    #[must_use]
    pub fn with(self, kind: CheckKind) -> Self {
        CheckSet(self.0 | 1 << kind as u64)
    }

    /// The kinds of both sets.
    #[must_use]
    pub fn union(self, other: CheckSet) -> Self {
        CheckSet(self.0 | other.0)
    }

    /// The set without these kinds.
    #[must_use]
    pub fn without(self, others: CheckSet) -> Self {
        CheckSet(self.0 & !others.0)
    }

    /// Whether memory is looked at.
    pub fn has_memory(self) -> bool {
        self.iter().any(CheckKind::is_of_memory)
    }

    /// Whether nothing is checked.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = CheckKind> {
        TABLE.iter().map(|info| info.kind).filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<CheckKind> for CheckSet {
    fn from_iter<I: IntoIterator<Item = CheckKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(CheckSet::NONE, CheckSet::with)
    }
}

impl From<Vec<CheckKind>> for CheckSet {
    fn from(kinds: Vec<CheckKind>) -> Self {
        kinds.into_iter().collect()
    }
}

impl From<CheckSet> for Vec<CheckKind> {
    fn from(set: CheckSet) -> Self {
        set.iter().collect()
    }
}

impl fmt::Display for CheckSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.iter().map(CheckKind::word).collect();
        f.write_str(&words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row_and_names_of_its_own() {
        for info in &TABLE {
            assert_eq!(info.kind.info().word, info.word);
            assert_eq!(CheckKind::of_word(info.word), Some(info.kind));
            assert_eq!(TABLE.iter().filter(|other| other.kind == info.kind || other.word == info.word).count(), 1);
        }
        assert_eq!(CheckKind::of_word("nothing"), None);
    }

    #[test]
    fn sets_keep_what_they_are_given() {
        let set = CheckSet::all().without(CheckSet::default_checks());
        assert_eq!(set.iter().next(), Some(CheckKind::Leak));
        assert_eq!(set.to_string(), "leak,cleanup");
        assert_eq!(CheckSet::NONE.with(CheckKind::Overflow).with(CheckKind::Assert).to_string(), "assert,overflow");
        assert!(CheckSet::NONE.is_empty() && !set.is_empty());
    }
}
