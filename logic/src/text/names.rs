//! The names under which variables, functions and sorts are written.
//!
//! Terms may use any string as a name, and one name for several things. SMT-LIB does not: a name
//! is quoted where it must be, and made unique where another thing has it already. Names that
//! begin with `.` or `@` are reserved for solvers, and strict ones refuse them; VMT files are full
//! of them.

use super::floats::is_float_name;
use super::operators::operators;
use crate::sort::Sort;
use crate::term::{FunctionId, Op, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Reserved words and names with a fixed meaning that `operators` does not list.
const FIXED: [&str; 20] = [
    "true",
    "false",
    "let",
    "!",
    "_",
    "as",
    "forall",
    "exists",
    "match",
    "par",
    "const",
    "extract",
    "zero_extend",
    "sign_extend",
    "Bool",
    "Int",
    "BitVec",
    "Array",
    "NUMERAL",
    "STRING",
];

/// Whether a name means something in SMT-LIB, so that a variable of that name is renamed when it is written.
pub fn is_reserved_word(name: &str) -> bool {
    FIXED.contains(&name) || is_float_name(name) || operators().any(|(operator, _)| operator == name)
}

/// Names for everything that occurs in some terms, fixed when first asked for.
pub(super) struct Names {
    /// Whether names that SMT-LIB reserves for solvers are left as they are.
    keep_reserved: bool,
    taken: FxHashSet<String>,
    variables: FxHashMap<TermId, String>,
    functions: FxHashMap<FunctionId, String>,
    sorts: FxHashMap<SymbolId, String>,
}

impl Names {
    /// Names that every solver accepts.
    pub fn new() -> Self {
        let fixed = operators().map(|(name, _)| name).chain(FIXED);
        Names {
            keep_reserved: false,
            taken: fixed.map(str::to_string).collect(),
            variables: FxHashMap::default(),
            functions: FxHashMap::default(),
            sorts: FxHashMap::default(),
        }
    }

    /// Names as close to the original as quoting allows, for VMT and for people.
    pub fn original() -> Self {
        Names { keep_reserved: true, ..Names::new() }
    }

    /// The name, or one like it that nothing else has, ready to be written.
    pub fn fresh(&mut self, name: &str) -> String {
        let mut name = name.replace(['|', '\\'], "_");
        if !self.keep_reserved && name.starts_with(['.', '@']) {
            name.insert(0, '_');
        }
        let mut unique = name.clone();
        let mut count = 0;
        while is_float_name(&unique) || !self.taken.insert(unique.clone()) {
            count += 1;
            unique = format!("{name}!{count}");
        }
        if is_simple(&unique) { unique } else { format!("|{unique}|") }
    }

    /// A prefix for names of our own that no name so far begins with.
    pub fn prefix(&self, wish: &str) -> String {
        let mut prefix = if self.keep_reserved { format!(".{wish}") } else { format!("{wish}.") };
        while self.taken.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        prefix
    }

    pub fn variable(&mut self, terms: &Terms, variable: TermId) -> &str {
        if !self.variables.contains_key(&variable) {
            let name = self.fresh(terms.var_name(variable).unwrap_or("unnamed"));
            self.variables.insert(variable, name);
        }
        &self.variables[&variable]
    }

    pub fn function(&mut self, terms: &Terms, function: FunctionId) -> &str {
        if !self.functions.contains_key(&function) {
            let name = self.fresh(terms.function(function).0);
            self.functions.insert(function, name);
        }
        &self.functions[&function]
    }

    /// Writes a sort.
    pub fn sort(&mut self, terms: &Terms, sort: Sort) -> String {
        let mut text = String::new();
        let mut stack = vec![Ok(sort)];
        while let Some(item) = stack.pop() {
            match item {
                Err(literal) => text.push_str(literal),
                Ok(Sort::Uninterpreted(symbol)) => {
                    if !self.sorts.contains_key(&symbol) {
                        let name = self.fresh(terms.symbol_name(symbol));
                        self.sorts.insert(symbol, name);
                    }
                    text.push_str(&self.sorts[&symbol]);
                }
                Ok(Sort::Array(array)) => {
                    let (index, element) = terms.array_parts(array);
                    text.push_str("(Array ");
                    stack.extend([Err(")"), Ok(element), Err(" "), Ok(index)]);
                }
                Ok(scalar) => text.push_str(&terms.sort_name(scalar)),
            }
        }
        text
    }

    /// Declarations of the sorts and functions in the terms, and names for all their variables.
    pub fn declare(&mut self, terms: &Terms, variables: &[TermId], all: &[TermId]) -> String {
        let mut sorts = Vec::new();
        let mut functions = Vec::new();
        for variable in variables {
            self.variable(terms, *variable);
            collect_sorts(terms, terms.sort(*variable), &mut sorts);
        }
        let mut seen = FxHashSet::default();
        for term in all {
            match terms.op(*term) {
                Op::Var(_) => {
                    self.variable(terms, *term);
                }
                Op::Apply(function) if seen.insert(function) => functions.push(function),
                _ => {}
            }
            collect_sorts(terms, terms.sort(*term), &mut sorts);
        }
        let mut text = String::new();
        let mut declared = FxHashSet::default();
        for sort in sorts {
            let name = self.sort(terms, sort);
            if declared.insert(name.clone()) {
                text.push_str(&format!("(declare-sort {name} 0)\n"));
            }
        }
        for function in functions {
            let (_, domain, range) = terms.function(function);
            let domain: Vec<String> = domain.iter().map(|sort| self.sort(terms, *sort)).collect();
            let (range, name) = (self.sort(terms, range), self.function(terms, function));
            text.push_str(&format!("(declare-fun {name} ({}) {range})\n", domain.join(" ")));
        }
        text
    }

    /// `(declare-fun x () sort)`.
    pub fn declaration(&mut self, terms: &Terms, variable: TermId) -> String {
        let sort = self.sort(terms, terms.sort(variable));
        format!("(declare-fun {} () {sort})\n", self.variable(terms, variable))
    }
}

/// The uninterpreted sorts inside a sort.
fn collect_sorts(terms: &Terms, sort: Sort, found: &mut Vec<Sort>) {
    let mut stack = vec![sort];
    while let Some(sort) = stack.pop() {
        match sort {
            Sort::Uninterpreted(_) if !found.contains(&sort) => found.push(sort),
            Sort::Array(array) => {
                let (index, element) = terms.array_parts(array);
                stack.extend([element, index]);
            }
            _ => {}
        }
    }
}

/// Whether SMT-LIB can read the symbol without bars.
fn is_simple(name: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&b);
    let word = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.bytes().all(allowed);
    word && !COMMANDS.contains(&name)
}

/// Command names: reserved, so as a symbol they must be quoted.
const COMMANDS: [&str; 30] = [
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "set-info",
    "set-logic",
    "set-option",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_made_unique() {
        let mut names = Names::original();
        for (asked, written) in [
            ("x", "x"),
            ("x", "x!1"),
            ("x y", "|x y|"),
            ("1x", "|1x|"),
            ("", "||"),
            ("a|b", "a_b"),
            ("a_b", "a_b!1"),
            ("and", "and!1"),
            ("let", "let!1"),
            ("größe", "|größe|"),
            ("@L0*+", "@L0*+"),
        ] {
            assert_eq!(names.fresh(asked), written);
        }
        assert_eq!(names.prefix("def"), ".def");
        names.fresh(".def1");
        assert_eq!(names.prefix("def"), ".def_");
    }

    #[test]
    fn reserved_names_are_left_to_solvers() {
        let mut names = Names::new();
        assert_eq!(names.fresh("@L0"), "_@L0");
        assert_eq!(names.fresh(".x"), "_.x");
        assert_eq!(names.fresh("x.y"), "x.y");
        assert_eq!(names.prefix("def"), "def.");
    }
}
