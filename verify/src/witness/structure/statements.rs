//! The functions of a C file and their statements.
//!
//! Nesting is followed with an explicit stack: what is open waits there for the statement in it to end. Blocks in
//! expressions wait until the block around them has been read.

use super::{Function, Statement, StatementKind, Structure};
use std::collections::VecDeque;
use std::ops::Range;

/// Finds the functions of a structure that has only tokens yet, and reads their bodies.
pub(super) fn read(structure: Structure) -> Structure {
    let mut reader = Reader { structure, blocks: VecDeque::new(), frames: Vec::new(), function: 0 };
    reader.functions();
    reader.structure
}

/// Something that waits for the statement in it to end.
enum Frame {
    /// Statements up to the brace at this token.
    Block { close: usize },
    /// An `if` whose first part is being read.
    Then,
    /// A `do`.
    Do,
    /// Whatever ends with the statement in it.
    Rest,
}

/// A frame, and the statement that it is of.
struct Open {
    frame: Frame,
    statement: Option<usize>,
}

struct Reader {
    structure: Structure,
    /// Blocks still to be read: bodies of functions, and blocks in expressions.
    blocks: VecDeque<usize>,
    frames: Vec<Open>,
    function: usize,
}

impl Reader {
    fn word(&self, token: usize) -> &str {
        self.structure.tokens.word(token)
    }

    fn count(&self) -> usize {
        self.structure.tokens.tokens.len()
    }

    /// Finds functions, and reads their bodies.
    fn functions(&mut self) {
        let (mut at, mut first) = (0, 0);
        while at < self.count() {
            match self.word(at) {
                "(" | "[" => at = self.structure.closing(at).unwrap_or(at) + 1,
                ";" => (at, first) = (at + 1, at + 1),
                "{" => {
                    let Some(close) = self.structure.closing(at) else { return };
                    if let Some(name) = self.function_name(first, at) {
                        self.structure.functions.push(Function { name, body: at..close + 1 });
                        self.function = self.structure.functions.len() - 1;
                        self.blocks.push_back(at);
                        while let Some(block) = self.blocks.pop_front() {
                            self.block(block);
                        }
                        first = close + 1;
                    }
                    at = close + 1;
                }
                _ => at += 1,
            }
        }
    }

    /// The name of the function whose body this brace opens, if it is one.
    fn function_name(&self, first: usize, brace: usize) -> Option<String> {
        let mut at = first;
        let (mut name, mut last) = (None, None);
        while at < brace {
            match self.word(at) {
                "=" => return None,
                "(" => {
                    let before = at.checked_sub(1).filter(|before| *before >= first);
                    if let Some(before) = before.filter(|before| self.structure.is_name(*before))
                        && name.is_none()
                    {
                        name = Some(self.word(before).to_string());
                    }
                    last = at.checked_sub(1);
                    at = self.structure.closing(at)? + 1;
                }
                // A type may be declared with the function.
                "{" => at = self.structure.closing(at)? + 1,
                _ => at += 1,
            }
        }
        // Parameters that are declared behind the parentheses, as in old C, end with a semicolon.
        if first == brace {
            return Some(String::new());
        }
        // What returns pointers to functions, or has its name in parentheses.
        let is_called = |before: usize| !super::expressions::is_attribute(self.word(before));
        let other = self.word(brace - 1) == ")" && last.is_some_and(is_called);
        name.or_else(|| other.then(String::new))
    }

    /// Reads the statements of a block.
    fn block(&mut self, open: usize) {
        let Some(close) = self.structure.closing(open) else { return };
        self.frames.clear();
        self.frames.push(Open { frame: Frame::Block { close }, statement: None });
        let mut at = open + 1;
        // Each turn reads the head of one statement, or ends some.
        while let Some(Open { frame, .. }) = self.frames.last() {
            if at >= self.count() && !matches!(frame, Frame::Block { .. }) {
                // Something waits for a statement, and nothing more is there.
                self.give_up();
                return;
            }
            if let Frame::Block { close } = frame
                && at >= *close
            {
                let close = *close;
                let ended = self.frames.pop().and_then(|open| open.statement);
                let Some(statement) = ended else { return };
                self.end(statement, close + 1);
                at = self.ended(close + 1);
                continue;
            }
            at = self.statement(at);
        }
    }

    /// Reads the head of a statement; gives the token to go on with.
    fn statement(&mut self, start: usize) -> usize {
        let in_list = matches!(self.frames.last(), Some(Open { frame: Frame::Block { .. }, .. }));
        match self.word(start).to_string().as_str() {
            "{" => {
                let Some(close) = self.structure.closing(start) else { return self.give_up() };
                let statement = self.begin(StatementKind::Block, start, in_list);
                self.frames.push(Open { frame: Frame::Block { close }, statement: Some(statement) });
                start + 1
            }
            word @ ("if" | "while" | "switch") if self.word(start + 1) == "(" => {
                let Some(close) = self.structure.closing(start + 1) else { return self.give_up() };
                let condition = start + 2..close;
                self.inner_blocks(&condition);
                let (kind, frame) = match word {
                    "if" => (StatementKind::If(condition), Frame::Then),
                    "while" => (StatementKind::While(condition), Frame::Rest),
                    _ => (StatementKind::Switch(condition), Frame::Rest),
                };
                let statement = self.begin(kind, start, in_list);
                self.frames.push(Open { frame, statement: Some(statement) });
                close + 1
            }
            "for" if self.word(start + 1) == "(" => {
                let Some(close) = self.structure.closing(start + 1) else { return self.give_up() };
                self.inner_blocks(&(start + 2..close));
                let first = self.semicolon(start + 2, close);
                let second = self.semicolon(first + 1, close);
                let statement = self.begin(StatementKind::For(first + 1..second.max(first + 1)), start, in_list);
                self.frames.push(Open { frame: Frame::Rest, statement: Some(statement) });
                close + 1
            }
            "do" => {
                let statement = self.begin(StatementKind::Do(0..0, 0), start, in_list);
                self.frames.push(Open { frame: Frame::Do, statement: Some(statement) });
                start + 1
            }
            word @ ("case" | "default") => {
                let colon = self.colon(start + 1);
                if word == "case" {
                    self.note_case(start + 1..colon);
                }
                let statement = self.begin(StatementKind::Labelled, start, in_list);
                self.frames.push(Open { frame: Frame::Rest, statement: Some(statement) });
                colon + 1
            }
            _ if self.structure.is_name(start) && self.word(start + 1) == ":" => {
                let statement = self.begin(StatementKind::Labelled, start, in_list);
                self.frames.push(Open { frame: Frame::Rest, statement: Some(statement) });
                start + 2
            }
            // A label at the end of a block has no statement.
            "}" => {
                let next = self.ended(start);
                // A brace that belongs to nothing is passed over.
                let stuck =
                    !matches!(self.frames.last(), Some(Open { frame: Frame::Block { close }, .. }) if *close <= next);
                if stuck { next + 1 } else { next }
            }
            _ => {
                let end = (self.semicolon(start, self.count()) + 1).min(self.count());
                self.inner_blocks(&(start..end));
                let statement = self.begin(StatementKind::Simple, start, in_list);
                self.end(statement, end);
                self.ended(end)
            }
        }
    }

    fn begin(&mut self, kind: StatementKind, start: usize, in_list: bool) -> usize {
        self.structure.statements.push(Statement {
            kind,
            tokens: start..start + 1,
            in_list,
            function: self.function,
            cases: Vec::new(),
        });
        self.structure.statements.len() - 1
    }

    fn end(&mut self, statement: usize, end: usize) {
        self.structure.statements[statement].tokens.end = end;
    }

    /// A statement has ended before a token, and with it those that it ends. Gives the token to go on with.
    fn ended(&mut self, mut end: usize) -> usize {
        while let Some(Open { frame, statement }) = self.frames.last_mut() {
            match frame {
                Frame::Block { .. } => return end,
                Frame::Then if self.structure.tokens.word(end) == "else" => {
                    *frame = Frame::Rest;
                    return end + 1;
                }
                Frame::Then | Frame::Rest => {}
                Frame::Do => {
                    if self.structure.tokens.word(end) == "while"
                        && self.structure.tokens.word(end + 1) == "("
                        && let Some(close) = self.structure.closing(end + 1)
                        && let Some(statement) = statement
                    {
                        self.structure.statements[*statement].kind = StatementKind::Do(end + 2..close, end);
                        end = (close + 2).min(self.count());
                    }
                }
            }
            if let Some(statement) = self.frames.pop().and_then(|open| open.statement) {
                self.end(statement, end);
            }
        }
        end
    }

    /// Brackets do not match: what follows cannot be told.
    fn give_up(&mut self) -> usize {
        self.frames.clear();
        self.count()
    }

    /// The semicolon that ends what starts here, or where it has to end.
    fn semicolon(&self, mut at: usize, limit: usize) -> usize {
        while at < limit {
            match self.word(at) {
                ";" => return at,
                "(" | "[" | "{" => at = self.structure.closing(at).unwrap_or(at) + 1,
                "}" => return at.saturating_sub(1),
                _ => at += 1,
            }
        }
        limit
    }

    /// The colon that ends a `case`.
    fn colon(&self, mut at: usize) -> usize {
        let mut questions = 0;
        while at < self.count() {
            match self.word(at) {
                ":" if questions == 0 => return at,
                ":" => questions -= 1,
                "?" => questions += 1,
                ";" | "{" | "}" => return at,
                _ => {}
            }
            at += 1;
        }
        at
    }

    fn note_case(&mut self, range: Range<usize>) {
        let switches = self.frames.iter().rev().filter_map(|open| open.statement);
        let is_switch =
            |statement: &usize| matches!(self.structure.statements[*statement].kind, StatementKind::Switch(_));
        if let Some(statement) = switches.into_iter().find(is_switch) {
            self.structure.statements[statement].cases.push(range);
        }
    }

    /// Notes the blocks in an expression: `({ ... })`.
    fn inner_blocks(&mut self, range: &Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            if self.word(at) == "(" && self.word(at + 1) == "{" {
                self.blocks.push_back(at + 1);
                at = self.structure.closing(at).unwrap_or(at);
            }
            at += 1;
        }
    }
}
