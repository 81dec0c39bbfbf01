//! Reading functions.

use super::lexer::{ParseError, Token, error_at};
use super::parse::Parser;
use crate::check::CheckKind;
use crate::command::{Callee, Command, CommandKind, MemoryCheck, Phi, Terminator};
use crate::function::Function;
use crate::id::{BlockId, ValueId};
use crate::obstacle::{Obstacle, ObstacleKind};
use crate::operator::{BinaryOp, CastOp, FloatBinaryOp, FloatPredicate, FloatUnaryOp, Predicate};
use crate::source::{MadeUp, NondetOrigin};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Reads a function or a declaration.
pub(super) fn parse_function(parser: &mut Parser<'_>) -> Result<(), ParseError> {
    let has_body = parser.any_word("a function")? == "function";
    let id = parser.function_name()?;
    let name = std::mem::take(&mut parser.program.function_mut(id).name);
    let mut reader = FunctionParser {
        parser,
        function: Function::new(name, Vec::new()),
        values: FxHashMap::default(),
        blocks: FxHashMap::default(),
    };
    reader.signature()?;
    if has_body {
        reader.body()?;
    }
    let function = reader.function;
    parser.program.functions[id.index()] = function;
    Ok(())
}

/// A value that was mentioned.
struct Mention {
    value: ValueId,
    defined: bool,
    first_at: usize,
}

struct FunctionParser<'p, 'a> {
    parser: &'p mut Parser<'a>,
    function: Function,
    values: FxHashMap<Token<'a>, Mention>,
    blocks: FxHashMap<String, BlockId>,
}

impl<'a> FunctionParser<'_, 'a> {
    fn signature(&mut self) -> Result<(), ParseError> {
        self.parser.mark('(')?;
        if !self.parser.accept_mark(')') {
            loop {
                if self.parser.accept_word("...") {
                    self.function.variadic = true;
                    self.parser.mark(')')?;
                    break;
                }
                let name = self.parser.next();
                let at = self.parser.at - 1;
                self.parser.mark(':')?;
                let ty = self.parser.ty()?;
                let value = self.define(name, at, ty)?;
                self.function.parameters.push(value);
                if self.parser.accept_mark(')') {
                    break;
                }
                self.parser.mark(',')?;
            }
        }
        if *self.parser.peek() != Token::Arrow {
            return Err(self.parser.unexpected("'->'"));
        }
        self.parser.next();
        self.function.results = self.parser.types()?;
        self.function.location = self.parser.optional_location()?;
        Ok(())
    }

    fn body(&mut self) -> Result<(), ParseError> {
        self.parser.mark('{')?;
        self.find_blocks()?;
        for block in self.function.block_ids() {
            // The label and its colon.
            self.parser.at += 2;
            self.block(block)?;
        }
        if self.function.is_declaration() {
            return Err(self.parser.unexpected("a block"));
        }
        self.parser.mark('}')?;
        let undefined = self.values.iter().filter(|(_, mention)| !mention.defined);
        match undefined.min_by_key(|(_, mention)| mention.first_at) {
            Some((name, mention)) => Err(self.error(mention.first_at, format!("{name} is never defined"))),
            None => Ok(()),
        }
    }

    /// Finds the labels up to the end of the body, so that blocks can be mentioned before they come.
    fn find_blocks(&mut self) -> Result<(), ParseError> {
        for at in self.parser.at.. {
            match (&self.parser.tokens[at].0, self.parser.tokens.get(at + 1).map(|(token, _)| token)) {
                (Token::End | Token::Mark('}'), _) => break,
                (label @ (Token::Word(_) | Token::Text(_)), Some(Token::Mark(':'))) => {
                    let Some(name) = label_name(label) else { continue };
                    let id = self.function.add_block(name.clone());
                    if self.blocks.insert(name.clone(), id).is_some() {
                        return Err(self.error(at, format!("there are two blocks '{name}'")));
                    }
                }
                _ => {}
            }
        }
        match self.at_label() {
            true => Ok(()),
            false => Err(self.parser.unexpected("a label")),
        }
    }

    fn at_label(&self) -> bool {
        matches!(self.parser.peek(), Token::Word(_) | Token::Text(_))
            && matches!(self.parser.tokens.get(self.parser.at + 1), Some((Token::Mark(':'), _)))
    }

    fn block(&mut self, block: BlockId) -> Result<(), ParseError> {
        loop {
            if self.at_label() || matches!(self.parser.peek(), Token::Mark('}') | Token::End) {
                return Err(self.parser.unexpected("a command or the end of the block, such as 'jump',"));
            }
            if let Some(terminator) = self.terminator()? {
                let location = self.parser.optional_location()?;
                let data = self.function.block_mut(block);
                (data.terminator, data.location) = (terminator, location);
                return match self.at_label() || *self.parser.peek() == Token::Mark('}') {
                    true => Ok(()),
                    false => Err(self.parser.unexpected("the next block or '}'")),
                };
            }
            self.command(block)?;
        }
    }

    fn command(&mut self, block: BlockId) -> Result<(), ParseError> {
        let mut names = Vec::new();
        while matches!(self.parser.peek(), Token::Local(_) | Token::Numbered(_)) {
            names.push((self.parser.next(), self.parser.at - 1));
            if !self.parser.accept_mark(',') {
                self.parser.mark('=')?;
                break;
            }
        }
        if self.parser.accept_word("phi") {
            let ty = self.parser.ty()?;
            let arguments = self.phi_arguments(ty)?;
            let results = self.results(names, &[ty])?;
            if !self.function.block(block).commands.is_empty() {
                return Err(self.parser.error_before("phis must come before all commands"));
            }
            self.function.block_mut(block).phis.push(Phi { result: results[0], arguments });
            return Ok(());
        }
        let (kind, types) = self.kind()?;
        let results = self.results(names, &types)?;
        let location = self.parser.optional_location()?;
        self.function.block_mut(block).commands.push(Command { results, kind, location });
        Ok(())
    }

    fn results(&mut self, names: Vec<(Token<'a>, usize)>, types: &[Type]) -> Result<Vec<ValueId>, ParseError> {
        if names.len() != types.len() {
            let (have, want) = (names.len(), types.len());
            return Err(self.parser.error_before(format!("{have} results are named, but there are {want}")));
        }
        names.into_iter().zip(types).map(|((name, at), ty)| self.define(name, at, *ty)).collect()
    }

    fn phi_arguments(&mut self, ty: Type) -> Result<Vec<(BlockId, ValueId)>, ParseError> {
        let mut arguments = Vec::new();
        while self.parser.accept_mark('[') {
            let value = self.operand(ty)?;
            self.parser.mark(',')?;
            let from = self.label()?;
            self.parser.mark(']')?;
            arguments.push((from, value));
            if !self.parser.accept_mark(',') {
                break;
            }
        }
        Ok(arguments)
    }

    /// What a command does, and the types of its results.
    fn kind(&mut self) -> Result<(CommandKind, Vec<Type>), ParseError> {
        let word = self.parser.any_word("a command")?;
        if let Some(op) = BinaryOp::from_word(word) {
            let (ty, a, b) = self.two()?;
            return Ok((CommandKind::Binary(op, a, b), vec![ty]));
        }
        if let Some(op) = Predicate::from_word(word) {
            let (_, a, b) = self.two()?;
            return Ok((CommandKind::Compare(op, a, b), vec![Type::BOOL]));
        }
        if let Some(op) = CastOp::from_word(word) {
            let operand = self.typed()?.1;
            self.parser.word("to")?;
            return Ok((CommandKind::Cast(op, operand), vec![self.parser.ty()?]));
        }
        if let Some(op) = FloatUnaryOp::from_word(word) {
            let (ty, a) = self.typed()?;
            return Ok((CommandKind::FloatUnary(op, a), vec![ty]));
        }
        if let Some(op) = FloatBinaryOp::from_word(word) {
            let (ty, a, b) = self.two()?;
            return Ok((CommandKind::FloatBinary(op, a, b), vec![ty]));
        }
        if let Some(op) = FloatPredicate::from_word(word) {
            let (_, a, b) = self.two()?;
            return Ok((CommandKind::FloatCompare(op, a, b), vec![Type::BOOL]));
        }
        match word {
            "select" => {
                let condition = self.operand(Type::BOOL)?;
                self.parser.mark(',')?;
                let (ty, then, otherwise) = self.two()?;
                Ok((CommandKind::Select(condition, then, otherwise), vec![ty]))
            }
            "freeze" => self.typed().map(|(ty, a)| (CommandKind::Freeze(a), vec![ty])),
            "nondet" => {
                let ty = self.parser.ty()?;
                Ok((CommandKind::Nondet(self.origin()?), vec![ty]))
            }
            "assume" => Ok((CommandKind::Assume(self.operand(Type::BOOL)?), Vec::new())),
            "variable" => {
                let variable = self.parser.variable()?;
                self.parser.mark('=')?;
                Ok((CommandKind::Variable(variable, self.typed()?.1), Vec::new()))
            }
            "call" => self.call(),
            _ => self.memory(word),
        }
    }

    fn memory(&mut self, word: &str) -> Result<(CommandKind, Vec<Type>), ParseError> {
        let pointer = vec![Type::Pointer];
        match word {
            "alloca" => {
                let layout = self.parser.layout()?;
                let named = matches!(self.parser.peek(), Token::Variable(_));
                let variable = if named { Some(self.parser.variable()?) } else { None };
                let mut count = None;
                if self.parser.accept_mark(',') {
                    self.parser.word("count")?;
                    count = Some(self.typed()?.1);
                }
                Ok((CommandKind::Alloca { layout, variable, count }, pointer))
            }
            "allocate" => {
                let zeroed = self.parser.accept_word("zeroed");
                Ok((CommandKind::HeapAllocate { size: self.typed()?.1, zeroed }, pointer))
            }
            "free" => Ok((CommandKind::HeapFree(self.typed()?.1), Vec::new())),
            "enter" => Ok((CommandKind::Enter(self.typed()?.1), Vec::new())),
            "leave" => Ok((CommandKind::Leave(self.typed()?.1), Vec::new())),
            "check" => Ok((CommandKind::Check(self.memory_check()?), Vec::new())),
            "load" => {
                let ty = self.parser.ty()?;
                self.parser.mark(',')?;
                Ok((CommandKind::Load { address: self.operand(Type::Pointer)? }, vec![ty]))
            }
            "store" => {
                let value = self.typed()?.1;
                self.parser.mark(',')?;
                Ok((CommandKind::Store { address: self.operand(Type::Pointer)?, value }, Vec::new()))
            }
            "address" => {
                let base = self.operand(Type::Pointer)?;
                let (mut offset, mut indices) = (0, Vec::new());
                while self.parser.accept_mark(',') {
                    let number = self.parser.integer()?;
                    if self.parser.accept_mark('*') {
                        indices.push((number, self.typed()?.1));
                    } else {
                        offset = number;
                    }
                }
                Ok((CommandKind::Address { base, offset, indices }, pointer))
            }
            "memcpy" => {
                let [to, from, size] = self.three()?;
                Ok((CommandKind::MemoryCopy { to, from, size }, Vec::new()))
            }
            "memset" => {
                let [to, byte, size] = self.three()?;
                Ok((CommandKind::MemorySet { to, byte, size }, Vec::new()))
            }
            "havoc" => {
                let to = self.typed()?.1;
                self.parser.mark(',')?;
                let size = self.typed()?.1;
                self.parser.mark(',')?;
                Ok((CommandKind::MemoryHavoc { to, size, origin: self.origin()? }, Vec::new()))
            }
            _ => Err(self.parser.error_before(format!("'{word}' is not a command"))),
        }
    }

    fn memory_check(&mut self) -> Result<MemoryCheck, ParseError> {
        let word = self.parser.any_word("what is checked")?;
        match word {
            "read" | "write" => {
                let is_write = word == "write";
                let address = self.typed()?.1;
                self.parser.mark(',')?;
                Ok(MemoryCheck::Access { address, size: self.typed()?.1, is_write })
            }
            "text" => Ok(MemoryCheck::Text { address: self.typed()?.1 }),
            "free" => Ok(MemoryCheck::Free { address: self.typed()?.1 }),
            "called" => Ok(MemoryCheck::Called { address: self.typed()?.1 }),
            "return" | "exit" => {
                let is_return = word == "return";
                let word = self.parser.string()?;
                let check = CheckKind::of_word(&word);
                let check = check.ok_or_else(|| self.parser.error_before(format!("'{word}' is not a check")))?;
                Ok(MemoryCheck::End { check, is_return })
            }
            _ => Err(self.parser.error_before(format!("'{word}' is nothing that memory is checked for"))),
        }
    }

    fn call(&mut self) -> Result<(CommandKind, Vec<Type>), ParseError> {
        let types = self.parser.types()?;
        let callee = if self.parser.accept_mark('*') {
            Callee::Indirect(self.operand(Type::Pointer)?)
        } else {
            Callee::Direct(self.parser.function_name()?)
        };
        self.parser.mark('(')?;
        let mut arguments = Vec::new();
        while !self.parser.accept_mark(')') {
            if !arguments.is_empty() {
                self.parser.mark(',')?;
            }
            arguments.push(self.typed()?.1);
        }
        Ok((CommandKind::Call { callee, arguments }, types))
    }

    fn origin(&mut self) -> Result<NondetOrigin, ParseError> {
        let word = self.parser.any_word("where the value comes from")?;
        match word {
            "undef" => Ok(NondetOrigin::Undef),
            "watched" => Ok(NondetOrigin::Watched),
            "input" => self.parser.string().map(|name| NondetOrigin::Input(name.into())),
            "uninitialised" => self.parser.string().map(|name| NondetOrigin::Uninitialised(name.into())),
            "external" => self.parser.string().map(|name| NondetOrigin::External(name.into())),
            "havoc" => self.parser.string().map(|name| NondetOrigin::Havoc(name.into())),
            "library" => self.parser.string().map(|name| NondetOrigin::MadeUp(MadeUp::Library(name.into()))),
            "printing" => Ok(NondetOrigin::MadeUp(MadeUp::Printing)),
            "assembly" => Ok(NondetOrigin::MadeUp(MadeUp::Assembly)),
            "fails" => self.parser.string().map(|name| NondetOrigin::Fails(name.into())),
            _ => Err(self.parser.error_before(format!("'{word}' is not where a value comes from"))),
        }
    }

    /// The end of the block, if it comes next.
    fn terminator(&mut self) -> Result<Option<Terminator>, ParseError> {
        let Token::Word(word) = *self.parser.peek() else { return Ok(None) };
        self.parser.at += 1;
        Ok(Some(match word {
            "jump" => Terminator::Jump(self.label()?),
            "branch" => {
                let condition = self.operand(Type::BOOL)?;
                self.parser.mark(',')?;
                let then = self.label()?;
                self.parser.mark(',')?;
                Terminator::Branch(condition, then, self.label()?)
            }
            "switch" => self.switch()?,
            "return" => {
                let mut values = Vec::new();
                if matches!(self.parser.peek(), Token::Word(_)) && !self.at_label() {
                    values.push(self.typed()?.1);
                    while self.parser.accept_mark(',') {
                        values.push(self.typed()?.1);
                    }
                }
                Terminator::Return(values)
            }
            "unreachable" => Terminator::Unreachable,
            "exit" => Terminator::Exit,
            "error" => {
                let word = self.parser.any_word("a kind of check")?;
                let check = CheckKind::of_word(word)
                    .ok_or_else(|| self.parser.error_before(format!("'{word}' is no kind of check")))?;
                Terminator::Error { check, message: self.parser.string()? }
            }
            "unsupported" => Terminator::Unsupported { what: self.obstacle()? },
            _ => {
                self.parser.at -= 1;
                return Ok(None);
            }
        }))
    }

    /// The kind, unless it is a construct, and what it is.
    fn obstacle(&mut self) -> Result<Obstacle, ParseError> {
        let mut kind = ObstacleKind::Construct;
        if let Token::Word(word) = *self.parser.peek() {
            self.parser.at += 1;
            let known = ObstacleKind::of_word(word);
            kind = known.ok_or_else(|| self.parser.error_before(format!("'{word}' is no kind of obstacle")))?;
        }
        Ok(Obstacle::new(kind, self.parser.string()?))
    }

    fn switch(&mut self) -> Result<Terminator, ParseError> {
        let (ty, value) = self.typed()?;
        let width = ty.width(self.parser.program.pointer_width);
        self.parser.mark('[')?;
        let mut cases = Vec::new();
        while !self.parser.accept_mark(']') {
            if !cases.is_empty() {
                self.parser.mark(',')?;
            }
            let Token::Number(text) = self.parser.next() else {
                return Err(self.parser.error_before("a number is expected"));
            };
            let bits = self.parser.bits(width, text)?;
            self.parser.mark(':')?;
            cases.push((bits, self.label()?));
        }
        self.parser.mark(',')?;
        Ok(Terminator::Switch { value, cases, default: self.label()? })
    }

    fn label(&mut self) -> Result<BlockId, ParseError> {
        let token = self.parser.next();
        let Some(name) = label_name(&token) else {
            return Err(self.parser.error_before(format!("a block is expected, not {token}")));
        };
        let block = self.blocks.get(&name).copied();
        block.ok_or_else(|| self.parser.error_before(format!("there is no block '{name}' in this function")))
    }

    fn two(&mut self) -> Result<(Type, ValueId, ValueId), ParseError> {
        let (ty, a) = self.typed()?;
        self.parser.mark(',')?;
        Ok((ty, a, self.operand(ty)?))
    }

    fn three(&mut self) -> Result<[ValueId; 3], ParseError> {
        let a = self.typed()?.1;
        self.parser.mark(',')?;
        let b = self.typed()?.1;
        self.parser.mark(',')?;
        Ok([a, b, self.typed()?.1])
    }

    fn typed(&mut self) -> Result<(Type, ValueId), ParseError> {
        let ty = self.parser.ty()?;
        Ok((ty, self.operand(ty)?))
    }

    fn operand(&mut self, ty: Type) -> Result<ValueId, ParseError> {
        if matches!(self.parser.peek(), Token::Local(_) | Token::Numbered(_)) {
            let name = self.parser.next();
            return self.mention(name, self.parser.at - 1, ty, false);
        }
        let constant = self.parser.constant(ty)?;
        Ok(self.function.constant(ty, constant))
    }

    fn define(&mut self, name: Token<'a>, at: usize, ty: Type) -> Result<ValueId, ParseError> {
        if !matches!(name, Token::Local(_) | Token::Numbered(_)) {
            return Err(self.error(at, format!("the name of a value is expected, not {name}")));
        }
        self.mention(name, at, ty, true)
    }

    /// The value of a name, which must have the same type wherever it is mentioned.
    fn mention(&mut self, name: Token<'a>, at: usize, ty: Type, defines: bool) -> Result<ValueId, ParseError> {
        let given = match &name {
            Token::Local(name) => Some(name.to_string()),
            _ => None,
        };
        let function = &mut self.function;
        let mention = self.values.entry(name.clone()).or_insert_with(|| {
            let value = function.add_value(ty, given);
            Mention { value, defined: false, first_at: at }
        });
        let known = function.type_of(mention.value);
        let twice = defines && mention.defined;
        mention.defined |= defines;
        let value = mention.value;
        if twice {
            return Err(self.error(at, format!("{name} is defined twice")));
        }
        if known != ty {
            return Err(self.error(at, format!("{name} has type {known} elsewhere, and {ty} here")));
        }
        Ok(value)
    }

    fn error(&self, token: usize, message: String) -> ParseError {
        error_at(self.parser.text, self.parser.tokens[token].1, message)
    }
}

fn label_name(token: &Token<'_>) -> Option<String> {
    match token {
        Token::Word(word) => Some((*word).to_string()),
        Token::Text(bytes) => String::from_utf8(bytes.clone()).ok(),
        _ => None,
    }
}
