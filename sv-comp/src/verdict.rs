//! The words of a verdict, as the competition's scripts look for them.

use euclase_program::CheckKind;

/// The property holds.
pub const TRUE: &str = "true";

/// The property fails; [`false_word`] says which one.
pub const FALSE: &str = "false";

/// There is no answer.
pub const UNKNOWN: &str = "unknown";

/// The word for a check that fails: `false(unreach-call)`; [`FALSE`] alone if no property of the competition asks for it.
pub fn false_word(check: CheckKind) -> String {
    match check.info().sv_comp {
        Some(property) => format!("{FALSE}({property})"),
        None => FALSE.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_names_the_property() {
        assert_eq!(false_word(CheckKind::Assert), "false(unreach-call)");
        assert_eq!(false_word(CheckKind::Overflow), "false(no-overflow)");
    }
}
