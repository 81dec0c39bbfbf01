//! Models as the search sees them: a partition of terms into classes, read bottom-up and remembered.
//!
//! Z3 is asked once for each variable and once for each function's table; the value of a
//! compound term is a look-up in that table, or, where the theory interprets the operator, what the evaluator
//! computes. What the model leaves open gets an element of its own, or the default of an interpreted sort:
//! Z3 leaves open only what no assertion depends on. Arrays that are interpreted while their elements are not (the ablation) are
//! equal exactly if their contents are, in whatever order Z3 writes these.

use super::Theory;
use super::concrete_model::read_value;
use super::translate::{Translator, address};
use euclase_logic::{Op, Sort, TermId, Terms, Value, apply_op};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use z3::ast::{Ast, Dynamic};
use z3::{AstKind, DeclKind};

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

/// An array of elements of which nothing is known: what is at some places, and what is at all others.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Cells {
    sort: Sort,
    default: EufValue,
    at: BTreeMap<EufValue, EufValue>,
}

impl Cells {
    fn store(mut self, index: EufValue, element: EufValue) -> Self {
        if element == self.default {
            self.at.remove(&index);
        } else {
            self.at.insert(index, element);
        }
        self
    }
}

/// A model of a query under any theory.
pub struct EufModel {
    model: z3::Model,
    theory: Theory,
    translator: Rc<RefCell<Translator>>,
    values: FxHashMap<TermId, EufValue>,
    elements: FxHashMap<usize, EufValue>,
    kept: Vec<Dynamic>,
    next: u32,
    tables: FxHashMap<(Op, Vec<Sort>), Table>,
    interned: FxHashMap<Value, EufValue>,
    contents: FxHashMap<EufValue, Value>,
    arrays: FxHashMap<Cells, EufValue>,
    cells: FxHashMap<EufValue, Cells>,
    named: FxHashMap<String, u64>,
}

impl EufModel {
    pub(super) fn new(model: z3::Model, translator: Rc<RefCell<Translator>>) -> Self {
        let theory = translator.borrow().theory();
        EufModel {
            model,
            theory,
            translator,
            values: FxHashMap::default(),
            elements: FxHashMap::default(),
            kept: Vec::new(),
            next: 2,
            tables: FxHashMap::default(),
            interned: FxHashMap::default(),
            contents: FxHashMap::default(),
            arrays: FxHashMap::default(),
            cells: FxHashMap::default(),
            named: FxHashMap::default(),
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

    /// How the model reads operators.
    pub fn theory(&self) -> Theory {
        self.theory
    }

    /// What a term is where its sort is interpreted.
    pub fn concrete(&mut self, terms: &Terms, term: TermId) -> Option<&Value> {
        let value = self.value(terms, term);
        self.contents.get(&value)
    }

    /// Whether values of the sort are known as what they are.
    fn interprets(&self, sort: Sort) -> bool {
        !self.theory.abstracts_numbers() && !self.theory.abstracts_sort(sort)
    }

    fn intern(&mut self, value: Value) -> EufValue {
        if let Value::Bool(truth) = value {
            return EufValue::truth(truth);
        }
        if let Some(known) = self.interned.get(&value) {
            return *known;
        }
        let element = self.fresh();
        self.interned.insert(value.clone(), element);
        self.contents.insert(element, value);
        element
    }

    fn element(&mut self, terms: &Terms, ast: Dynamic, sort: Sort) -> EufValue {
        if let Some(truth) = ast.as_bool().and_then(|b| b.as_bool()) {
            return EufValue::truth(truth);
        }
        if self.interprets(sort)
            && let Ok(value) = read_value(terms, &self.model, &mut self.named, &ast, sort)
        {
            return self.intern(value);
        }
        if let Some(known) = self.elements.get(&address(&ast)) {
            return *known;
        }
        let cells = if self.has_cells(sort) { self.read_cells(terms, &ast, sort) } else { None };
        let element = match cells {
            Some(cells) => self.array(cells),
            None => self.fresh(),
        };
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
            Op::BitVecConst(_) | Op::IntConst(_) if !self.theory.abstracts_numbers() => {
                match terms.literal_value(term) {
                    Some(value) => self.intern(value),
                    None => self.fresh(),
                }
            }
            Op::Var(_) | Op::BitVecConst(_) | Op::IntConst(_) => self.leaf(terms, term),
            op if self.theory.abstracts(op) => self.lookup(terms, term, args),
            op if !self.theory.abstracts_numbers() => {
                let values: Option<Vec<Value>> = args.iter().map(|a| self.content(*a)).collect();
                match values {
                    Some(values) => self.intern(apply_op(terms, op, &values.iter().collect::<Vec<_>>())),
                    None => self.fresh(),
                }
            }
            Op::ConstArray(_) => self.array(Cells { sort: terms.sort(term), default: args[0], at: BTreeMap::new() }),
            Op::Select => match self.cells.get(&args[0]) {
                Some(cells) => *cells.at.get(&args[1]).unwrap_or(&cells.default),
                None => self.fresh(),
            },
            Op::Store => match self.cells.get(&args[0]).cloned() {
                Some(cells) => self.array(cells.store(args[1], args[2])),
                None => self.fresh(),
            },
            _ => self.fresh(),
        }
    }

    /// Whether an array of the sort is known by its contents, whose elements are abstract.
    fn has_cells(&self, sort: Sort) -> bool {
        matches!(sort, Sort::Array(_)) && self.theory.abstracts_numbers() && !self.theory.abstracts_sort(sort)
    }

    fn array(&mut self, cells: Cells) -> EufValue {
        if let Some(known) = self.arrays.get(&cells) {
            return *known;
        }
        let element = self.fresh();
        self.arrays.insert(cells.clone(), element);
        self.cells.insert(element, cells);
        element
    }

    /// Reads an array that is a chain of stores over a constant array or over a function's table.
    fn read_cells(&mut self, terms: &Terms, ast: &Dynamic, sort: Sort) -> Option<Cells> {
        let Sort::Array(array) = sort else { return None };
        let (index_sort, element_sort) = terms.array_parts(array);
        let (mut base, mut stores) = (ast.clone(), Vec::new());
        let mut cells = loop {
            if base.kind() != AstKind::App {
                return None;
            }
            let children = base.children();
            match base.safe_decl().ok()?.kind() {
                DeclKind::Store => {
                    let index = self.element(terms, children[1].clone(), index_sort);
                    stores.push((index, self.element(terms, children[2].clone(), element_sort)));
                    base = children[0].clone();
                }
                DeclKind::ConstArray => {
                    let default = self.element(terms, children[0].clone(), element_sort);
                    break Cells { sort, default, at: BTreeMap::new() };
                }
                DeclKind::AsArray => {
                    let table = base.as_array()?.as_array_func_decl()?;
                    let interpretation = self.model.get_func_interp(&table)?;
                    let default = self.element(terms, interpretation.get_else()?, element_sort);
                    for entry in interpretation.get_entries() {
                        let index = self.element(terms, entry.get_args().pop()?, index_sort);
                        stores.push((index, self.element(terms, entry.get_value(), element_sort)));
                    }
                    break Cells { sort, default, at: BTreeMap::new() };
                }
                _ => return None,
            }
        };
        // The outermost store, which comes first, is the last to be done.
        for (index, element) in stores.into_iter().rev() {
            cells = cells.store(index, element);
        }
        Some(cells)
    }

    fn content(&self, element: EufValue) -> Option<Value> {
        match element {
            EufValue::FALSE => Some(Value::Bool(false)),
            EufValue::TRUE => Some(Value::Bool(true)),
            _ => self.contents.get(&element).cloned(),
        }
    }

    /// What a value that the model leaves open is taken to be.
    fn default(&mut self, terms: &Terms, sort: Sort) -> EufValue {
        match sort {
            Sort::Bool => EufValue::FALSE,
            _ if self.interprets(sort) => self.intern(Value::default_of(terms, sort)),
            Sort::Array(array) if self.has_cells(sort) => {
                let default = self.default(terms, terms.array_parts(array).1);
                self.array(Cells { sort, default, at: BTreeMap::new() })
            }
            _ => self.fresh(),
        }
    }

    fn leaf(&mut self, terms: &Terms, term: TermId) -> EufValue {
        let image = self.translator.borrow_mut().term(terms, term);
        match self.model.get_const_interp(&image) {
            Some(value) => self.element(terms, value, terms.sort(term)),
            None => self.default(terms, terms.sort(term)),
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
                let args = entry.get_args().into_iter().zip(&key.1);
                let args = args.map(|(a, sort)| self.element(terms, a, *sort)).collect();
                let value = self.element(terms, entry.get_value(), range);
                entries.insert(args, value);
            }
            default = interpretation.get_else().map(|e| self.element(terms, e, range));
        }
        let default = default.unwrap_or_else(|| self.default(terms, range));
        Table { entries, default }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Operators, QueryKind, SolverFactory, Statistics};
    use super::*;

    fn model(terms: &Terms, theory: Theory, formulas: &[TermId]) -> Option<EufModel> {
        let mut solver = SolverFactory::new(theory, Statistics::default()).solver(0);
        match solver.check(terms, QueryKind::Bad, formulas) {
            Answer::Sat => solver.euf_model(),
            _ => None,
        }
    }

    #[test]
    fn interpreted_terms_that_the_solver_never_saw_have_values() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::BitVec(8));
        let (three, five) = (terms.bv(8, 3), terms.bv(8, 5));
        let is_three = terms.eq(x, three);
        let mut model = model(&terms, Theory::Concrete, &[is_three]).unwrap();
        let two = terms.bv(8, 2);
        let (sum, below) = (terms.bv_add(x, two), terms.bv_ult(x, five));
        assert_eq!(model.value(&terms, sum), model.value(&terms, five));
        assert!(model.holds(&terms, below));
        let open = terms.var("open", Sort::BitVec(8));
        let zero = terms.bv(8, 0);
        assert_eq!(model.value(&terms, open), model.value(&terms, zero));
    }

    #[test]
    fn the_middle_level_has_wrong_products_and_right_sums() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::BitVec(8)), terms.var("y", Sort::BitVec(8)));
        let [two, three, seven] = [2, 3, 7].map(|n| terms.bv(8, n));
        let product = terms.bv_mul(x, y);
        let wrong = [terms.eq(x, two), terms.eq(y, three), terms.eq(product, seven)];
        let middle = Theory::without(Operators::hard(&terms, &[product]));
        assert!(model(&terms, Theory::Concrete, &wrong).is_none());
        let mut wrong_product = model(&terms, middle, &wrong).unwrap();
        assert_eq!(wrong_product.value(&terms, product), wrong_product.value(&terms, seven));
        // A product of equal factors is the same product.
        let other = terms.make_raw(Op::BvMul, &[two, three]);
        assert_eq!(wrong_product.value(&terms, other), wrong_product.value(&terms, seven));
        let sum = terms.bv_add(x, y);
        let wrong = [terms.eq(x, two), terms.eq(y, three), terms.eq(sum, seven)];
        assert!(model(&terms, middle, &wrong).is_none());
    }

    #[test]
    fn interpreted_arrays_are_read_and_written() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let sort = terms.array_sort(byte, byte);
        let (array, x) = (terms.var("a", sort), terms.var("x", byte));
        let [one, two] = [1, 2].map(|n| terms.bv(8, n));
        let read = terms.select(array, one);
        let is_two = terms.eq(read, two);
        let same = terms.eq(x, one);
        let mut model = model(&terms, Theory::Concrete, &[is_two, same]).unwrap();
        let through = terms.select(array, x);
        assert_eq!(model.value(&terms, through), model.value(&terms, two));
        let written = terms.store(array, x, two);
        assert_eq!(model.value(&terms, written), model.value(&terms, array));
    }

    #[test]
    fn arrays_of_abstract_elements_are_equal_if_their_contents_are() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let sort = terms.array_sort(byte, byte);
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.var(name, sort));
        let [i, j, v, w] = ["i", "j", "v", "w"].map(|name| terms.var(name, byte));
        let (same_place, same_value) = (terms.eq(i, j), terms.eq(v, w));
        let mut stored = |first: (TermId, TermId), second: (TermId, TermId)| {
            let once = terms.store(a, first.0, first.1);
            terms.store(once, second.0, second.1)
        };
        let (left, right) = (stored((i, v), (j, w)), stored((j, w), (i, v)));
        let formulas = [terms.eq(b, left), terms.eq(c, right), terms.not(same_place), terms.not(same_value)];
        let mut model = model(&terms, Theory::Euf { abstract_arrays: false }, &formulas).unwrap();
        for formula in formulas {
            assert!(model.holds(&terms, formula));
        }
        assert_eq!(model.value(&terms, b), model.value(&terms, c));
        // Terms that the solver never saw: what is there already is stored again, and a place is read back.
        let read = terms.select(b, j);
        assert_eq!(model.value(&terms, read), model.value(&terms, w));
        let again = terms.make_raw(Op::Store, &[b, j, w]);
        assert_eq!(model.value(&terms, again), model.value(&terms, b));
        let changed = terms.store(b, j, v);
        assert_ne!(model.value(&terms, changed), model.value(&terms, b));
    }
}
