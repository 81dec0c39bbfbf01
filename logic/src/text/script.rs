//! Scripts: the commands that all text formats share.

use super::error::ParseError;
use super::expr::{Frame, Macro, first_repeated};
use super::lexer::{Lexer, Token, TokenKind};
use super::sorts::SortTable;
use super::symbols::{Meaning, Symbols};
use crate::float::FloatOp;
use crate::sort::Sort;
use crate::term::{FunctionId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// An annotation `(! term :key value)` with a meaning for transition systems.
#[derive(Clone, Copy)]
pub(super) struct Annotation<'a> {
    pub key: &'a str,
    pub value: Option<Token<'a>>,
    pub term: TermId,
    pub at: usize,
}

/// A command about a formula, which each format understands in its own way.
#[derive(Clone, Copy)]
pub(super) struct Command {
    pub kind: CommandKind,
    pub formula: TermId,
    /// Where the formula stands.
    pub at: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum CommandKind {
    Assert,
    Rule,
    Query,
}

/// A script being read: the terms so far, the names in scope and the place in the text.
pub(super) struct Script<'a> {
    pub lexer: Lexer<'a>,
    pub terms: Terms,
    pub symbols: Symbols<'a>,
    sorts: SortTable<'a>,
    pub macros: Vec<Macro>,
    pub frames: Vec<Frame<'a>>,
    pub values: Vec<TermId>,
    /// The annotations of transition systems, in order.
    pub annotations: Vec<Annotation<'a>>,
    /// Declared constants and where, in order.
    pub constants: Vec<(TermId, usize)>,
    /// Declared functions and where, in order; with `quantifiers`, Boolean constants are among them.
    pub functions: Vec<(FunctionId, usize)>,
    /// Whether this is a Horn script: quantifiers are read, and what is declared to be Boolean is
    /// a relation.
    pub quantifiers: bool,
    /// Names of next-state variables that only an annotation introduced.
    implicit: FxHashSet<&'a str>,
    /// The names of things that the script calls otherwise.
    renamed: FxHashMap<&'a str, &'a str>,
    bound_count: usize,
    in_macro: bool,
    /// Whether the expression being read is asserted, or denied as a query is; `None` in a
    /// definition, which can be used either way.
    pub polarity: Option<bool>,
}

impl<'a> Script<'a> {
    pub fn new(text: &'a str) -> Self {
        Script::into_arena(text, Terms::new(), FxHashMap::default())
    }

    /// A script whose terms join others; a symbol that is `renamed` declares what has that name.
    pub fn into_arena(text: &'a str, terms: Terms, renamed: FxHashMap<&'a str, &'a str>) -> Self {
        Script {
            lexer: Lexer::new(text),
            symbols: Symbols::new(terms.tt(), terms.ff()),
            terms,
            sorts: SortTable::default(),
            macros: Vec::new(),
            frames: Vec::new(),
            values: Vec::new(),
            annotations: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            quantifiers: false,
            implicit: FxHashSet::default(),
            renamed,
            bound_count: 0,
            in_macro: false,
            polarity: None,
        }
    }

    /// Reads up to the next command that the format must deal with; `None` at the end.
    pub fn next_command(&mut self) -> Result<Option<Command>, ParseError> {
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                TokenKind::End => return Ok(None),
                TokenKind::Open => {}
                _ => return Err(self.lexer.unexpected(token, "'(' and a command")),
            }
            let (name, at) = self.lexer.symbol("the name of a command")?;
            match name {
                "exit" => return Ok(None),
                "set-logic" | "set-info" | "set-option" | "check-sat" | "echo" | "get-info" | "get-model"
                | "get-option" | "get-proof" | "get-unsat-core" | "get-value" => {
                    self.lexer.skip_to_close()?;
                    continue;
                }
                "declare-fun" | "declare-rel" => self.declare_function(name)?,
                "declare-const" => self.declare_constant()?,
                "declare-var" => self.declare_variable()?,
                "declare-sort" => self.declare_sort()?,
                "define-sort" => self.define_sort()?,
                "define-fun" | "define-const" => self.define_function(name)?,
                "assert" | "rule" | "query" => return self.formula_command(name).map(Some),
                "push" | "pop" => {
                    let message = format!("'{name}' is not supported: a file describes one system");
                    return Err(self.lexer.error(at, message));
                }
                _ => return Err(self.lexer.error(at, format!("the command '{name}' is not supported"))),
            }
            self.lexer.close(&format!("after '{name}'"))?;
        }
    }

    fn real_name(&self, symbol: &'a str) -> &'a str {
        self.renamed.get(symbol).copied().unwrap_or(symbol)
    }

    pub fn sort(&mut self) -> Result<Sort, ParseError> {
        self.sorts.read(&mut self.lexer, &mut self.terms)
    }

    fn formula_command(&mut self, name: &str) -> Result<Command, ParseError> {
        let at = self.lexer.peek()?.at;
        let formula = match self.query_of_relation(name)? {
            Some(atom) => atom,
            None => {
                self.polarity = Some(name != "query");
                let formula = self.expression()?;
                self.polarity = None;
                formula
            }
        };
        self.expect_sort(formula, Sort::Bool, at, "a formula")?;
        // Z3 lets a name follow a rule, and options follow a query.
        if name == "assert" {
            self.lexer.close("after 'assert'")?
        } else {
            self.lexer.skip_to_close()?
        };
        let kind = match name {
            "rule" => CommandKind::Rule,
            "query" => CommandKind::Query,
            _ => CommandKind::Assert,
        };
        Ok(Command { kind, formula, at })
    }

    /// `(query R)` asks for any element of a relation, whatever its arguments.
    fn query_of_relation(&mut self, command: &str) -> Result<Option<TermId>, ParseError> {
        let TokenKind::Symbol { name, .. } = self.lexer.peek()?.kind else {
            return Ok(None);
        };
        let Some(Meaning::Function(relation)) = self.symbols.get(name) else {
            return Ok(None);
        };
        if command != "query" {
            return Ok(None);
        }
        self.lexer.next()?;
        let domain = self.terms.function(relation).1.to_vec();
        let args: Vec<TermId> = domain.into_iter().map(|sort| self.bound_variable(name, sort)).collect();
        Ok(Some(self.terms.make(crate::Op::Apply(relation), &args)))
    }

    fn declare_function(&mut self, command: &str) -> Result<(), ParseError> {
        let (name, at) = self.lexer.symbol("a name to declare")?;
        self.lexer.open("before the argument sorts")?;
        let mut domain = Vec::new();
        while self.lexer.peek()?.kind != TokenKind::Close {
            domain.push(self.sort()?);
        }
        self.lexer.close("after the argument sorts")?;
        let range = if command == "declare-rel" { Sort::Bool } else { self.sort()? };
        let relation = self.quantifiers && range == Sort::Bool;
        if domain.is_empty() && !relation {
            return self.add_constant(name, range, at);
        }
        let function = self.terms.declare_function(self.real_name(name), &domain, range);
        let function = function.map_err(|error| self.lexer.error(at, error.0))?;
        self.define(name, Meaning::Function(function), at)?;
        self.functions.push((function, at));
        Ok(())
    }

    fn declare_constant(&mut self) -> Result<(), ParseError> {
        let (name, at) = self.lexer.symbol("a name to declare")?;
        let sort = self.sort()?;
        self.add_constant(name, sort, at)
    }

    fn add_constant(&mut self, name: &'a str, sort: Sort, at: usize) -> Result<(), ParseError> {
        let variable = self.terms.var(self.real_name(name), sort);
        // A next-state variable may be declared after the annotation that names it.
        if self.implicit.remove(name) && self.symbols.get(name) == Some(Meaning::Term(variable)) {
            return Ok(());
        }
        self.define(name, Meaning::Term(variable), at)?;
        self.constants.push((variable, at));
        Ok(())
    }

    /// The variable of this name, declared now if the script has not done so.
    pub fn next_state_variable(&mut self, name: &'a str, sort: Sort, at: usize) -> Result<TermId, ParseError> {
        match self.symbols.get(name) {
            Some(Meaning::Term(term)) if self.terms.is_var(term) => {
                self.expect_sort(term, sort, at, &format!("the next-state variable '{name}'"))?;
                Ok(term)
            }
            None => {
                self.add_constant(name, sort, at)?;
                self.implicit.insert(name);
                Ok(self.terms.var(name, sort))
            }
            Some(_) => Err(self.lexer.error(at, format!("'{name}' is not a variable"))),
        }
    }

    /// Z3's `declare-var`: a variable that every later rule quantifies universally.
    fn declare_variable(&mut self) -> Result<(), ParseError> {
        let (name, at) = self.lexer.symbol("a name to declare")?;
        let sort = self.sort()?;
        let variable = self.bound_variable(name, sort);
        self.define(name, Meaning::Term(variable), at)
    }

    pub fn define(&mut self, name: &'a str, meaning: Meaning, at: usize) -> Result<(), ParseError> {
        if self.symbols.define(name, meaning) {
            return Ok(());
        }
        Err(self.lexer.error(at, format!("'{name}' is already declared")))
    }

    fn declare_sort(&mut self) -> Result<(), ParseError> {
        let (name, at) = self.lexer.symbol("the name of a sort")?;
        let has_arity = matches!(self.lexer.peek()?.kind, TokenKind::Numeral(_));
        if has_arity && self.lexer.index("a number")? > 0 {
            return Err(self.lexer.error(at, format!("sort '{name}': sorts with parameters are not supported")));
        }
        let sort = self.terms.uninterpreted_sort(self.real_name(name));
        self.name_sort(name, sort, at)
    }

    fn define_sort(&mut self) -> Result<(), ParseError> {
        let (name, at) = self.lexer.symbol("the name of a sort")?;
        self.lexer.open("before the parameters of a sort")?;
        if self.lexer.peek()?.kind != TokenKind::Close {
            return Err(self.lexer.error(at, format!("sort '{name}': sorts with parameters are not supported")));
        }
        self.lexer.close("after the parameters of a sort")?;
        let sort = self.sort()?;
        self.name_sort(name, sort, at)
    }

    fn name_sort(&mut self, name: &'a str, sort: Sort, at: usize) -> Result<(), ParseError> {
        if self.sorts.define(name, sort) {
            return Ok(());
        }
        Err(self.lexer.error(at, format!("sort '{name}' is already declared")))
    }

    fn define_function(&mut self, command: &str) -> Result<(), ParseError> {
        let (name, at) = self.lexer.symbol("a name to define")?;
        if let Some(op) = FloatOp::from_name(name).filter(|_| command == "define-fun") {
            return self.define_float(name, op, at);
        }
        let parameters = if command == "define-fun" { self.parameters()? } else { Vec::new() };
        let variables: Vec<TermId> = parameters.iter().map(|(_, variable)| *variable).collect();
        let sort = self.sort()?;
        let hidden = self.symbols.enter(parameters);
        self.in_macro = !variables.is_empty();
        let body_at = self.lexer.peek()?.at;
        let body = self.expression()?;
        self.in_macro = false;
        self.symbols.leave(hidden);
        self.expect_sort(body, sort, body_at, &format!("the body of '{name}'"))?;
        if variables.is_empty() {
            return self.define(name, Meaning::Term(body), at);
        }
        self.macros.push(Macro { parameters: variables, body });
        self.define(name, Meaning::Macro(self.macros.len() - 1), at)
    }

    /// `((x sort) …)`, each with a variable that no text can name.
    pub fn parameters(&mut self) -> Result<Vec<(&'a str, TermId)>, ParseError> {
        let at = self.lexer.open("before the variables")?;
        let mut parameters = Vec::new();
        while self.lexer.peek()?.kind != TokenKind::Close {
            self.lexer.open("before a variable")?;
            let (name, _) = self.lexer.symbol("the name of a variable")?;
            let sort = self.sort()?;
            self.lexer.close("after the sort of a variable")?;
            parameters.push((name, self.bound_variable(name, sort)));
        }
        self.lexer.close("after the variables")?;
        let names: Vec<&str> = parameters.iter().map(|(name, _)| *name).collect();
        match first_repeated(&names) {
            Some(twice) => Err(self.lexer.error(at, format!("the variable '{twice}' is bound twice"))),
            None => Ok(parameters),
        }
    }

    /// A variable whose name holds a bar, which no symbol of SMT-LIB can.
    fn bound_variable(&mut self, name: &str, sort: Sort) -> TermId {
        self.bound_count += 1;
        self.terms.var(&format!("{name}|{}", self.bound_count), sort)
    }

    /// Takes note of an annotation that has a meaning; others are ignored.
    pub fn annotate(&mut self, annotation: Annotation<'a>) -> Result<(), ParseError> {
        match annotation.key {
            ":next" | ":init" | ":trans" | ":invar-property" | ":live-property" | ":ltl-property" | ":location" => {
                if self.in_macro {
                    let message = format!("'{}' cannot stand in a definition with parameters", annotation.key);
                    return Err(self.lexer.error(annotation.at, message));
                }
                if annotation.key == ":next" {
                    self.declare_next(annotation)?;
                }
                self.annotations.push(annotation);
                Ok(())
            }
            ":named" => match annotation.value {
                Some(Token { kind: TokenKind::Symbol { name, .. }, at }) if !self.in_macro && !self.quantifiers => {
                    self.define(name, Meaning::Term(annotation.term), at)
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn declare_next(&mut self, annotation: Annotation<'a>) -> Result<(), ParseError> {
        let Some(Token { kind: TokenKind::Symbol { name, .. }, at }) = annotation.value else {
            return Err(self.lexer.error(annotation.at, "':next' needs the name of the next-state variable"));
        };
        let sort = self.terms.sort(annotation.term);
        self.next_state_variable(name, sort, at).map(|_| ())
    }
}
