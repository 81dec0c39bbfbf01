//! The statements, loops, branches and calls of a C file, by their places in the text.
//!
//! C's statements can be told apart by keywords, semicolons and brackets, without knowing types. That is all that
//! witnesses need, and it works on the text as it lies on disk, before macros and includes. What a macro hides stays
//! hidden; a position in there is not found, which is an error for whoever asks. `statements` reads functions and
//! their statements, `expressions` the calls and choices in them.

mod expressions;
mod statements;

use super::tokens::Tokens;
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
        let mut structure = statements::read(structure);
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

    /// Whether the head of a statement is all there: that of `for` has two semicolons.
    pub fn is_plain(&self, statement: &Statement) -> bool {
        let StatementKind::For(condition) = &statement.kind else { return true };
        let open = statement.tokens.start + 1;
        let (mut at, mut semicolons, close) = (open + 1, Vec::new(), self.closing(open).unwrap_or(open));
        while at < close {
            match self.tokens.word(at) {
                "(" | "[" | "{" => at = self.closing(at).unwrap_or(at),
                ";" => semicolons.push(at),
                _ => {}
            }
            at += 1;
        }
        semicolons == [condition.start.saturating_sub(1), condition.end]
    }

    /// The closing bracket of an opening one.
    pub fn closing(&self, open: usize) -> Option<usize> {
        self.partner.get(open).copied().flatten().filter(|close| *close > open)
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
            "main(){;do{}while}",
            "main(){;do ;while}",
        ] {
            Structure::read(text);
        }
    }

    /// Whatever is missing, reading ends.
    #[test]
    fn what_ends_early_is_read_to_its_end() {
        let programs = [
            PROGRAM,
            "int (*f(int a))(void) { do { if (a) { } else do ; while (a); } while (a); }",
            "int f(a) int a; { switch (a) { case 1 ... 3: x: default: for (;;) while (a) { } } }",
            "#define X /* a\n */ {\nenum e { A } f(void) { for (a; b ? c : d; \"}\\n\"[0]) ({ { 'x'; } }); }",
        ];
        for program in programs {
            for (end, _) in program.char_indices() {
                Structure::read(&program[..end]);
                Structure::read(&program[end..]);
                Structure::read(&format!("f() {{ {} }}", &program[end..]));
                Structure::read(&format!("f() {{ {} }}", &program[..end]));
            }
        }
    }

    #[test]
    fn functions_are_known_by_their_bodies() {
        let names = |text: &str| {
            let structure = Structure::read(text);
            structure.functions.iter().map(|function| function.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("enum e { A = 1 } f(void) { }"), ["f"]);
        for text in ["int (*f(int a))(void) { }", "int (f)(void) { }", "int f(a) int a; { }"] {
            assert_eq!(names(text), [""], "{text}");
        }
        assert_eq!(names("struct __attribute__((packed)) { int a; } x; int a[] = { 1 };"), [] as [&str; 0]);
    }

    #[test]
    fn headers_of_for_have_two_semicolons() {
        let structure = Structure::read("void f() { for (;;) ; for (UPTO(i, 3)) ; for (int i = ({ 1; }); i; i++) ; }");
        let plain = structure.statements.iter().filter(|s| matches!(s.kind, StatementKind::For(_)));
        assert_eq!(plain.map(|s| structure.is_plain(s)).collect::<Vec<_>>(), [true, false, true]);
    }
}
