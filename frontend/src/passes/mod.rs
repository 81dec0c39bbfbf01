//! Passes on whole programs that serve verification rather than size.
