//! What SV-COMP defines: property files and verdict words.
//!
//! *Architecture invariant:* knows nothing of how anything is proved.

mod property_file;
mod verdict;

pub use property_file::{PropertyError, PropertyFile, UnsupportedProperty, read_property_file};
pub use verdict::{FALSE, TRUE, UNKNOWN, false_word};
