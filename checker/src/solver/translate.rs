//! From terms to Z3's, by theory. Each term is translated once for all solvers of a factory.

use super::Theory;
use super::float::FloatCircuits;
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use z3::ast::{Array, Ast, BV, Bool, Dynamic, Int};
use z3::{FuncDecl, Symbol};

/// Identity of a Z3 term: Z3 shares structure, so equal terms have one address.
pub(super) fn address(ast: &impl Ast) -> usize {
    ast.get_z3_ast().as_ptr() as usize
}

pub(super) struct Translator {
    theory: Theory,
    memo: FxHashMap<TermId, Dynamic>,
    sorts: FxHashMap<Sort, z3::Sort>,
    functions: FxHashMap<(Op, Vec<Sort>), FuncDecl>,
    circuits: FloatCircuits,
}

impl Translator {
    pub(super) fn new(theory: Theory) -> Self {
        Translator {
            theory,
            memo: FxHashMap::default(),
            sorts: FxHashMap::default(),
            functions: FxHashMap::default(),
            circuits: FloatCircuits::default(),
        }
    }

    pub(super) fn theory(&self) -> Theory {
        self.theory
    }

    /// The function symbols used so far, with the operators they stand for.
    pub(super) fn declared(&self) -> impl Iterator<Item = (Op, &FuncDecl)> {
        self.functions.iter().map(|((op, _), declaration)| (*op, declaration))
    }

    /// The sorts used so far, ours and Z3's.
    pub(super) fn sorts(&self) -> impl Iterator<Item = (Sort, &z3::Sort)> {
        self.sorts.iter().map(|(ours, z3s)| (*ours, z3s))
    }

    /// The translation of a term that was translated before.
    pub(super) fn known(&self, term: TermId) -> Dynamic {
        self.memo[&term].clone()
    }

    pub(super) fn bool(&mut self, terms: &Terms, formula: TermId) -> Bool {
        as_bool(&self.term(terms, formula))
    }

    pub(super) fn term(&mut self, terms: &Terms, root: TermId) -> Dynamic {
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.memo.contains_key(&term) {
                continue;
            }
            if children_done {
                let image = self.node(terms, term);
                self.memo.insert(term, image);
            } else {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|a| (*a, false)));
            }
        }
        self.memo[&root].clone()
    }

    pub(super) fn sort(&mut self, terms: &Terms, sort: Sort) -> z3::Sort {
        if let Some(known) = self.sorts.get(&sort) {
            return known.clone();
        }
        let named = |stem: String| z3::Sort::uninterpreted(Symbol::String(stem));
        let image = match sort {
            _ if self.theory.abstracts_sort(sort) => named(format!("abstract {}", terms.sort_name(sort))),
            Sort::Bool => z3::Sort::bool(),
            Sort::Uninterpreted(symbol) => named(format!("sort {}", terms.symbol_name(symbol))),
            Sort::Int => z3::Sort::int(),
            Sort::BitVec(width) => z3::Sort::bitvector(width),
            Sort::Array(array) => {
                let (index, element) = terms.array_parts(array);
                let (index, element) = (self.sort(terms, index), self.sort(terms, element));
                z3::Sort::array(&index, &element)
            }
        };
        self.sorts.insert(sort, image.clone());
        image
    }

    /// The function symbol of an operator read as uninterpreted: one for each operator with its
    /// indices and argument sorts.
    pub(super) fn function(&mut self, terms: &Terms, op: Op, domain: Vec<Sort>, range: Sort) -> &FuncDecl {
        if !self.functions.contains_key(&(op, domain.clone())) {
            let sorts: Vec<z3::Sort> = domain.iter().map(|s| self.sort(terms, *s)).collect();
            let range = self.sort(terms, range);
            let name = match op {
                Op::Apply(_) => format!("function {}", terms.op_name(op)),
                _ => {
                    let sorts: Vec<String> = domain.iter().map(|s| terms.sort_name(*s)).collect();
                    format!("{} {}", terms.op_name(op), sorts.join(" "))
                }
            };
            let declaration = FuncDecl::new(name, &sorts.iter().collect::<Vec<_>>(), &range);
            self.functions.insert((op, domain.clone()), declaration);
        }
        &self.functions[&(op, domain)]
    }

    fn apply(&mut self, terms: &Terms, term: TermId) -> Dynamic {
        let domain: Vec<Sort> = terms.args(term).iter().map(|a| terms.sort(*a)).collect();
        let args: Vec<Dynamic> = terms.args(term).iter().map(|a| self.known(*a)).collect();
        let args: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
        self.function(terms, terms.op(term), domain, terms.sort(term)).apply(&args)
    }

    fn node(&mut self, terms: &Terms, term: TermId) -> Dynamic {
        let args: Vec<Dynamic> = terms.args(term).iter().map(|a| self.known(*a)).collect();
        match terms.op(term) {
            Op::True => Bool::from_bool(true).into(),
            Op::False => Bool::from_bool(false).into(),
            Op::Var(symbol) => {
                // The symbol's number keeps variables of one name and different sorts apart.
                let name = format!("{} {symbol:?}", terms.symbol_name(symbol));
                Dynamic::new_const(name, &self.sort(terms, terms.sort(term)))
            }
            Op::Not => as_bool(&args[0]).not().into(),
            Op::And => {
                let args: Vec<Bool> = args.iter().map(as_bool).collect();
                Bool::and(&args).into()
            }
            Op::Eq => args[0].eq(&args[1]).into(),
            Op::Ite => as_bool(&args[0]).ite(&args[1], &args[2]),
            op if self.theory.abstracts(op) => self.apply(terms, term),
            Op::BitVecConst(_) | Op::IntConst(_) if self.theory.abstracts_numbers() => {
                let value = terms.literal_value(term).map(|value| value.to_string()).unwrap_or_default();
                Dynamic::new_const(format!("constant {value}"), &self.sort(terms, terms.sort(term)))
            }
            Op::Select | Op::Store | Op::ConstArray(_) => self.array_node(terms, term, &args),
            Op::Float(op) => self.circuits.apply(op, &args),
            op => concrete_node(terms, term, op, &args),
        }
    }

    fn array_node(&mut self, terms: &Terms, term: TermId, args: &[Dynamic]) -> Dynamic {
        match terms.op(term) {
            Op::Select => as_array(&args[0]).select(&args[1]),
            Op::Store => as_array(&args[0]).store(&args[1], &args[2]).into(),
            Op::ConstArray(Sort::Array(array)) => {
                let index = self.sort(terms, terms.array_parts(array).0);
                Array::const_array(&index, &args[0]).into()
            }
            op => unreachable!("not an array operator: {op:?}"),
        }
    }
}

fn as_bool(term: &Dynamic) -> Bool {
    match term.as_bool() {
        Some(formula) => formula,
        None => unreachable!("terms are well-sorted: {term}"),
    }
}

fn as_array(term: &Dynamic) -> Array {
    match term.as_array() {
        Some(array) => array,
        None => unreachable!("terms are well-sorted: {term}"),
    }
}

fn as_bv(term: &Dynamic) -> BV {
    match term.as_bv() {
        Some(vector) => vector,
        None => unreachable!("terms are well-sorted: {term}"),
    }
}

fn as_int(term: &Dynamic) -> Int {
    match term.as_int() {
        Some(number) => number,
        None => unreachable!("terms are well-sorted: {term}"),
    }
}

fn concrete_node(terms: &Terms, term: TermId, op: Op, args: &[Dynamic]) -> Dynamic {
    match op {
        Op::BitVecConst(_) => bitvec_constant(terms, term),
        Op::IntConst(_) => match terms.as_int(term).and_then(|v| v.to_string().parse::<Int>().ok()) {
            Some(number) => number.into(),
            None => unreachable!("an integer constant has a value"),
        },
        Op::IntNeg => as_int(&args[0]).unary_minus().into(),
        Op::IntAdd => (as_int(&args[0]) + as_int(&args[1])).into(),
        Op::IntSub => (as_int(&args[0]) - as_int(&args[1])).into(),
        Op::IntMul => (as_int(&args[0]) * as_int(&args[1])).into(),
        Op::IntDiv | Op::IntMod => integer_division(terms, term, op, args),
        Op::IntLt => as_int(&args[0]).lt(as_int(&args[1])).into(),
        _ if args.len() == 1 => unary_bitvec(op, &as_bv(&args[0])),
        _ => binary_bitvec(op, &as_bv(&args[0]), &as_bv(&args[1])),
    }
}

/// Division with the meaning that the evaluator gives it: `div a 0` is 0, and `mod a 0` is `a`.
///
/// SMT-LIB leaves division by zero open, and Z3 reads it as some function of the dividend; the
/// executions of such a model could not be run again. Scripts written for other solvers keep the
/// plain operators: what they show for every meaning of division by zero holds for ours too.
fn integer_division(terms: &Terms, term: TermId, op: Op, args: &[Dynamic]) -> Dynamic {
    let (dividend, divisor) = (as_int(&args[0]), as_int(&args[1]));
    let zero = Int::from_i64(0);
    let (quotient, by_zero) = match op {
        Op::IntDiv => (dividend.div(&divisor), &zero),
        _ => (dividend.modulo(&divisor), &dividend),
    };
    let never_zero = terms.as_int(terms.arg(term, 1)).is_some_and(|value| value.to_string() != "0");
    if never_zero { quotient.into() } else { divisor.eq(&zero).ite(by_zero, &quotient).into() }
}

fn bitvec_constant(terms: &Terms, term: TermId) -> Dynamic {
    let width = terms.width(term);
    let value = terms.as_bitvec(term);
    let image = match value.and_then(|v| v.to_u64()) {
        Some(small) => Some(BV::from_u64(small, width)),
        None => value.and_then(|v| BV::from_str(width, &v.to_big().to_string())),
    };
    match image {
        Some(image) => image.into(),
        None => unreachable!("a bit-vector constant has a value"),
    }
}

fn unary_bitvec(op: Op, a: &BV) -> Dynamic {
    match op {
        Op::BvNot => a.bvnot().into(),
        Op::BvNeg => a.bvneg().into(),
        Op::Extract { high, low } => a.extract(high, low).into(),
        Op::ZeroExtend(by) => a.zero_ext(by).into(),
        Op::SignExtend(by) => a.sign_ext(by).into(),
        _ => unreachable!("not a unary bit-vector operator: {op:?}"),
    }
}

fn binary_bitvec(op: Op, a: &BV, b: &BV) -> Dynamic {
    match op {
        Op::BvAnd => a.bvand(b).into(),
        Op::BvOr => a.bvor(b).into(),
        Op::BvXor => a.bvxor(b).into(),
        Op::BvAdd => a.bvadd(b).into(),
        Op::BvSub => a.bvsub(b).into(),
        Op::BvMul => a.bvmul(b).into(),
        Op::BvUdiv => a.bvudiv(b).into(),
        Op::BvUrem => a.bvurem(b).into(),
        Op::BvSdiv => a.bvsdiv(b).into(),
        Op::BvSrem => a.bvsrem(b).into(),
        Op::BvSmod => a.bvsmod(b).into(),
        Op::BvShl => a.bvshl(b).into(),
        Op::BvLshr => a.bvlshr(b).into(),
        Op::BvAshr => a.bvashr(b).into(),
        Op::BvUlt => a.bvult(b).into(),
        Op::BvSlt => a.bvslt(b).into(),
        Op::Concat => a.concat(b).into(),
        _ => unreachable!("not a binary bit-vector operator: {op:?}"),
    }
}
