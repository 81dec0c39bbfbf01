//! Which of the formats a text is in.

use super::chc::read_horn;
use super::error::ParseError;
use super::lexer::{Lexer, TokenKind};
use super::vmt::read_vmt;
use crate::system::TransitionSystem;
use crate::term::Terms;

/// A text format for transition systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SMT-LIB with annotations for states, initial states, steps and properties.
    Vmt,
    /// Horn clauses, as assertions or as rules and queries.
    Horn,
}

impl Format {
    /// The format of a text: the first command or annotation decides that only one format has.
    pub fn of(text: &str) -> Result<Option<Format>, ParseError> {
        let mut lexer = Lexer::new(text);
        let mut depth = 0usize;
        loop {
            match lexer.next()?.kind {
                TokenKind::End => return Ok(None),
                TokenKind::Keyword(":next" | ":init" | ":trans" | ":invar-property" | ":live-property") => {
                    return Ok(Some(Format::Vmt));
                }
                TokenKind::Open => {
                    depth += 1;
                    if is_horn(&mut lexer, depth)? {
                        return Ok(Some(Format::Horn));
                    }
                }
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// Whether what follows a parenthesis, at this depth, is only found in Horn clauses.
fn is_horn(lexer: &mut Lexer<'_>, depth: usize) -> Result<bool, ParseError> {
    let TokenKind::Symbol { name, quoted: false } = lexer.peek()?.kind else {
        return Ok(false);
    };
    if depth > 1 {
        return Ok(matches!(name, "forall" | "exists"));
    }
    if name == "set-logic" {
        lexer.next()?;
        return Ok(matches!(lexer.peek()?.kind, TokenKind::Symbol { name: "HORN", .. }));
    }
    Ok(matches!(name, "declare-rel" | "declare-var" | "rule" | "query"))
}

/// Reads a transition system in whichever format the text is in.
pub fn read_system(bytes: &[u8]) -> Result<(Terms, TransitionSystem), ParseError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        ParseError::at(bytes, at, format!("the file is not a text in UTF-8 (byte 0x{:02x})", bytes[at]))
    })?;
    match Format::of(text)? {
        Some(Format::Horn) => read_horn(text),
        Some(Format::Vmt) => read_vmt(text),
        None => {
            // A mistake in the text is more helpful to know than that it says nothing of a system.
            read_vmt(text)?;
            Err(ParseError::at(bytes, bytes.len(), "the file holds neither a VMT system nor Horn clauses"))
        }
    }
}
