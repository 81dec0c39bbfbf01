//! Concrete models: Z3's values as ours.

use super::translate::Translator;
use euclase_logic::{
    ArrayValue, Assignment, BigInt, BigUint, BitVecValue, FunctionId, FunctionValue, Op, Sort, TermId, Terms, Value,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use z3::ast::{Ast, BV, Bool, Dynamic};
use z3::{DeclKind, FuncDecl, Model};

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
            let Ok(declaration) = base.safe_decl() else {
                break self.tabulate(&base, sort, index, element)?;
            };
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

    /// An array that Z3 gives as a lambda term is asked for its elements: all of them when the
    /// indices are few, else those at the indices that it mentions, and one other for the rest.
    fn tabulate(&mut self, ast: &Dynamic, sort: Sort, index: Sort, element: Sort) -> Result<ArrayValue, String> {
        let odd = || format!("Z3's model has an array that cannot be read: {ast}");
        let mut default = Value::default_of(self.terms, element);
        let indices = match Value::all_of(self.terms, index, 1 << 10) {
            Some(all) => all,
            None => {
                let width = index.width().ok_or_else(odd)?;
                let mentioned = mentioned_numerals(&ast.to_string(), width);
                let other = (0..).map(|n| BitVecValue::new(width, n)).find(|n| !mentioned.contains(n));
                default = self.element_at(ast, &Value::BitVec(other.ok_or_else(odd)?), element)?;
                mentioned.into_iter().map(Value::BitVec).collect()
            }
        };
        let mut result = ArrayValue::constant(self.terms, sort, default);
        for at in indices {
            let found = self.element_at(ast, &at, element)?;
            result = result.store(at, found);
        }
        Ok(result)
    }

    fn element_at(&mut self, array: &Dynamic, at: &Value, element: Sort) -> Result<Value, String> {
        let odd = || format!("Z3's model has an array that cannot be read: {array}");
        let index: Option<Dynamic> = match at {
            Value::Bool(truth) => Some(Bool::from_bool(*truth).into()),
            Value::BitVec(value) => BV::from_str(value.width(), &value.to_big().to_string()).map(Dynamic::from),
            _ => None,
        };
        let chosen = array.as_array().ok_or_else(odd)?.select(&index.ok_or_else(odd)?);
        let found = self.model.eval(&chosen, true).ok_or_else(odd)?;
        self.value(&found, element)
    }
}

/// The bit-vector constants in a term's text, cut or extended to a width.
fn mentioned_numerals(text: &str, width: u32) -> BTreeSet<BitVecValue> {
    let words = text.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
    words.filter_map(numeral).map(|number| BitVecValue::from_big(width, &number)).collect()
}

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
    use z3::ast::{Bool, lambda_const};

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
