//! The words of a verdict, as the competition's scripts look for them.

use euclase_program::Property;

/// The property holds.
pub const TRUE: &str = "true";

/// The property fails; [`false_word`] says which one.
pub const FALSE: &str = "false";

/// There is no answer.
pub const UNKNOWN: &str = "unknown";

/// The word for a property that fails: `false(unreach-call)`.
pub fn false_word(property: Property) -> String {
    format!("{FALSE}({property})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn false_names_the_property() {
        assert_eq!(false_word(Property::UnreachCall), "false(unreach-call)");
        assert_eq!(false_word(Property::NoOverflow), "false(no-overflow)");
    }
}
