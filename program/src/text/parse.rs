//! Reading programs: everything but the bodies of functions.

use super::lexer::{ParseError, Placed, Token, error_at, tokens};
use super::parse_function::parse_function;
use crate::function::{Constant, Function};
use crate::id::{FunctionId, GlobalId, LayoutId, LocationId, SourceTypeId, VariableId};
use crate::program::{Cell, CellData, Global, Initial, Program};
use crate::source::{Encoding, Location, SharedCalls, Variable};
use crate::source_types::{SourceField, SourceType, SourceTypeKind};
use crate::types::{Field, FloatKind, Layout, LayoutKind, Type};
use euclase_logic::{BigInt, BitVecValue};
use rustc_hash::FxHashMap;

/// The widest integers that are read; LLVM's limit.
const MAX_WIDTH: u32 = 1 << 23;

impl Program {
    /// Reads a program from text.
    pub fn parse(text: &str) -> Result<Program, ParseError> {
        let tokens = tokens(text)?;
        let (names, functions) = declared_names(text, &tokens)?;
        let mut parser = Parser { text, tokens, at: 0, program: Program::new(64), names };
        parser.program.functions = functions.into_iter().map(|name| Function::new(name, Vec::new())).collect();
        parser.program()?;
        Ok(parser.program)
    }
}

/// What a name after an at sign stands for.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Function(FunctionId),
    Global(GlobalId),
}

/// Finds all functions and globals before anything is read, so that they can be mentioned before
/// they are declared and keep their order. Also gives the names of the functions.
fn declared_names(text: &str, tokens: &[Placed<'_>]) -> Result<(FxHashMap<String, Named>, Vec<String>), ParseError> {
    let (mut names, mut functions, mut globals) = (FxHashMap::default(), Vec::new(), 0);
    for pair in tokens.windows(2) {
        let [(Token::Word(word), _), (Token::Global(name), at)] = pair else { continue };
        let named = match *word {
            "function" | "declare" => {
                functions.push(name.to_string());
                Named::Function(FunctionId::new(functions.len() - 1))
            }
            "global" | "constant" => {
                globals += 1;
                Named::Global(GlobalId::new(globals - 1))
            }
            _ => continue,
        };
        if names.insert(name.to_string(), named).is_some() {
            return Err(error_at(text, *at, format!("'@{name}' is declared twice")));
        }
    }
    Ok((names, functions))
}

/// Reads tokens one after the other.
pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub tokens: Vec<Placed<'a>>,
    pub at: usize,
    pub program: Program,
    pub names: FxHashMap<String, Named>,
}

impl<'a> Parser<'a> {
    fn program(&mut self) -> Result<(), ParseError> {
        self.word("program")?;
        self.word("pointers")?;
        let width = self.integer()?;
        if width != 32 && width != 64 {
            return Err(self.error_before("pointers have 32 or 64 bits"));
        }
        self.program.pointer_width = width;
        if self.accept_word("entry") {
            self.program.entry = Some(self.function_name()?);
        }
        loop {
            match self.peek() {
                Token::End => return Ok(()),
                Token::Location(_) => self.location_line()?,
                Token::Word("type") => self.source_type_line()?,
                Token::Word("variable") => self.variable_line()?,
                Token::Word("calls") => self.calls_line()?,
                Token::Word("layout") => self.layout_line()?,
                Token::Word("global" | "constant") => self.global_line()?,
                Token::Word("function" | "declare") => parse_function(self)?,
                _ => return Err(self.unexpected("a declaration")),
            }
        }
    }

    fn location_line(&mut self) -> Result<(), ParseError> {
        self.numbered(self.program.locations.len())?;
        self.mark('=')?;
        let file = self.string()?;
        self.mark(':')?;
        let line = self.integer()?;
        self.mark(':')?;
        let column = self.integer()?;
        self.word("in")?;
        let scope = self.string()?;
        let inlined_at = if self.accept_word("inlined") { Some(self.location()?) } else { None };
        self.program.add_location(Location { file, line, column, scope, inlined_at });
        Ok(())
    }

    fn encoding(&self, word: &str) -> Result<Encoding, ParseError> {
        let encoding = Encoding::ALL.iter().find(|(_, known)| *known == word).map(|(encoding, _)| *encoding);
        encoding.ok_or_else(|| self.error_before(format!("'{word}' is not an encoding")))
    }

    fn source_type_line(&mut self) -> Result<(), ParseError> {
        self.word("type")?;
        self.numbered(self.program.source_types.len())?;
        self.mark('=')?;
        let name = self.string()?;
        self.word("size")?;
        let size = self.integer()?;
        let kind = match self.any_word("a kind of type")? {
            "pointer" => {
                let next = matches!(self.peek(), Token::SourceType(_));
                SourceTypeKind::Pointer(if next { Some(self.source_type()?) } else { None })
            }
            "array" => {
                let count = self.integer()?;
                SourceTypeKind::Array { element: self.source_type()?, count }
            }
            word @ ("struct" | "union") => {
                self.mark('{')?;
                let fields = self.list('}', |parser| {
                    let offset = parser.integer()?;
                    parser.mark(':')?;
                    let (width, name) = (parser.integer()?, parser.string()?);
                    Ok(SourceField { name, offset, width, ty: parser.source_type()? })
                })?;
                SourceTypeKind::Struct { fields, union: word == "union" }
            }
            "code" => SourceTypeKind::Function,
            "unknown" => SourceTypeKind::Other,
            word => SourceTypeKind::Scalar(self.encoding(word)?),
        };
        self.program.source_types.push(SourceType { name, size, kind });
        Ok(())
    }

    fn variable_line(&mut self) -> Result<(), ParseError> {
        self.word("variable")?;
        self.numbered(self.program.variables.len())?;
        self.mark('=')?;
        let (name, type_name) = (self.string()?, self.string()?);
        let word = self.any_word("signed, unsigned or another encoding")?;
        let encoding = self.encoding(word)?;
        let ty = if matches!(self.peek(), Token::SourceType(_)) { Some(self.source_type()?) } else { None };
        let scope = if self.accept_word("in") { Some(self.string()?) } else { None };
        let declared = if self.accept_word("at") { Some(self.location()?) } else { None };
        self.program.add_variable(Variable { name, type_name, encoding, ty, scope, declared });
        Ok(())
    }

    fn calls_line(&mut self) -> Result<(), ParseError> {
        self.word("calls")?;
        let place = self.location()?;
        self.word("by")?;
        let caller = self.variable()?;
        self.word("from")?;
        self.mark('{')?;
        let sites = self.list('}', |parser| parser.location())?;
        self.program.shared_calls.push(SharedCalls { place, caller, sites });
        Ok(())
    }

    fn layout_line(&mut self) -> Result<(), ParseError> {
        self.word("layout")?;
        self.numbered(self.program.layouts.len())?;
        self.mark('=')?;
        let kind = if self.accept_word("array") {
            let count = self.integer()?;
            LayoutKind::Array { element: self.layout()?, count }
        } else if self.accept_word("struct") {
            let name = self.string()?;
            self.mark('{')?;
            let fields = self.list('}', |parser| {
                let offset = parser.integer()?;
                parser.mark(':')?;
                let name = parser.string()?;
                Ok(Field { offset, name, layout: parser.layout()? })
            })?;
            LayoutKind::Struct { name, fields }
        } else if self.accept_word("opaque") {
            LayoutKind::Opaque
        } else {
            LayoutKind::Scalar(self.ty()?)
        };
        self.word("size")?;
        let size = self.integer()?;
        self.word("align")?;
        let align = self.integer()?;
        self.program.add_layout(Layout { size, align, kind });
        Ok(())
    }

    fn global_line(&mut self) -> Result<(), ParseError> {
        let constant = self.any_word("a global")? == "constant";
        let name = match self.next() {
            Token::Global(name) => name.to_string(),
            _ => return Err(self.error_before("the name of the global must follow")),
        };
        let layout = self.layout()?;
        self.mark('=')?;
        let initial = if self.accept_word("any") {
            Initial::Any
        } else {
            self.mark('{')?;
            Initial::Cells(self.list('}', Self::cell)?)
        };
        let variable = if matches!(self.peek(), Token::Variable(_)) { Some(self.variable()?) } else { None };
        self.program.add_global(Global { name, layout, constant, initial, variable });
        Ok(())
    }

    fn cell(&mut self) -> Result<Cell, ParseError> {
        let offset = self.integer()?;
        self.mark(':')?;
        if !self.accept_word("bytes") {
            let ty = self.ty()?;
            return Ok(Cell { offset, data: CellData::Value(ty, self.constant(ty)?) });
        }
        match self.next() {
            Token::Text(bytes) => Ok(Cell { offset, data: CellData::Bytes(bytes) }),
            _ => Err(self.error_before("bytes in quotes must follow")),
        }
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: Type) -> Result<Constant, ParseError> {
        let width = ty.width(self.program.pointer_width);
        match self.next() {
            Token::Word("true") if ty == Type::BOOL => Ok(Constant::Bits(BitVecValue::one(1))),
            Token::Word("false") if ty == Type::BOOL => Ok(Constant::Bits(BitVecValue::zero(1))),
            Token::Word("null") if ty == Type::Pointer => Ok(Constant::Bits(BitVecValue::zero(width))),
            Token::Number(text) => self.bits(width, text).map(Constant::Bits),
            Token::Global(name) if ty == Type::Pointer => match self.names.get(name.as_ref()) {
                Some(Named::Function(function)) => Ok(Constant::Function(*function)),
                Some(Named::Global(global)) => {
                    let global = *global;
                    let signed = matches!(self.peek(), Token::Number(text) if text.starts_with(['+', '-']));
                    Ok(Constant::Global(global, if signed { self.integer()? } else { 0 }))
                }
                None => Err(self.error_before(format!("'@{name}' is not declared"))),
            },
            token => Err(self.error_before(format!("a value of type {ty} is expected, not {token}"))),
        }
    }

    /// A number as bits; it must fit, signed or unsigned.
    pub fn bits(&self, width: u32, text: &str) -> Result<BitVecValue, ParseError> {
        let number = match text.strip_prefix("0x") {
            Some(digits) => BigInt::parse_bytes(digits.as_bytes(), 16),
            None => BigInt::parse_bytes(text.as_bytes(), 10),
        };
        let number = number.ok_or_else(|| self.error_before(format!("'{text}' is not a number")))?;
        let bits = BitVecValue::from_int(width, &number);
        let unsigned = BigInt::from(bits.to_big());
        if number != unsigned && number != bits.to_signed() {
            return Err(self.error_before(format!("'{text}' does not fit {width} bits")));
        }
        Ok(bits)
    }

    /// A type.
    pub fn ty(&mut self) -> Result<Type, ParseError> {
        let ty = match self.peek() {
            Token::Word("ptr") => Some(Type::Pointer),
            Token::Word("f32") => Some(Type::Float(FloatKind::F32)),
            Token::Word("f64") => Some(Type::Float(FloatKind::F64)),
            Token::Word("x87") => Some(Type::Float(FloatKind::X87)),
            Token::Word(word) => {
                let width = word.strip_prefix('i').and_then(|digits| digits.parse().ok());
                width.filter(|width| (1..=MAX_WIDTH).contains(width)).map(Type::Int)
            }
            _ => None,
        };
        match ty {
            Some(ty) => {
                self.at += 1;
                Ok(ty)
            }
            None => Err(self.unexpected("a type")),
        }
    }

    /// `void`, a type, or several in parentheses.
    pub fn types(&mut self) -> Result<Vec<Type>, ParseError> {
        if self.accept_word("void") {
            return Ok(Vec::new());
        }
        if self.accept_mark('(') {
            return self.list(')', Self::ty);
        }
        Ok(vec![self.ty()?])
    }

    /// Things separated by commas, up to a closing mark.
    pub fn list<T>(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut items = Vec::new();
        if self.accept_mark(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.accept_mark(close) {
                return Ok(items);
            }
            self.mark(',')?;
        }
    }

    /// The function a name stands for.
    pub fn function_name(&mut self) -> Result<FunctionId, ParseError> {
        let Token::Global(name) = self.next() else { return Err(self.error_before("a function must follow")) };
        match self.names.get(name.as_ref()) {
            Some(Named::Function(function)) => Ok(*function),
            _ => Err(self.error_before(format!("there is no function '@{name}'"))),
        }
    }

    /// A location that was declared before.
    pub fn location(&mut self) -> Result<LocationId, ParseError> {
        match self.next() {
            Token::Location(number) if (number as usize) < self.program.locations.len() => Ok(LocationId(number)),
            token => Err(self.error_before(format!("a location declared before is expected, not {token}"))),
        }
    }

    /// A location, if there is one.
    pub fn optional_location(&mut self) -> Result<Option<LocationId>, ParseError> {
        // At the start of a line, `!3 =` declares the next location.
        let declares = matches!(self.tokens.get(self.at + 1), Some((Token::Mark('='), _)));
        if matches!(self.peek(), Token::Location(_)) && !declares { self.location().map(Some) } else { Ok(None) }
    }

    /// A variable that was declared before.
    pub fn variable(&mut self) -> Result<VariableId, ParseError> {
        match self.next() {
            Token::Variable(number) if (number as usize) < self.program.variables.len() => Ok(VariableId(number)),
            token => Err(self.error_before(format!("a variable declared before is expected, not {token}"))),
        }
    }

    /// A type of the source, which may be declared later.
    fn source_type(&mut self) -> Result<SourceTypeId, ParseError> {
        match self.next() {
            Token::SourceType(number) => Ok(SourceTypeId(number)),
            token => Err(self.error_before(format!("a type of the source is expected, not {token}"))),
        }
    }

    /// A layout that was declared before.
    pub fn layout(&mut self) -> Result<LayoutId, ParseError> {
        match self.next() {
            Token::Layout(number) if (number as usize) < self.program.layouts.len() => Ok(LayoutId(number)),
            token => Err(self.error_before(format!("a layout declared before is expected, not {token}"))),
        }
    }

    /// The number after a sigil, which must be the next of its kind.
    fn numbered(&mut self, expected: usize) -> Result<(), ParseError> {
        match self.next() {
            Token::Location(number) | Token::Variable(number) | Token::Layout(number) | Token::SourceType(number)
                if number as usize == expected =>
            {
                Ok(())
            }
            token => Err(self.error_before(format!("number {expected} is expected next, not {token}"))),
        }
    }

    /// A number that fits.
    pub fn integer<T: std::str::FromStr>(&mut self) -> Result<T, ParseError> {
        match self.next() {
            Token::Number(text) => text.parse().map_err(|_| self.error_before(format!("'{text}' is out of range"))),
            token => Err(self.error_before(format!("a number is expected, not {token}"))),
        }
    }

    /// A text in quotes.
    pub fn string(&mut self) -> Result<String, ParseError> {
        match self.next() {
            Token::Text(bytes) => String::from_utf8(bytes).map_err(|_| self.error_before("the text is not UTF-8")),
            token => Err(self.error_before(format!("a text in quotes is expected, not {token}"))),
        }
    }

    /// Any bare word.
    pub fn any_word(&mut self, what: &str) -> Result<&'a str, ParseError> {
        match self.next() {
            Token::Word(word) => Ok(word),
            token => Err(self.error_before(format!("{what} is expected, not {token}"))),
        }
    }

    /// This word.
    pub fn word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.accept_word(word) { Ok(()) } else { Err(self.unexpected(&format!("'{word}'"))) }
    }

    /// This word, if it comes next.
    pub fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(next) if *next == word);
        self.at += usize::from(found);
        found
    }

    /// This mark.
    pub fn mark(&mut self, mark: char) -> Result<(), ParseError> {
        if self.accept_mark(mark) { Ok(()) } else { Err(self.unexpected(&format!("'{mark}'"))) }
    }

    /// This mark, if it comes next.
    pub fn accept_mark(&mut self, mark: char) -> bool {
        let found = *self.peek() == Token::Mark(mark);
        self.at += usize::from(found);
        found
    }

    /// The next token.
    pub fn peek(&self) -> &Token<'a> {
        &self.tokens[self.at].0
    }

    /// Takes the next token; the end is never passed.
    pub fn next(&mut self) -> Token<'a> {
        let token = self.tokens[self.at].0.clone();
        if token != Token::End {
            self.at += 1;
        }
        token
    }

    /// An error at the next token.
    pub fn unexpected(&self, wanted: &str) -> ParseError {
        let (token, at) = &self.tokens[self.at];
        error_at(self.text, *at, format!("{wanted} is expected, not {token}"))
    }

    /// An error at the token that was taken last.
    pub fn error_before(&self, message: impl Into<String>) -> ParseError {
        let at = self.tokens[self.at.saturating_sub(1)].1;
        error_at(self.text, at, message)
    }
}
