//! Models as the search sees them: a partition of terms into classes, read bottom-up and remembered.
//!
//! Z3 is asked once for each variable and once for each function's table; the value of a
//! compound term is a look-up in that table, or, where the theory interprets the operator, what the evaluator
//! computes. Operators on arrays of abstract elements are computed on their contents. What the model leaves open gets an
//! element of its own, or the default of an interpreted sort: Z3 leaves open only what no assertion depends on.

use super::Theory;
use super::concrete_model::read_value;
use super::euf_arrays::{Arrays, Contents};
use super::translate::{Translator, address};
use euclase_logic::{Op, Sort, TermId, Terms, Value, apply_op};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use z3::DeclKind;
use z3::ast::{Ast, Dynamic};

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

    #[cfg(test)]
    pub(super) fn numbered(number: u32) -> Self {
        EufValue(number)
    }
}

struct Table {
    entries: FxHashMap<Vec<EufValue>, EufValue>,
    default: EufValue,
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
    arrays: Arrays,
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
            arrays: Arrays::default(),
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
        if self.has_contents(sort)
            && let Some(contents) = self.read_array(terms, &ast, sort)
        {
            return self.array(contents);
        }
        if let Some(known) = self.elements.get(&address(&ast)) {
            return *known;
        }
        let element = self.fresh();
        self.elements.insert(address(&ast), element);
        self.kept.push(ast);
        element
    }

    /// Whether values of the sort are arrays of abstract elements, which the ablation has.
    fn has_contents(&self, sort: Sort) -> bool {
        matches!(sort, Sort::Array(_)) && self.theory.abstracts_numbers() && !self.theory.abstracts_arrays()
    }

    /// The element that is the array with these contents.
    fn array(&mut self, contents: Contents) -> EufValue {
        if let Some(known) = self.arrays.element(&contents) {
            return known;
        }
        let element = self.fresh();
        self.arrays.insert(element, contents);
        element
    }

    /// What an array of Z3's holds; none if it is written in a way that is not known.
    fn read_array(&mut self, terms: &Terms, ast: &Dynamic, sort: Sort) -> Option<Contents> {
        let Sort::Array(parts) = sort else { return None };
        let (index, element) = terms.array_parts(parts);
        let mut stores = Vec::new();
        let mut base = ast.clone();
        let mut contents = loop {
            let declaration = base.safe_decl().ok()?;
            match declaration.kind() {
                DeclKind::Store => {
                    let [array, at, value] = <[Dynamic; 3]>::try_from(base.children()).ok()?;
                    stores.push((self.element(terms, at, index), self.element(terms, value, element)));
                    base = array;
                }
                DeclKind::ConstArray => {
                    let default = base.children().into_iter().next()?;
                    break Contents::constant(self.element(terms, default, element), index == Sort::Bool);
                }
                DeclKind::AsArray => {
                    let table = base.as_array().and_then(|array| array.as_array_func_decl())?;
                    let interpretation = self.model.get_func_interp(&table)?;
                    let default = interpretation.get_else()?;
                    let entries = interpretation.get_entries();
                    for entry in &entries {
                        let at = entry.get_args().into_iter().next()?;
                        stores.push((self.element(terms, at, index), self.element(terms, entry.get_value(), element)));
                    }
                    break Contents::constant(self.element(terms, default, element), index == Sort::Bool);
                }
                _ => return None,
            }
        };
        for (at, value) in stores.into_iter().rev() {
            contents.store(at, value);
        }
        Some(contents)
    }

    /// What an operator on arrays of abstract elements computes; none if an array is not known.
    fn apply_to_arrays(&mut self, terms: &Terms, op: Op, args: &[EufValue]) -> Option<EufValue> {
        match op {
            Op::Select => self.arrays.contents(args[0]).map(|array| array.select(args[1])),
            Op::Store => {
                let mut contents = self.arrays.contents(args[0])?.clone();
                contents.store(args[1], args[2]);
                Some(self.array(contents))
            }
            Op::ConstArray(Sort::Array(parts)) => {
                let is_indexed_by_truth = terms.array_parts(parts).0 == Sort::Bool;
                Some(self.array(Contents::constant(args[0], is_indexed_by_truth)))
            }
            _ => None,
        }
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
            op => {
                if let Some(value) = self.apply_to_arrays(terms, op, &args) {
                    return value;
                }
                // An array that cannot be read has no contents; Z3 evaluates what is done with it.
                let image = self.translator.borrow_mut().term(terms, term);
                match self.model.eval(&image, true) {
                    Some(value) => self.element(terms, value, terms.sort(term)),
                    None => self.fresh(),
                }
            }
        }
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
            Sort::Array(parts) if self.has_contents(sort) => {
                let (index, element) = terms.array_parts(parts);
                let default = self.default(terms, element);
                self.array(Contents::constant(default, index == Sort::Bool))
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
    fn arrays_of_abstract_elements_are_equal_exactly_if_their_contents_are() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let sort = terms.array_sort(byte, byte);
        let [a, b] = ["a", "b"].map(|name| terms.var(name, sort));
        let [i, j, x, y] = ["i", "j", "x", "y"].map(|name| terms.var(name, byte));
        let mut stored = |array, at, value| terms.make_raw(Op::Store, &[array, at, value]);
        let (a_i, a_j) = (stored(a, i, x), stored(a, j, y));
        let (a_ij, a_ji) = (stored(a_i, j, y), stored(a_j, i, x));
        let again = stored(a_ij, i, x);
        let different = [terms.neq(i, j), terms.neq(x, y), terms.neq(a_i, a_j), terms.eq(b, a_i)];
        let theory = Theory::Euf { abstract_arrays: false };
        let mut model = model(&terms, theory, &different).unwrap();
        assert_eq!(model.value(&terms, a_ij), model.value(&terms, a_ji));
        assert_eq!(model.value(&terms, a_ij), model.value(&terms, again));
        assert_eq!(model.value(&terms, a_i), model.value(&terms, b));
        assert_ne!(model.value(&terms, a_i), model.value(&terms, a_j));
        for at in [i, j] {
            let read = terms.make_raw(Op::Select, &[a, at]);
            let same = terms.make_raw(Op::Store, &[a, at, read]);
            assert_eq!(model.value(&terms, same), model.value(&terms, a));
        }
    }

    #[test]
    fn arrays_and_numbers_that_the_solver_never_saw_have_contents() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let sort = terms.array_sort(byte, byte);
        let (a, x) = (terms.var("a", sort), terms.var("x", byte));
        let [three, five] = [3, 5].map(|n| terms.bv(8, n));
        let is_three = terms.eq(x, three);
        let mut model = model(&terms, Theory::Euf { abstract_arrays: false }, &[is_three]).unwrap();
        let stored = terms.make_raw(Op::Store, &[a, five, x]);
        let [at_five, at_three] = [five, three].map(|at| terms.make_raw(Op::Select, &[stored, at]));
        let before = terms.make_raw(Op::Select, &[a, three]);
        assert_eq!(model.value(&terms, at_five), model.value(&terms, three));
        assert_eq!(model.value(&terms, at_three), model.value(&terms, before));
        let five_again = terms.make_raw(Op::Select, &[a, five]);
        let restored = terms.make_raw(Op::Store, &[stored, five, five_again]);
        assert_eq!(model.value(&terms, restored), model.value(&terms, a));
    }
}
