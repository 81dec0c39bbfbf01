//! The statements, loops, branches and calls of a C file, by their places in the text.
//!
//! C's statements can be told apart by keywords, semicolons and brackets, without knowing types. That is all that
//! witnesses need, and it works on the text as it lies on disk, before macros and includes. Nesting is followed with an
//! explicit stack. What a macro hides stays hidden; a position in there is not found, which is an error for whoever asks.

use super::tokens::{TokenKind, Tokens};
use std::collections::VecDeque;
use std::ops::Range;

/// What a statement is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// A declaration, an expression, a jump: what ends with a semicolon.
    Simple,
    /// Statements in braces.
    Block,
    /// A label, `case` or `default`, with the statement that it is for.
    Labelled,
    /// `if`: the tokens of the condition.
    If(Range<usize>),
    /// `while`: the tokens of the condition.
    While(Range<usize>),
    /// `for`: the tokens of the condition, if any; where they are or would be.
    For(Range<usize>),
    /// `do`: the tokens of the condition, and its `while`.
    Do(Range<usize>, usize),
    /// `switch`: the tokens of the expression.
    Switch(Range<usize>),
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Whether it stands in a list of statements, and has no label: others can be put before and behind it.
    pub in_list: bool,
    /// The function it is in, by position.
    pub function: usize,
    /// For `switch`: its `case`s, each the tokens of its expression.
    pub cases: Vec<Range<usize>>,
}

/// A call of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The name, if the function is called by one.
    pub name: String,
    /// The tokens, from the start of what is called to the closing parenthesis.
    pub tokens: Range<usize>,
    /// The opening parenthesis.
    pub open: usize,
    /// The function it is in, by position.
    pub function: usize,
}

/// The operator `?:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The question mark.
    pub mark: usize,
    /// The tokens of the condition.
    pub condition: Range<usize>,
}

/// A function with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The braces of its body.
    pub body: Range<usize>,
}

/// The structure of a file.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The text and its tokens.
    pub tokens: Tokens,
    /// The functions.
    pub functions: Vec<Function>,
    /// The statements, in the order of their starts.
    pub statements: Vec<Statement>,
    /// The calls, in the order of their closing parentheses.
    pub calls: Vec<Call>,
    /// The choices, in order.
    pub choices: Vec<Choice>,
    /// For each bracket, the one that it belongs to.
    partner: Vec<Option<usize>>,
}

impl Statement {
    /// Whether it is a loop.
    pub fn is_loop(&self) -> bool {
        matches!(self.kind, StatementKind::While(_) | StatementKind::For(_) | StatementKind::Do(..))
    }

    /// The condition that it branches on, if it is one that is true or false.
    pub fn condition(&self) -> Option<&Range<usize>> {
        match &self.kind {
            StatementKind::If(range)
            | StatementKind::While(range)
            | StatementKind::For(range)
            | StatementKind::Do(range, _) => Some(range),
            _ => None,
        }
    }
}

impl Structure {
    /// Reads a file. Where its brackets do not match, what follows is not found.
    pub fn read(text: &str) -> Structure {
        let tokens = Tokens::scan(text);
        let partner = partners(&tokens);
        let structure = Structure {
            tokens,
            partner,
            functions: Vec::new(),
            statements: Vec::new(),
            calls: Vec::new(),
            choices: Vec::new(),
        };
        let mut reader = Reader { structure, blocks: VecDeque::new(), frames: Vec::new(), function: 0 };
        reader.functions();
        let mut structure = reader.structure;
        structure.statements.sort_by_key(|statement| (statement.tokens.start, std::cmp::Reverse(statement.tokens.end)));
        structure.expressions();
        structure
    }

    /// The bytes of some tokens.
    pub fn bytes(&self, range: &Range<usize>) -> Range<usize> {
        let start = |token: usize| self.tokens.tokens.get(token).map_or(self.tokens.text.len(), |token| token.start);
        if range.is_empty() {
            // An empty condition is where it would be.
            return start(range.start)..start(range.start);
        }
        start(range.start)..self.tokens.tokens.get(range.end - 1).map_or(self.tokens.text.len(), |token| token.end)
    }

    /// The text of some tokens.
    pub fn text(&self, range: &Range<usize>) -> &str {
        &self.tokens.text[self.bytes(range)]
    }

    /// Line and column of a token.
    pub fn position(&self, token: usize) -> (u32, u32) {
        let start = self.tokens.tokens.get(token).map_or(self.tokens.text.len(), |token| token.start);
        self.tokens.position(start)
    }

    /// The words of a line, as far as they are tokens.
    pub fn line(&self, line: u32) -> String {
        let here = (0..self.tokens.tokens.len()).filter(|token| self.position(*token).0 == line);
        here.map(|token| self.tokens.word(token)).collect::<Vec<_>>().join(" ")
    }

    /// The column of a token as compilers count: in bytes, from one.
    pub fn byte_column(&self, token: usize) -> u32 {
        let start = self.tokens.tokens.get(token).map_or(self.tokens.text.len(), |token| token.start);
        let line = self.tokens.text[..start].rfind('\n').map_or(0, |at| at + 1);
        (start - line) as u32 + 1
    }

    /// The innermost statement that has a token in it.
    pub fn statement_at(&self, token: usize) -> Option<&Statement> {
        let around = self.statements.iter().filter(|statement| statement.tokens.contains(&token));
        around.min_by_key(|statement| statement.tokens.len())
    }

    /// The function whose body a token is in, by position.
    pub fn function_at(&self, token: usize) -> Option<usize> {
        self.functions.iter().position(|function| function.body.contains(&token))
    }

    /// The closing bracket of an opening one.
    pub fn closing(&self, open: usize) -> Option<usize> {
        self.partner.get(open).copied().flatten()
    }

    /// Finds calls and choices in the bodies of functions.
    fn expressions(&mut self) {
        for (index, function) in self.functions.iter().enumerate() {
            for token in function.body.clone() {
                match self.tokens.word(token) {
                    "(" => {
                        let (Some(close), Some(start)) = (self.closing(token), self.callee(token)) else { continue };
                        let name = if start + 1 == token { self.tokens.word(start).to_string() } else { String::new() };
                        self.calls.push(Call { name, tokens: start..close + 1, open: token, function: index });
                    }
                    "?" => {
                        let condition = self.before_question(token, function.body.start)..token;
                        self.choices.push(Choice { mark: token, condition });
                    }
                    _ => {}
                }
            }
        }
        self.calls.sort_by_key(|call| call.tokens.end);
    }

    /// The first token of what is called with arguments in these parentheses, if it is a call.
    fn callee(&self, open: usize) -> Option<usize> {
        let mut start = open.checked_sub(1)?;
        loop {
            start = match self.tokens.word(start) {
                // (*f)(x) is a call; (int)(x) is none, and (f)(x) is taken for none.
                ")" if start + 1 == open => {
                    let group = self.partner[start]?;
                    let pointer = self.tokens.word(group + 1) == "*";
                    if !pointer {
                        return None;
                    }
                    group
                }
                ")" | "]" => {
                    let group = self.partner[start]?;
                    let before = group.checked_sub(1)?;
                    if self.is_name(before) || matches!(self.tokens.word(before), ")" | "]") {
                        start = before;
                        continue;
                    }
                    group
                }
                _ if self.is_name(start) => start,
                _ => return None,
            };
            match start.checked_sub(1).map(|before| self.tokens.word(before)) {
                Some("." | "->") => start = start.checked_sub(2)?,
                _ => return Some(start),
            }
        }
    }

    fn is_name(&self, token: usize) -> bool {
        let is_word = self.tokens.tokens.get(token).is_some_and(|token| token.kind == TokenKind::Word);
        is_word && !is_keyword(self.tokens.word(token))
    }

    /// Where the condition of a choice starts: behind what binds more weakly.
    fn before_question(&self, mark: usize, first: usize) -> usize {
        let mut at = mark;
        while at > first {
            let before = at - 1;
            match self.tokens.word(before) {
                ")" | "]" | "}" => match self.partner[before] {
                    Some(open) => at = open,
                    None => return at,
                },
                "(" | "[" | "{" | "," | ";" | "?" | ":" | "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>="
                | "&=" | "^=" | "|=" | "return" | "case" => return at,
                _ => at = before,
            }
        }
        at
    }
}

fn partners(tokens: &Tokens) -> Vec<Option<usize>> {
    let mut partner = vec![None; tokens.tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for token in 0..tokens.tokens.len() {
        let wanted = match tokens.word(token) {
            "(" | "[" | "{" => {
                open.push(token);
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            _ => continue,
        };
        if open.last().is_some_and(|last| tokens.word(*last) == wanted)
            && let Some(last) = open.pop()
        {
            (partner[last], partner[token]) = (Some(token), Some(last));
        }
    }
    partner
}

/// Words that are no names of functions though a parenthesis may follow them.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "while"
            | "for"
            | "do"
            | "switch"
            | "return"
            | "sizeof"
            | "case"
            | "else"
            | "goto"
            | "default"
            | "break"
            | "continue"
            | "int"
            | "char"
            | "short"
            | "long"
            | "float"
            | "double"
            | "void"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "const"
            | "volatile"
            | "static"
            | "extern"
            | "register"
            | "auto"
            | "struct"
            | "union"
            | "enum"
            | "typedef"
            | "inline"
            | "__inline"
            | "__inline__"
    ) || is_attribute(word)
}

/// Words that take something in parentheses and call nothing.
fn is_attribute(word: &str) -> bool {
    matches!(
        word,
        "__attribute__"
            | "__attribute"
            | "__declspec"
            | "__extension__"
            | "asm"
            | "__asm"
            | "__asm__"
            | "typeof"
            | "__typeof"
            | "__typeof__"
            | "_Alignas"
            | "_Alignof"
            | "__alignof__"
            | "_Static_assert"
            | "_Generic"
            | "_Atomic"
            | "volatile"
            | "__volatile__"
    )
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
        let mut name = None;
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
                    at = self.structure.closing(at)? + 1;
                }
                _ => at += 1,
            }
        }
        // Parameters that are declared behind the parentheses, as in old C, end with a semicolon.
        if first == brace {
            return Some(String::new());
        }
        name
    }

    /// Reads the statements of a block.
    fn block(&mut self, open: usize) {
        let Some(close) = self.structure.closing(open) else { return };
        self.frames.clear();
        self.frames.push(Open { frame: Frame::Block { close }, statement: None });
        let mut at = open + 1;
        // Each turn reads the head of one statement, or ends some.
        while let Some(Open { frame, .. }) = self.frames.last() {
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
                        && let Some(close) = self.structure.closing(end + 1)
                        && let Some(statement) = statement
                    {
                        self.structure.statements[*statement].kind = StatementKind::Do(end + 2..close, end);
                        end = close + 2;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(structure: &Structure, wanted: impl Fn(&Statement) -> bool) -> Vec<(u32, u32)> {
        structure.statements.iter().filter(|s| wanted(s)).map(|s| structure.position(s.tokens.start)).collect()
    }

    const PROGRAM: &str = "\
struct s { int a; } x = { 1 };
int g(int a) { return a; }
void __attribute__((noreturn)) f(void) {
  int i = 0, j;
  while (i < 10)
    if (i == 3) g(i); else if (i) { i++; j = i > 2 ? g(1) : 0; }
    else i += 2;
  for (int k = 0; k < 3; k++) ;
  for (;;) { break; }
  do i--; while (i > 0);
  switch (i) { case 1: case 2: g(2); break; default: ; }
end: { g(({ int q = g(3); q; })); }
}
";

    #[test]
    fn statements_start_and_end_where_they_do() {
        let structure = Structure::read(PROGRAM);
        let names: Vec<&str> = structure.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["g", "f"]);
        assert_eq!(starts(&structure, Statement::is_loop), [(5, 3), (8, 3), (9, 3), (10, 3)]);
        assert_eq!(starts(&structure, |s| matches!(s.kind, StatementKind::If(_))), [(6, 5), (6, 28)]);
        let first_loop = structure.statements.iter().find(|s| s.is_loop()).expect("there is a loop");
        assert!(structure.text(&first_loop.tokens).ends_with("i += 2;"));
        let last_loop = structure.statements.iter().rev().find(|s| s.is_loop()).expect("there is a loop");
        assert_eq!(structure.text(&last_loop.tokens), "do i--; while (i > 0);");
        assert_eq!(last_loop.condition().map(|range| structure.text(range)), Some("i > 0"));
        let choice = structure.statements.iter().find(|s| matches!(s.kind, StatementKind::Switch(_)));
        let cases: Vec<&str> = choice.expect("a switch").cases.iter().map(|range| structure.text(range)).collect();
        assert_eq!(cases, ["1", "2"]);
    }

    #[test]
    fn lists_are_told_from_parts_of_statements() {
        let structure = Structure::read(PROGRAM);
        let at = |line, column| {
            let statement = structure.statements.iter().find(|s| structure.position(s.tokens.start) == (line, column));
            statement.expect("there is a statement").in_list
        };
        assert!(at(4, 3) && at(5, 3) && at(6, 37));
        assert!(!at(6, 5) && !at(6, 17) && !at(6, 28) && !at(11, 32));
    }

    #[test]
    fn calls_and_choices_are_found() {
        let structure = Structure::read(PROGRAM);
        let calls: Vec<String> = structure.calls.iter().map(|c| structure.text(&c.tokens).to_string()).collect();
        assert_eq!(calls, ["g(i)", "g(1)", "g(2)", "g(3)", "g(({ int q = g(3); q; }))"]);
        let choice = &structure.choices[0];
        assert_eq!((structure.text(&choice.condition), structure.position(choice.mark)), ("i > 2", (6, 52)));
        let inner = structure.statements.iter().filter(|s| structure.text(&s.tokens) == "int q = g(3);").count();
        assert_eq!(inner, 1);
    }

    #[test]
    fn calls_through_members_and_pointers_start_where_they_do() {
        let structure = Structure::read("void f() { a->b[1].c(1); (*p)(2); (int)(3); s.t->u(4); if (x) (y)(1); }");
        let calls: Vec<&str> = structure.calls.iter().map(|c| structure.text(&c.tokens)).collect();
        assert_eq!(calls, ["a->b[1].c(1)", "(*p)(2)", "s.t->u(4)"]);
    }

    #[test]
    fn text_of_any_kind_is_read() {
        for text in [
            "void f() { if (",
            "void f() { do ; }",
            "}",
            "f() { case }",
            "void f() { a: }",
            "f() {{ }",
            "f(){do{}while}",
            "f() { ( } ; }",
        ] {
            Structure::read(text);
        }
    }
}
