//! Concrete models: Z3's values as ours.

use super::translate::Translator;
use euclase_logic::{
    ArrayValue, Assignment, BigInt, BigUint, BitVecValue, FunctionId, FunctionValue, Op, Sort, TermId, Terms, Value,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use z3::ast::{Ast, BV, Bool, Dynamic};
use z3::{AstKind, DeclKind, FuncDecl, Model};

pub(super) fn read(
    terms: &Terms,
    model: &Model,
    translator: &mut Translator,
    variables: &[TermId],
    functions_of: &[TermId],
) -> Result<Assignment, String> {
    let mut reader = Reader { terms, model, elements: FxHashMap::default() };
    let mut assignment = Assignment::default();
    for variable in variables {
        let image = translator.term(terms, *variable);
        let value = match model.get_const_interp(&image) {
            Some(value) => reader.value(&value, terms.sort(*variable))?,
            None => Value::default_of(terms, terms.sort(*variable)),
        };
        assignment.set(*variable, value);
    }
    let mut functions: Vec<(FunctionId, Op)> = Vec::new();
    for term in terms.postorder(functions_of) {
        if let Op::Apply(id) = terms.op(term)
            && !functions.iter().any(|(known, _)| *known == id)
        {
            functions.push((id, terms.op(term)));
        }
    }
    for (id, op) in functions {
        let (_, domain, range) = terms.function(id);
        let declaration = translator.function(terms, op, domain.to_vec(), range);
        assignment.set_function(id, reader.function(declaration, domain, range)?);
    }
    Ok(assignment)
}

/// One of Z3's values as ours; `elements` numbers the elements of uninterpreted sorts.
pub(super) fn read_value(
    terms: &Terms,
    model: &Model,
    elements: &mut FxHashMap<String, u64>,
    ast: &Dynamic,
    sort: Sort,
) -> Result<Value, String> {
    let mut reader = Reader { terms, model, elements: std::mem::take(elements) };
    let value = reader.value(ast, sort);
    *elements = reader.elements;
    value
}

struct Reader<'a> {
    terms: &'a Terms,
    model: &'a Model,
    elements: FxHashMap<String, u64>,
}

impl Reader<'_> {
    fn function(&mut self, declaration: &FuncDecl, domain: &[Sort], range: Sort) -> Result<FunctionValue, String> {
        let mut table = FunctionValue { default: Value::default_of(self.terms, range), entries: BTreeMap::new() };
        if let Some(interpretation) = self.model.get_func_interp(declaration) {
            if let Some(default) = interpretation.get_else() {
                table.default = self.value(&default, range)?;
            }
            for entry in interpretation.get_entries() {
                let args: Result<Vec<Value>, String> =
                    entry.get_args().iter().zip(domain).map(|(a, sort)| self.value(a, *sort)).collect();
                table.entries.insert(args?, self.value(&entry.get_value(), range)?);
            }
        }
        Ok(table)
    }

    fn value(&mut self, ast: &Dynamic, sort: Sort) -> Result<Value, String> {
        let odd = || format!("Z3's model has a value that is not one: {ast}");
        match sort {
            Sort::Bool => ast.as_bool().and_then(|b| b.as_bool()).map(Value::Bool).ok_or_else(odd),
            Sort::BitVec(width) => {
                let vector = ast.as_bv().ok_or_else(odd)?;
                let value = match vector.as_u64() {
                    Some(small) if width <= 64 => BitVecValue::new(width, small),
                    _ => BitVecValue::from_big(width, &numeral(&ast.to_string()).ok_or_else(odd)?),
                };
                Ok(Value::BitVec(value))
            }
            Sort::Int => integer(&ast.to_string()).map(Value::Int).ok_or_else(odd),
            Sort::Uninterpreted(_) => {
                let next = self.elements.len() as u64;
                Ok(Value::Element(sort, *self.elements.entry(ast.to_string()).or_insert(next)))
            }
            Sort::Array(array) => {
                let (index, element) = self.terms.array_parts(array);
                self.array(ast, sort, index, element)
            }
        }
    }

    /// Arrays come as a chain of stores over a constant array, or as a function's table.
    fn array(&mut self, ast: &Dynamic, sort: Sort, index: Sort, element: Sort) -> Result<Value, String> {
        let mut stores = Vec::new();
        let mut base = ast.clone();
        let mut result = loop {
            let odd = || format!("Z3's model has an array that cannot be read: {base}");
            if base.kind() == AstKind::Quantifier {
                break self.lambda(&base, sort, index, element)?;
            }
            let declaration = base.safe_decl().map_err(|_| odd())?;
            match declaration.kind() {
                DeclKind::Store => {
                    let children = base.children();
                    stores.push((self.value(&children[1], index)?, self.value(&children[2], element)?));
                    base = children[0].clone();
                }
                DeclKind::ConstArray => {
                    let default = self.value(&base.children()[0], element)?;
                    break ArrayValue::constant(self.terms, sort, default);
                }
                DeclKind::AsArray => {
                    let table = base.as_array().and_then(|a| a.as_array_func_decl()).ok_or_else(odd)?;
                    let table = self.function(&table, &[index], element)?;
                    let mut array = ArrayValue::constant(self.terms, sort, table.default);
                    for (mut args, value) in table.entries {
                        let at = args.pop().ok_or_else(odd)?;
                        array = array.store(at, value);
                    }
                    break array;
                }
                _ => return Err(odd()),
            }
        };
        for (index, element) in stores.into_iter().rev() {
            result = result.store(index, element);
        }
        Ok(Value::Array(Arc::new(result)))
    }

    /// An array that Z3 gives as `λ i. …` is asked for its elements: all of them when there are
    /// few, else those at the indices that the lambda mentions, and one other for the rest.
    fn lambda(&mut self, lambda: &Dynamic, sort: Sort, index: Sort, element: Sort) -> Result<ArrayValue, String> {
        let odd = || format!("Z3's model has an array that cannot be read: {lambda}");
        let (at, other) = indices(lambda, index).ok_or_else(odd)?;
        let (array, terms) = (lambda.as_array().ok_or_else(odd)?, self.terms);
        let mut element_at = |index: &Value| {
            let index: Dynamic = match index {
                Value::Bool(truth) => Bool::from_bool(*truth).into(),
                Value::BitVec(value) => {
                    BV::from_str(value.width(), &value.to_big().to_string()).ok_or_else(odd)?.into()
                }
                _ => return Err(odd()),
            };
            let found = self.model.eval(&array.select(&index), true).ok_or_else(odd)?;
            self.value(&found, element)
        };
        let default = element_at(other.as_ref().or(at.first()).ok_or_else(odd)?)?;
        let mut result = ArrayValue::constant(terms, sort, default);
        for index in at {
            let element = element_at(&index)?;
            result = result.store(index, element);
        }
        Ok(result)
    }
}

/// The indices at which a lambda is asked for its elements, and one that stands for all others.
fn indices(lambda: &Dynamic, index: Sort) -> Option<(Vec<Value>, Option<Value>)> {
    let width = match index {
        Sort::Bool => return Some((vec![Value::Bool(false), Value::Bool(true)], None)),
        _ => index.width()?,
    };
    let mut at: Vec<BitVecValue> = if width <= ASKED_WHOLE {
        (0..1 << width).map(|number| BitVecValue::new(width, number)).collect()
    } else {
        let text = lambda.to_string();
        let words = text.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
        words.filter_map(numeral).map(|number| BitVecValue::from_big(width, &number)).collect()
    };
    at.sort();
    at.dedup();
    let other = (0..).map(|number| BitVecValue::new(width, number)).take(at.len() + 1).find(|n| !at.contains(n));
    Some((at.into_iter().map(Value::BitVec).collect(), other.map(Value::BitVec)))
}

/// Arrays with indices of at most this many bits are read element by element when they must be.
const ASKED_WHOLE: u32 = 8;

pub(super) fn numeral(text: &str) -> Option<BigUint> {
    if let Some(hex) = text.strip_prefix("#x") {
        BigUint::parse_bytes(hex.as_bytes(), 16)
    } else if let Some(binary) = text.strip_prefix("#b") {
        BigUint::parse_bytes(binary.as_bytes(), 2)
    } else {
        None
    }
}

pub(super) fn integer(text: &str) -> Option<BigInt> {
    match text.strip_prefix("(- ").and_then(|t| t.strip_suffix(')')) {
        Some(magnitude) => Some(-BigInt::parse_bytes(magnitude.as_bytes(), 10)?),
        None => BigInt::parse_bytes(text.as_bytes(), 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::lambda_const;

    fn elements(width: u32, lambda: impl Fn(&BV) -> Dynamic, at: &[u64]) -> Vec<u64> {
        let mut terms = Terms::new();
        let (index, element) = (Sort::BitVec(width), Sort::BitVec(8));
        let sort = terms.array_sort(index, element);
        let solver = z3::Solver::new();
        solver.check();
        let model = solver.get_model().unwrap();
        let mut reader = Reader { terms: &terms, model: &model, elements: FxHashMap::default() };
        let i = BV::new_const("i", width);
        let lambda: Dynamic = lambda_const(&[&i], &lambda(&i)).into();
        let Ok(Value::Array(array)) = reader.value(&lambda, sort) else { panic!("{lambda}") };
        let read = |n: &u64| array.select(&Value::BitVec(BitVecValue::new(width, *n))).as_bitvec().cloned();
        at.iter().map(|n| read(n).unwrap().to_u64().unwrap()).collect()
    }

    #[test]
    fn small_arrays_given_as_lambdas_are_read_whole() {
        assert_eq!(elements(3, |i| i.zero_ext(5).into(), &[0, 1, 6, 7]), [0, 1, 6, 7]);
    }

    #[test]
    fn large_arrays_given_as_lambdas_are_read_where_they_differ() {
        let chain = |i: &BV| {
            let at = |n: u64| -> Bool { i.eq(BV::from_u64(n, 32)) };
            let (five, six) = (BV::from_u64(5, 8), BV::from_u64(6, 8));
            at(0).ite(&five, &at(1000).ite(&six, &BV::from_u64(7, 8))).into()
        };
        assert_eq!(elements(32, chain, &[0, 1, 999, 1000, 4_000_000_000]), [5, 7, 7, 6, 7]);
    }
}
