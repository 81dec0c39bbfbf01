//! Terms as SMT-LIB text: whole scripts with sharing, and excerpts for messages.

use euclase_logic::{FunctionId, Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Words that a declared symbol cannot have as its name, quoted or not.
const TAKEN: &[&str] = &[
    "true", "false", "not", "and", "or", "xor", "=>", "=", "distinct", "ite", "concat", "extract", "bvnot", "bvneg",
    "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvcomp", "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem",
    "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle",
    "bvsgt", "bvsge", "select", "store", "const", "+", "-", "*", "/", "div", "mod", "abs", "<", "<=", ">", ">=", "let",
    "forall", "exists", "match", "par", "_", "!", "as", "Bool", "Int", "Real", "Array", "BitVec",
];

/// A script that asks whether the assertions have a model, with the terms of each group distinct.
pub(super) fn script(terms: &Terms, comment: &str, assertions: &[TermId], distinct: &[Vec<TermId>]) -> String {
    let mut roots: Vec<TermId> = assertions.to_vec();
    roots.extend(distinct.iter().flatten());
    let order = terms.postorder(&roots);
    let mut writer = Writer::new(terms);
    for line in comment.lines() {
        writer.line(format_args!("; {line}"));
    }
    writer.line(format_args!("(set-info :status unsat)"));
    writer.line(format_args!("(set-logic {})", logic(terms, &order)));
    writer.declare(&order);
    for term in order {
        writer.define(term);
    }
    for group in distinct {
        let group: Vec<&str> = group.iter().map(|t| writer.written[t].as_str()).collect();
        let group = group.join(" ");
        writer.line(format_args!("(assert (distinct {group}))"));
    }
    for assertion in assertions {
        let assertion = writer.written[assertion].clone();
        writer.line(format_args!("(assert {assertion})"));
    }
    writer.line(format_args!("(check-sat)"));
    writer.text
}

/// The beginning of a term's text, for a message.
pub(super) fn show(terms: &Terms, root: TermId, limit: usize) -> String {
    let mut text = String::new();
    let mut stack = vec![Ok(root)];
    while let Some(item) = stack.pop() {
        if text.len() > limit {
            let end = (0..=limit).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
            text.truncate(end);
            return text + " …";
        }
        match item {
            Err(literal) => text.push_str(literal),
            Ok(term) => match terms.literal_value(term) {
                Some(value) => text.push_str(&value.to_string()),
                None if terms.is_var(term) => text.push_str(&quoted(&terms.op_name(terms.op(term)))),
                None => {
                    text.push('(');
                    text.push_str(&terms.op_name(terms.op(term)));
                    stack.push(Err(")"));
                    for arg in terms.args(term).iter().rev() {
                        stack.extend([Ok(*arg), Err(" ")]);
                    }
                }
            },
        }
    }
    text
}

/// The smallest logic with everything that occurs.
fn logic(terms: &Terms, order: &[TermId]) -> &'static str {
    let sorts: FxHashSet<Sort> = order.iter().map(|t| terms.sort(*t)).collect();
    let functions = order.iter().any(|t| matches!(terms.op(*t), Op::Apply(_)));
    let integers = sorts.contains(&Sort::Int);
    let uninterpreted = functions || sorts.iter().any(|s| matches!(s, Sort::Uninterpreted(_)));
    let vectors = sorts.iter().any(|s| matches!(s, Sort::BitVec(_)));
    let constant_arrays = order.iter().any(|t| matches!(terms.op(*t), Op::ConstArray(_)));
    let arrays = sorts.iter().any(|s| s.is_array());
    match (integers || constant_arrays, arrays, uninterpreted, vectors) {
        (true, ..) | (_, true, true, false) | (_, true, _, false) => "ALL",
        (_, false, true, false) | (_, false, false, false) => "QF_UF",
        (_, false, false, true) => "QF_BV",
        (_, false, true, true) => "QF_UFBV",
        (_, true, false, true) => "QF_ABV",
        (_, true, true, true) => "QF_AUFBV",
    }
}

/// Names of symbols, made different where the terms' own are not.
struct Names {
    used: FxHashSet<String>,
}

impl Names {
    fn new() -> Self {
        Names { used: TAKEN.iter().map(ToString::to_string).collect() }
    }

    fn fresh(&mut self, wanted: &str) -> String {
        let mut name: String = wanted.chars().map(|c| if c == '|' || c == '\\' { '/' } else { c }).collect();
        while !self.used.insert(name.clone()) {
            name.push('!');
        }
        quoted(&name)
    }
}

/// The symbol as it is when it is a simple one, else between bars.
fn quoted(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!$%^&*_-+=<>.?/".contains(c);
    let plain = name.starts_with(|c: char| !c.is_ascii_digit()) && name.chars().all(simple);
    if plain { name.to_string() } else { format!("|{name}|") }
}

struct Writer<'a> {
    terms: &'a Terms,
    text: String,
    names: Names,
    sorts: FxHashMap<Sort, String>,
    functions: FxHashMap<FunctionId, String>,
    /// How each term is written: a leaf as it is, others by the name of their definition.
    written: FxHashMap<TermId, String>,
}

impl<'a> Writer<'a> {
    fn new(terms: &'a Terms) -> Self {
        Writer {
            terms,
            text: String::new(),
            names: Names::new(),
            sorts: FxHashMap::default(),
            functions: FxHashMap::default(),
            written: FxHashMap::default(),
        }
    }

    fn line(&mut self, line: std::fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn declare(&mut self, order: &[TermId]) {
        for term in order {
            match self.terms.op(*term) {
                Op::Var(symbol) => {
                    let sort = self.sort(self.terms.sort(*term));
                    let name = self.names.fresh(self.terms.symbol_name(symbol));
                    self.line(format_args!("(declare-fun {name} () {sort})"));
                    self.written.insert(*term, name);
                }
                Op::Apply(id) if !self.functions.contains_key(&id) => {
                    let (name, domain, range) = self.terms.function(id);
                    let domain: Vec<String> = domain.iter().map(|s| self.sort(*s)).collect();
                    let (domain, range, name) = (domain.join(" "), self.sort(range), self.names.fresh(name));
                    self.line(format_args!("(declare-fun {name} ({domain}) {range})"));
                    self.functions.insert(id, name);
                }
                _ => {}
            }
        }
    }

    /// The text of a sort, whose uninterpreted parts are declared when first met.
    fn sort(&mut self, sort: Sort) -> String {
        if let Some(known) = self.sorts.get(&sort) {
            return known.clone();
        }
        let text = match sort {
            Sort::Uninterpreted(_) => {
                let name = self.names.fresh(&self.terms.sort_name(sort));
                self.line(format_args!("(declare-sort {name} 0)"));
                name
            }
            Sort::Array(array) => {
                let (index, element) = self.terms.array_parts(array);
                format!("(Array {} {})", self.sort(index), self.sort(element))
            }
            Sort::Bool | Sort::Int | Sort::BitVec(_) => self.terms.sort_name(sort),
        };
        self.sorts.insert(sort, text.clone());
        text
    }

    fn define(&mut self, term: TermId) {
        if self.written.contains_key(&term) {
            return;
        }
        if let Some(value) = self.terms.literal_value(term) {
            self.written.insert(term, value.to_string());
            return;
        }
        let op = self.terms.op(term);
        let head = match op {
            Op::Apply(id) => self.functions[&id].clone(),
            Op::ConstArray(sort) => format!("(as const {})", self.sort(sort)),
            _ => self.terms.op_name(op),
        };
        if let Op::ConstArray(sort) = op
            && !self.is_value(self.terms.arg(term, 0))
        {
            return self.define_constant_array(term, sort);
        }
        let args: Vec<&str> = self.terms.args(term).iter().map(|a| self.written[a].as_str()).collect();
        let text = match args.as_slice() {
            [] => head,
            [only] if op == Op::And => only.to_string(),
            _ => format!("({head} {})", args.join(" ")),
        };
        if op == Op::Not || self.terms.args(term).is_empty() {
            self.written.insert(term, text);
            return;
        }
        let name = self.names.fresh(&format!("t{}", term.index()));
        let sort = self.sort(self.terms.sort(term));
        self.line(format_args!("(define-fun {name} () {sort} {text})"));
        self.written.insert(term, name);
    }

    /// Whether a term is a literal, or an array that holds one everywhere.
    fn is_value(&self, term: TermId) -> bool {
        let mut term = term;
        while let Op::ConstArray(_) = self.terms.op(term) {
            term = self.terms.arg(term, 0);
        }
        self.terms.is_constant(term)
    }

    /// Solvers other than Z3 know constant arrays of literals only; the others are described.
    fn define_constant_array(&mut self, term: TermId, sort: Sort) {
        let Sort::Array(array) = sort else { unreachable!("constant arrays are arrays") };
        let (index, sort) = (self.sort(self.terms.array_parts(array).0), self.sort(sort));
        let (name, at) = (self.names.fresh(&format!("t{}", term.index())), self.names.fresh("i"));
        let element = self.written[&self.terms.arg(term, 0)].clone();
        self.line(format_args!("(declare-fun {name} () {sort})"));
        self.line(format_args!("(assert (forall (({at} {index})) (= (select {name} {at}) {element})))"));
        self.written.insert(term, name);
    }
}
