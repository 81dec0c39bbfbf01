//! Expressions, read from tokens straight into terms.
//!
//! One loop with an explicit stack of unfinished expressions: no tree of the text is ever built,
//! and the nesting of the text is limited by memory alone.

use super::error::ParseError;
use super::lexer::{Token, TokenKind};
use super::operators::{self, MAX_WIDTH, Operator};
use super::script::{Annotation, Script};
use super::symbols::{Hidden, Meaning};
use crate::bitvec::BitVecValue;
use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};
use crate::traverse::Substitution;
use num_bigint::{BigInt, BigUint};

/// An expression whose closing parenthesis has not come yet.
pub(super) struct Frame<'a> {
    kind: FrameKind<'a>,
    /// Where its operands start on the stack of values.
    start: usize,
    /// Where its opening parenthesis stands.
    at: usize,
}

enum FrameKind<'a> {
    /// `(f …`
    Apply(Head<'a>),
    /// `(let (…`: the names bound so far, their values on the stack.
    Bindings(Vec<&'a str>),
    /// `(let ((x …`
    Binding,
    /// The body of a `let` or a quantifier, and the names to restore after it.
    Body(Hidden<'a>),
    /// `(! …`
    Annotated,
}

#[derive(Clone, Copy)]
struct Head<'a> {
    name: &'a str,
    meaning: Meaning,
}

/// A definition with parameters, expanded where it is used.
pub(super) struct Macro {
    pub parameters: Vec<TermId>,
    pub body: TermId,
}

impl<'a> Script<'a> {
    /// Reads one expression.
    pub(super) fn expression(&mut self) -> Result<TermId, ParseError> {
        loop {
            let token = self.lexer.next()?;
            let Some(term) = self.step(token)? else { continue };
            if self.frames.is_empty() {
                return Ok(term);
            }
            self.values.push(term);
        }
    }

    /// Takes one token; gives the term that it completes, if any.
    fn step(&mut self, token: Token<'a>) -> Result<Option<TermId>, ParseError> {
        if let Some(frame) = self.frames.last() {
            let has_operand = self.values.len() > frame.start;
            match frame.kind {
                FrameKind::Bindings(_) => return self.let_bindings(token).map(|()| None),
                FrameKind::Annotated if has_operand => return self.attribute(token),
                FrameKind::Binding | FrameKind::Body(_) if has_operand && token.kind != TokenKind::Close => {
                    return Err(self.lexer.unexpected(token, "')'"));
                }
                _ => {}
            }
        }
        match token.kind {
            TokenKind::Open => self.open(token.at),
            TokenKind::Close => self.close(token),
            _ => self.atom(token).map(Some),
        }
    }

    fn push_frame(&mut self, kind: FrameKind<'a>, at: usize) {
        self.frames.push(Frame { kind, start: self.values.len(), at });
    }

    /// An opening parenthesis was read: what follows says what kind of expression it is.
    fn open(&mut self, at: usize) -> Result<Option<TermId>, ParseError> {
        let token = self.lexer.next()?;
        let (name, quoted) = match token.kind {
            TokenKind::Symbol { name, quoted } => (name, quoted),
            TokenKind::Open => {
                let head = self.qualified_head(token.at)?;
                self.push_frame(FrameKind::Apply(head), at);
                return Ok(None);
            }
            _ => return Err(self.lexer.unexpected(token, "the name of a function")),
        };
        match name {
            _ if quoted => self.open_application(name, token.at, at)?,
            "let" => {
                self.lexer.open("before the bindings of 'let'")?;
                self.push_frame(FrameKind::Bindings(Vec::new()), at);
            }
            "!" => self.push_frame(FrameKind::Annotated, at),
            "_" => return self.indexed_constant().map(Some),
            "as" => return self.qualified_constant().map(Some),
            "forall" | "exists" => self.open_quantifier(name, at)?,
            "match" => return Err(self.lexer.error(at, "'match' is not supported")),
            _ => self.open_application(name, token.at, at)?,
        }
        Ok(None)
    }

    fn open_application(&mut self, name: &'a str, name_at: usize, at: usize) -> Result<(), ParseError> {
        let meaning = match self.symbols.get(name) {
            Some(Meaning::Term(_)) => {
                return Err(self.lexer.error(name_at, format!("'{name}' is a constant and takes no arguments")));
            }
            Some(meaning) => meaning,
            None => return Err(self.lexer.error(name_at, format!("unknown function '{name}'"))),
        };
        self.push_frame(FrameKind::Apply(Head { name, meaning }), at);
        Ok(())
    }

    /// `(_ name indices…)` or `(as const sort)` in function position, after its parenthesis.
    fn qualified_head(&mut self, at: usize) -> Result<Head<'a>, ParseError> {
        let (word, word_at) = self.lexer.symbol("'_' or 'as'")?;
        let (name, name_at) = self.lexer.symbol("a name")?;
        let operator = match word {
            "as" if name == "const" => {
                let sort = self.sort()?;
                if !sort.is_array() {
                    let sort = self.terms.sort_name(sort);
                    return Err(self.lexer.error(at, format!("'const' makes arrays, not {sort}")));
                }
                self.lexer.close("after the sort of 'as const'")?;
                Operator::Plain(Op::ConstArray(sort))
            }
            "_" => {
                let indices = self.indices()?;
                operators::indexed_operator(name, &indices).ok_or_else(|| {
                    let shown: Vec<String> = indices.iter().map(u32::to_string).collect();
                    self.lexer.error(name_at, format!("unknown function '(_ {name} {})'", shown.join(" ")))
                })?
            }
            _ => return Err(self.lexer.error(word_at, format!("'{word}' cannot stand at the head of a function"))),
        };
        Ok(Head { name, meaning: Meaning::Operator(operator) })
    }

    /// The numerals up to the closing parenthesis.
    fn indices(&mut self) -> Result<Vec<u32>, ParseError> {
        let mut indices = Vec::new();
        while self.lexer.peek()?.kind != TokenKind::Close {
            indices.push(self.lexer.index("a number or ')'")?);
        }
        self.lexer.close("after the indices")?;
        Ok(indices)
    }

    /// The rest of `(_ bv5 32)`.
    fn indexed_constant(&mut self) -> Result<TermId, ParseError> {
        let (name, at) = self.lexer.symbol("'bv' and a number")?;
        let indices = self.indices()?;
        let number = name.strip_prefix("bv").filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
        let number = number.and_then(|digits| digits.parse::<BigUint>().ok());
        let (Some(number), &[width]) = (number, indices.as_slice()) else {
            return Err(self.lexer.error(at, format!("unknown constant '(_ {name} …)'")));
        };
        if width == 0 || width > MAX_WIDTH {
            return Err(self.lexer.error(at, format!("a bit-vector has from 1 to {MAX_WIDTH} bits, not {width}")));
        }
        if number.bits() > u64::from(width) {
            return Err(self.lexer.error(at, format!("the number {number} needs more than {width} bits")));
        }
        Ok(self.terms.bitvec(BitVecValue::from_big(width, &number)))
    }

    /// The rest of `(as x sort)`.
    fn qualified_constant(&mut self) -> Result<TermId, ParseError> {
        let token = self.lexer.next()?;
        let term = self.atom(token)?;
        let sort = self.sort()?;
        self.expect_sort(term, sort, token.at, &token.describe())?;
        self.lexer.close("after the sort of 'as'")?;
        Ok(term)
    }

    /// Refuses a term that is not of the sort its context asks for.
    pub(super) fn expect_sort(&self, term: TermId, sort: Sort, at: usize, what: &str) -> Result<(), ParseError> {
        let actual = self.terms.sort(term);
        if actual == sort {
            return Ok(());
        }
        let (wanted, actual) = (self.terms.sort_name(sort), self.terms.sort_name(actual));
        Err(self.lexer.error(at, format!("{what} should have sort {wanted}, but has sort {actual}")))
    }

    /// A token that is a whole expression.
    fn atom(&mut self, token: Token<'a>) -> Result<TermId, ParseError> {
        match token.kind {
            TokenKind::Symbol { name, quoted } => self.constant(name, quoted, token),
            TokenKind::Numeral(digits) => self.big(digits, 10, token).map(|n| self.terms.int(BigInt::from(n))),
            TokenKind::Hexadecimal(digits) => self.literal(digits, 16, 4, token),
            TokenKind::Binary(digits) => self.literal(digits, 2, 1, token),
            TokenKind::Decimal(_) => Err(self.lexer.error(token.at, "real numbers are not supported")),
            TokenKind::String(_) => Err(self.lexer.error(token.at, "strings are not supported in expressions")),
            _ => Err(self.lexer.unexpected(token, "an expression")),
        }
    }

    fn constant(&mut self, name: &'a str, quoted: bool, token: Token<'a>) -> Result<TermId, ParseError> {
        if !quoted && matches!(name, "let" | "!" | "_" | "as" | "forall" | "exists" | "match" | "par") {
            return Err(self.lexer.unexpected(token, "an expression"));
        }
        match self.symbols.get(name) {
            Some(Meaning::Term(term)) => Ok(term),
            Some(Meaning::Function(function)) if self.terms.function(function).1.is_empty() => {
                Ok(self.terms.make(Op::Apply(function), &[]))
            }
            Some(_) => Err(self.lexer.error(token.at, format!("'{name}' is a function and needs arguments"))),
            None => Err(self.lexer.error(token.at, format!("unknown symbol '{name}'"))),
        }
    }

    fn big(&self, digits: &str, radix: u32, token: Token<'a>) -> Result<BigUint, ParseError> {
        BigUint::parse_bytes(digits.as_bytes(), radix)
            .ok_or_else(|| self.lexer.error(token.at, format!("'{digits}' is not a number")))
    }

    fn literal(&mut self, digits: &str, radix: u32, bits: usize, token: Token<'a>) -> Result<TermId, ParseError> {
        let width = u32::try_from(digits.len() * bits).ok().filter(|w| *w <= MAX_WIDTH);
        let Some(width) = width else {
            return Err(self.lexer.error(token.at, format!("this constant has more than {MAX_WIDTH} bits")));
        };
        let value = match u64::from_str_radix(digits, radix) {
            Ok(small) => BitVecValue::new(width, small),
            Err(_) => BitVecValue::from_big(width, &self.big(digits, radix, token)?),
        };
        Ok(self.terms.bitvec(value))
    }

    /// Inside the parentheses of `let`: another binding, or the end of them.
    fn let_bindings(&mut self, token: Token<'a>) -> Result<(), ParseError> {
        let Some(Frame { kind: FrameKind::Bindings(names), start, .. }) = self.frames.last_mut() else {
            return Err(self.lexer.unexpected(token, "an expression"));
        };
        match token.kind {
            TokenKind::Open => {
                let (name, _) = self.lexer.symbol("the name of a 'let' variable")?;
                names.push(name);
                self.push_frame(FrameKind::Binding, token.at);
                Ok(())
            }
            TokenKind::Close => {
                let (names, start) = (std::mem::take(names), *start);
                if let Some(twice) = first_repeated(&names) {
                    return Err(self.lexer.error(token.at, format!("this 'let' binds '{twice}' twice")));
                }
                let hidden = self.symbols.enter(names.into_iter().zip(self.values.drain(start..)));
                if let Some(frame) = self.frames.last_mut() {
                    frame.kind = FrameKind::Body(hidden);
                }
                Ok(())
            }
            _ => Err(self.lexer.unexpected(token, "'(' and a 'let' binding, or ')'")),
        }
    }

    /// A quantifier, where pulling it to the front of the assertion keeps the meaning: its
    /// variables become free variables that stand for all values.
    fn open_quantifier(&mut self, name: &str, at: usize) -> Result<(), ParseError> {
        if !self.quantifiers {
            return Err(self.lexer.error(at, "quantifiers are only read in Horn clauses"));
        }
        let Some(outermost) = self.polarity else {
            let message = "quantifiers are not read in definitions: which clauses use them, and how, is not known here";
            return Err(self.lexer.error(at, message));
        };
        let positive = self.frames.iter().enumerate().try_fold(outermost, |positive, (depth, frame)| {
            let end = self.frames.get(depth + 1).map_or(self.values.len(), |inner| inner.start);
            match &frame.kind {
                FrameKind::Body(_) | FrameKind::Annotated => Some(positive),
                FrameKind::Apply(Head { meaning: Meaning::Operator(operator), .. }) => match operator {
                    Operator::And | Operator::Or => Some(positive),
                    Operator::Plain(Op::Not) => Some(!positive),
                    Operator::Implies if end == frame.start => Some(!positive),
                    _ => None,
                },
                _ => None,
            }
        });
        if positive != Some(name == "forall") {
            let message = "this quantifier cannot be moved to the front of the clause; only universal clauses are read";
            return Err(self.lexer.error(at, message));
        }
        let variables = self.parameters()?;
        let hidden = self.symbols.enter(variables);
        self.push_frame(FrameKind::Body(hidden), at);
        Ok(())
    }

    /// After the term of `(! term`: an attribute or the end.
    fn attribute(&mut self, token: Token<'a>) -> Result<Option<TermId>, ParseError> {
        let key = match token.kind {
            TokenKind::Close => return self.close(token),
            TokenKind::Keyword(key) => key,
            _ => return Err(self.lexer.unexpected(token, "an attribute such as ':next', or ')'")),
        };
        let next = self.lexer.peek()?;
        let mut value = None;
        match next.kind {
            TokenKind::Keyword(_) | TokenKind::Close => {}
            TokenKind::Open => {
                self.lexer.next()?;
                self.lexer.skip_to_close()?;
            }
            _ => value = Some(self.lexer.next()?),
        }
        if let Some(term) = self.values.last() {
            self.annotate(Annotation { key, value, term: *term, at: token.at })?;
        }
        Ok(None)
    }

    /// A closing parenthesis: the innermost unfinished expression is complete.
    fn close(&mut self, token: Token<'a>) -> Result<Option<TermId>, ParseError> {
        let Some(frame) = self.frames.pop() else {
            return Err(self.lexer.unexpected(token, "an expression"));
        };
        let term = match frame.kind {
            FrameKind::Apply(head) => self.apply(head, frame.start, frame.at)?,
            FrameKind::Body(hidden) => {
                self.symbols.leave(hidden);
                self.operand(frame.start, token)?
            }
            FrameKind::Annotated => self.operand(frame.start, token)?,
            FrameKind::Binding => {
                // The value stays on the stack until the bindings are complete.
                self.operand(frame.start, token)?;
                return Ok(None);
            }
            FrameKind::Bindings(_) => return Err(self.lexer.unexpected(token, "a 'let' binding")),
        };
        self.values.truncate(frame.start);
        Ok(Some(term))
    }

    /// The single operand of a frame.
    fn operand(&self, start: usize, close: Token<'a>) -> Result<TermId, ParseError> {
        self.values.get(start).copied().ok_or_else(|| self.lexer.unexpected(close, "an expression"))
    }

    fn apply(&mut self, head: Head<'a>, start: usize, at: usize) -> Result<TermId, ParseError> {
        let Script { terms, values, macros, .. } = self;
        let args = &values[start..];
        let result = match head.meaning {
            _ if args.is_empty() => Err(format!("'{}' needs arguments", head.name)),
            Meaning::Operator(operator) => operators::apply(terms, head.name, operator, args),
            Meaning::Function(function) => terms.try_make(Op::Apply(function), args).map_err(|e| e.0),
            Meaning::Macro(number) => expand(terms, head.name, &macros[number], args),
            Meaning::Term(_) => Err(format!("'{}' is a constant and takes no arguments", head.name)),
        };
        result.map_err(|message| self.lexer.error(at, message))
    }
}

fn expand(terms: &mut Terms, name: &str, definition: &Macro, args: &[TermId]) -> Result<TermId, String> {
    let sorts = |these: &[TermId]| these.iter().map(|t| terms.sort(*t)).collect::<Vec<_>>();
    let (wanted, given) = (sorts(&definition.parameters), sorts(args));
    if wanted != given {
        let show = |sorts: Vec<Sort>| sorts.into_iter().map(|s| terms.sort_name(s)).collect::<Vec<_>>().join(" ");
        return Err(format!("'{name}' takes ({}), not ({})", show(wanted), show(given)));
    }
    let pairs = definition.parameters.iter().copied().zip(args.iter().copied());
    Ok(Substitution::new(pairs).apply(terms, definition.body))
}

/// A name that occurs twice, if one does.
pub(super) fn first_repeated<'a>(names: &[&'a str]) -> Option<&'a str> {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
