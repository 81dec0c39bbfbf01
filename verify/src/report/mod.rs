//! What is told to the user at the end.

pub mod assumptions;
pub mod calls;
pub mod document;
mod excerpt;
pub mod html;
pub mod json;
pub mod paint;
pub mod path;
pub mod sarif;
pub mod sources;
pub mod statistics;
pub mod terminal;
pub mod trace;
pub mod words;
