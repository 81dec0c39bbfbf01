//! Abstract models: a partition of terms into classes, read bottom-up and remembered.
//!
//! Z3 is asked once for each variable and once for each function's table; the value of a
//! compound term is a look-up in that table. What the model leaves open gets an element of its
//! own: Z3 leaves open only what no assertion depends on.

use super::translate::{Translator, address};
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use z3::ast::Dynamic;

/// An element of the model; equal ids are equal elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EufValue(u32);

impl EufValue {
    /// The truth value false.
    pub const FALSE: EufValue = EufValue(0);
    /// The truth value true.
    pub const TRUE: EufValue = EufValue(1);

    fn truth(value: bool) -> Self {
        if value { EufValue::TRUE } else { EufValue::FALSE }
    }
}

struct Table {
    entries: FxHashMap<Vec<EufValue>, EufValue>,
    default: EufValue,
}

/// A model of an abstract query.
pub struct EufModel {
    model: z3::Model,
    translator: Rc<RefCell<Translator>>,
    values: FxHashMap<TermId, EufValue>,
    elements: FxHashMap<usize, EufValue>,
    kept: Vec<Dynamic>,
    next: u32,
    tables: FxHashMap<(Op, Vec<Sort>), Table>,
}

impl EufModel {
    pub(super) fn new(model: z3::Model, translator: Rc<RefCell<Translator>>) -> Self {
        EufModel {
            model,
            translator,
            values: FxHashMap::default(),
            elements: FxHashMap::default(),
            kept: Vec::new(),
            next: 2,
            tables: FxHashMap::default(),
        }
    }

    /// Whether the formula holds in the model.
    pub fn holds(&mut self, terms: &Terms, formula: TermId) -> bool {
        self.value(terms, formula) == EufValue::TRUE
    }

    /// The element that a term is.
    pub fn value(&mut self, terms: &Terms, root: TermId) -> EufValue {
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.values.contains_key(&term) {
                continue;
            }
            if children_done {
                let value = self.node(terms, term);
                self.values.insert(term, value);
            } else {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|a| (*a, false)));
            }
        }
        self.values[&root]
    }

    fn fresh(&mut self) -> EufValue {
        self.next += 1;
        EufValue(self.next - 1)
    }

    fn element(&mut self, ast: Dynamic) -> EufValue {
        if let Some(truth) = ast.as_bool().and_then(|b| b.as_bool()) {
            return EufValue::truth(truth);
        }
        if let Some(known) = self.elements.get(&address(&ast)) {
            return *known;
        }
        let element = self.fresh();
        self.elements.insert(address(&ast), element);
        self.kept.push(ast);
        element
    }

    fn node(&mut self, terms: &Terms, term: TermId) -> EufValue {
        let args: Vec<EufValue> = terms.args(term).iter().map(|a| self.values[a]).collect();
        match terms.op(term) {
            Op::True => EufValue::TRUE,
            Op::False => EufValue::FALSE,
            Op::Not => EufValue::truth(args[0] == EufValue::FALSE),
            Op::And => EufValue::truth(args.iter().all(|a| *a == EufValue::TRUE)),
            Op::Eq => EufValue::truth(args[0] == args[1]),
            Op::Ite if args[0] == EufValue::TRUE => args[1],
            Op::Ite => args[2],
            Op::Var(_) | Op::BitVecConst(_) | Op::IntConst(_) => self.leaf(terms, term),
            _ if self.interprets_arrays(terms, term) => {
                let image = self.translator.borrow_mut().term(terms, term);
                match self.model.eval(&image, true) {
                    Some(value) => self.element(value),
                    None => self.fresh(),
                }
            }
            _ => self.lookup(terms, term, args),
        }
    }

    /// Interpreted arrays (the ablation) have no table; Z3 evaluates them.
    fn interprets_arrays(&self, terms: &Terms, term: TermId) -> bool {
        let array = matches!(terms.op(term), Op::Select | Op::Store | Op::ConstArray(_));
        array && !self.translator.borrow().abstracts_arrays()
    }

    fn leaf(&mut self, terms: &Terms, term: TermId) -> EufValue {
        let image = self.translator.borrow_mut().term(terms, term);
        match self.model.get_const_interp(&image) {
            Some(value) => self.element(value),
            None if terms.sort(term) == Sort::Bool => EufValue::FALSE,
            None => self.fresh(),
        }
    }

    fn lookup(&mut self, terms: &Terms, term: TermId, args: Vec<EufValue>) -> EufValue {
        let domain: Vec<Sort> = terms.args(term).iter().map(|a| terms.sort(*a)).collect();
        let key = (terms.op(term), domain);
        if !self.tables.contains_key(&key) {
            let table = self.table(terms, &key, terms.sort(term));
            self.tables.insert(key.clone(), table);
        }
        let table = &self.tables[&key];
        table.entries.get(&args).copied().unwrap_or(table.default)
    }

    fn table(&mut self, terms: &Terms, key: &(Op, Vec<Sort>), range: Sort) -> Table {
        let interpretation = {
            let mut translator = self.translator.borrow_mut();
            self.model.get_func_interp(translator.function(terms, key.0, key.1.clone(), range))
        };
        let mut entries = FxHashMap::default();
        let mut default = None;
        if let Some(interpretation) = interpretation {
            for entry in interpretation.get_entries() {
                let args = entry.get_args().into_iter().map(|a| self.element(a)).collect();
                let value = self.element(entry.get_value());
                entries.insert(args, value);
            }
            default = interpretation.get_else().map(|e| self.element(e));
        }
        let default = default.unwrap_or_else(|| match range {
            Sort::Bool => EufValue::FALSE,
            _ => self.fresh(),
        });
        Table { entries, default }
    }
}
