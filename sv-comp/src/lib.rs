//! What SV-COMP defines: property files, data models and verdict words.
//!
//! *Architecture invariant:* knows nothing of how anything is proved.
