//! Floating-point operators in text: each is a function that the text defines in SMT-LIB's own words.
//!
//! The reader knows the names, but a name alone means nothing: it must be defined, and by the very definition that the
//! writer gives, or the text is refused. So a text that is read has the same meaning for us as for everybody else.

use super::error::ParseError;
use super::lexer::{Lexer, TokenKind};
use super::operators::Operator;
use super::print::Printer;
use super::script::Script;
use super::symbols::Meaning;
use crate::float::FloatOp;
use crate::term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;

/// The operators among some terms, each once.
fn float_operators(terms: &Terms, all: &[TermId]) -> Vec<FloatOp> {
    let mut found = Vec::new();
    for term in all {
        if let Op::Float(op) = terms.op(*term)
            && !found.contains(&op)
        {
            found.push(op);
        }
    }
    found
}

/// The definitions of the operators among some terms, a line each.
pub(super) fn float_definitions(terms: &Terms, all: &[TermId]) -> String {
    float_operators(terms, all).into_iter().map(FloatOp::definition).collect()
}

/// Whether a name is one of an operator.
pub(super) fn is_float_name(name: &str) -> bool {
    FloatOp::from_name(name).is_some()
}

impl<'a> Script<'a> {
    /// The rest of `(define-fun name`, where the name is one of an operator.
    pub(super) fn define_float(&mut self, name: &'a str, op: FloatOp, at: usize) -> Result<(), ParseError> {
        let text = op.definition();
        let mut expected = Lexer::new(&text);
        for _ in ["(", "define-fun", name] {
            expected.next()?;
        }
        let mut depth = 0;
        loop {
            let wanted = expected.next()?.kind;
            if wanted == TokenKind::Close && depth == 0 {
                break;
            }
            let token = self.lexer.next()?;
            if token.kind != wanted {
                let message = format!("'{name}' has a meaning of its own, and is defined otherwise here");
                return Err(self.lexer.error(token.at, message));
            }
            match wanted {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
        }
        self.define(name, Meaning::Operator(Operator::Plain(Op::Float(op))), at)
    }
}

impl Printer<'_> {
    /// Gives an operator's term a name without the conversion that the standard lacks: a number is a constant of which
    /// it is asserted what it is. For scripts that assert formulas.
    fn describe(&mut self, out: &mut String, term: TermId, op: FloatOp) {
        let sort = self.names.sort(self.terms, self.terms.sort(term));
        let name = self.names.fresh("float");
        let args: Vec<String> = self.terms.args(term).iter().map(|arg| self.text(*arg)).collect();
        let meaning = op.standard(&name, &args);
        match op.result_format() {
            Some(_) => out.push_str(&format!("(declare-fun {name} () {sort})\n(assert {meaning})\n")),
            None => out.push_str(&format!("(define-fun {name} () {sort} {meaning})\n")),
        }
        self.defined.insert(term, name);
    }

    /// Writes definitions of the shared subterms and descriptions of all floating-point operators among `all`, which has
    /// children before parents.
    pub(super) fn define_standard(&mut self, out: &mut String, all: &[TermId], shared: &[TermId]) {
        let shared: FxHashSet<TermId> = shared.iter().copied().collect();
        let mut waiting = Vec::new();
        for term in all {
            if let Op::Float(op) = self.terms.op(*term) {
                self.define(out, &std::mem::take(&mut waiting));
                self.describe(out, *term, op);
            } else if shared.contains(term) {
                waiting.push(*term);
            }
        }
        self.define(out, &waiting);
    }
}
