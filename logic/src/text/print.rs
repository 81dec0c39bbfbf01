//! Terms as SMT-LIB text of linear size: a subterm that occurs twice gets a name.

use super::names::Names;
use crate::term::{Op, TermId, Terms};
use num_bigint::Sign;
use rustc_hash::{FxHashMap, FxHashSet};

/// An operand as it is printed: a term, or its negation.
#[derive(Clone, Copy)]
struct Operand {
    term: TermId,
    negated: bool,
}

impl Operand {
    fn plain(term: TermId) -> Self {
        Operand { term, negated: false }
    }
}

/// The operator that a term is printed with, `operands` receiving what it is applied to. The
/// negations that only stand in for missing operators are undone: `or` and the non-strict
/// comparisons are printed as such.
fn shape(terms: &Terms, term: TermId, operands: &mut Vec<Operand>) -> Head {
    operands.clear();
    let Some(inner) = terms.negated(term) else {
        operands.extend(terms.args(term).iter().map(|a| Operand::plain(*a)));
        return Head::Operator(terms.op(term));
    };
    let swapped = |operands: &mut Vec<Operand>| {
        operands.extend([terms.arg(inner, 1), terms.arg(inner, 0)].map(Operand::plain));
    };
    match terms.op(inner) {
        Op::And => {
            operands.extend(terms.args(inner).iter().map(|a| match terms.negated(*a) {
                Some(positive) => Operand::plain(positive),
                None => Operand { term: *a, negated: true },
            }));
            Head::Name("or")
        }
        Op::BvUlt => {
            swapped(operands);
            Head::Name("bvule")
        }
        Op::BvSlt => {
            swapped(operands);
            Head::Name("bvsle")
        }
        Op::IntLt => {
            swapped(operands);
            Head::Name("<=")
        }
        _ => {
            operands.push(Operand::plain(inner));
            Head::Name("not")
        }
    }
}

enum Head {
    Name(&'static str),
    Operator(Op),
}

/// The subterms that are worth a name, in an order in which each only needs earlier ones.
pub(super) fn shared_subterms(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
    let mut order = Vec::new();
    let mut operands = Vec::new();
    let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|r| (*r, false)).collect();
    while let Some((term, operands_done)) = stack.pop() {
        if operands_done {
            order.push(term);
            continue;
        }
        let count = uses.entry(term).or_insert(0);
        *count += 1;
        if *count == 1 {
            stack.push((term, true));
            shape(terms, term, &mut operands);
            stack.extend(operands.iter().rev().map(|o| (o.term, false)));
        }
    }
    order.retain(|term| uses[term] > 1 && !terms.args(*term).is_empty());
    order
}

/// Writes terms under fixed names of their variables and of shared subterms.
pub(super) struct Printer<'a> {
    pub terms: &'a Terms,
    pub names: Names,
    /// The names of subterms that have been defined in the text.
    pub defined: FxHashMap<TermId, String>,
    /// How many definitions have been written.
    definitions: usize,
}

enum Piece {
    Operand(Operand),
    Text(&'static str),
}

impl<'a> Printer<'a> {
    pub fn new(terms: &'a Terms, names: Names) -> Self {
        Printer { terms, names, defined: FxHashMap::default(), definitions: 0 }
    }

    /// Writes a term.
    pub fn term(&mut self, out: &mut String, term: TermId) {
        match self.defined.get(&term) {
            Some(name) => out.push_str(name),
            None => self.expanded(out, term),
        }
    }

    /// Writes a term even if it has a name, which is what its definition needs.
    pub fn expanded(&mut self, out: &mut String, term: TermId) {
        let mut operands = Vec::new();
        let mut pieces = Vec::new();
        self.head(out, term, &mut operands, &mut pieces);
        while let Some(piece) = pieces.pop() {
            let operand = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Operand(operand) => operand,
            };
            if operand.negated {
                out.push_str("(not ");
                pieces.push(Piece::Text(")"));
            }
            match self.defined.get(&operand.term) {
                Some(name) => out.push_str(name),
                None => self.head(out, operand.term, &mut operands, &mut pieces),
            }
        }
    }

    /// Writes a leaf, or the parenthesis and operator of a term with its operands to come.
    fn head(&mut self, out: &mut String, term: TermId, operands: &mut Vec<Operand>, pieces: &mut Vec<Piece>) {
        let head = shape(self.terms, term, operands);
        if operands.is_empty() {
            return self.leaf(out, term);
        }
        out.push('(');
        match head {
            Head::Name(name) => out.push_str(name),
            Head::Operator(Op::Apply(function)) => out.push_str(self.names.function(self.terms, function)),
            Head::Operator(Op::ConstArray(sort)) => {
                let sort = self.names.sort(self.terms, sort);
                out.push_str(&format!("(as const {sort})"));
            }
            Head::Operator(op) => out.push_str(&self.terms.op_name(op)),
        }
        pieces.push(Piece::Text(")"));
        for operand in operands.iter().rev() {
            pieces.extend([Piece::Operand(*operand), Piece::Text(" ")]);
        }
    }

    fn leaf(&mut self, out: &mut String, term: TermId) {
        match self.terms.op(term) {
            Op::Var(_) => out.push_str(self.names.variable(self.terms, term)),
            Op::Apply(function) => out.push_str(self.names.function(self.terms, function)),
            Op::And => out.push_str("true"),
            op => match (self.terms.as_bitvec(term), self.terms.as_int(term)) {
                (Some(value), _) => out.push_str(&value.to_string()),
                (_, Some(value)) if value.sign() == Sign::Minus => {
                    out.push_str(&format!("(- {})", value.magnitude()));
                }
                (_, Some(value)) => out.push_str(&value.to_string()),
                _ => out.push_str(&self.terms.op_name(op)),
            },
        }
    }

    /// Writes a `define-fun` for each of the subterms, which are in the order that
    /// [`shared_subterms`] gives.
    pub fn define(&mut self, out: &mut String, shared: &[TermId]) {
        let prefix = self.names.prefix("def");
        for term in shared {
            let name = format!("{prefix}{}", self.definitions);
            self.definitions += 1;
            let sort = self.names.sort(self.terms, self.terms.sort(*term));
            out.push_str(&format!("(define-fun {name} () {sort} "));
            self.expanded(out, *term);
            out.push_str(")\n");
            self.defined.insert(*term, name);
        }
    }

    /// Writes the operator applied to texts, or the only text, or what it is on nothing.
    pub fn join(out: &mut String, operator: &str, nothing: &str, parts: &[String]) {
        match parts {
            [] => out.push_str(nothing),
            [only] => out.push_str(only),
            _ => {
                out.push_str(&format!("({operator}"));
                for part in parts {
                    out.push_str("\n  ");
                    out.push_str(part);
                }
                out.push(')');
            }
        }
    }

    /// The term as a text of its own.
    pub fn text(&mut self, term: TermId) -> String {
        let mut text = String::new();
        self.term(&mut text, term);
        text
    }
}

/// A term as SMT-LIB text that stands for itself: shared subterms are bound by `let`.
pub fn print_term(terms: &Terms, term: TermId) -> String {
    let mut printer = Printer::new(terms, Names::original());
    printer.names.declare(terms, &[], &terms.postorder(&[term]));
    let mut out = String::new();
    let closing = printer.open_lets(&mut out, &[term]);
    printer.term(&mut out, term);
    out.push_str(&closing);
    out
}

impl Printer<'_> {
    /// Opens `let`s for the shared subterms of the roots; gives what closes them. Subterms that
    /// do not need one another share a `let`, so that nesting stays as shallow as the terms allow.
    pub fn open_lets(&mut self, out: &mut String, roots: &[TermId]) -> String {
        let shared = shared_subterms(self.terms, roots);
        let levels = self.levels(roots, &shared);
        let depth = levels.iter().map(|(_, level)| level + 1).max().unwrap_or(0);
        let mut groups = vec![Vec::new(); depth];
        for (term, level) in levels {
            groups[level].push(term);
        }
        let prefix = self.names.prefix("let");
        let mut number = 0;
        for group in groups {
            out.push_str("(let (");
            let mut names = Vec::new();
            for term in group {
                let name = format!("{prefix}{number}");
                number += 1;
                out.push_str(&format!("({name} "));
                self.expanded(out, term);
                out.push_str(") ");
                names.push((term, name));
            }
            out.truncate(out.trim_end().len());
            out.push_str(")\n");
            self.defined.extend(names);
        }
        ")".repeat(depth)
    }

    /// The shared subterms, each with how many others must be bound before it.
    fn levels(&self, roots: &[TermId], shared: &[TermId]) -> Vec<(TermId, usize)> {
        let named: FxHashSet<TermId> = shared.iter().copied().collect();
        let mut below: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut result = Vec::with_capacity(shared.len());
        for term in self.terms.postorder(roots) {
            let level = self.terms.args(term).iter().map(|a| below[a]).max().unwrap_or(0);
            let is_named = named.contains(&term);
            if is_named {
                result.push((term, level));
            }
            below.insert(term, level + usize::from(is_named));
        }
        result
    }
}
