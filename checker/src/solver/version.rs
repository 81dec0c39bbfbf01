//! Which Z3 is in the process.

/// The version of the Z3 library that was loaded, which need not be the one that was built against.
pub fn z3_version() -> &'static str {
    z3::full_version()
}
