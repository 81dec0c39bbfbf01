//! From Z3's terms to ours: what Spacer answers.

use super::translate::{Translator, address};
use euclase_logic::{BigInt, BitVecValue, FunctionId, Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Dynamic};
use z3::{AstKind, DeclKind};

/// Reads terms, each shared part once.
pub(super) struct ReadBack<'a> {
    terms: &'a mut Terms,
    memo: FxHashMap<usize, TermId>,
    /// Terms whose addresses are in the memo: they must not be freed while it is in use.
    kept: Vec<Dynamic>,
    functions: FxHashMap<String, FunctionId>,
    sorts: Vec<(z3::Sort, Sort)>,
}

impl<'a> ReadBack<'a> {
    pub(super) fn new(terms: &'a mut Terms, translator: &Translator) -> Self {
        let functions = translator.declared().filter_map(|(op, declaration)| match op {
            Op::Apply(id) => Some((declaration.name(), id)),
            _ => None,
        });
        ReadBack {
            memo: FxHashMap::default(),
            kept: Vec::new(),
            functions: functions.collect(),
            sorts: translator.sorts().map(|(ours, z3s)| (z3s.clone(), ours)).collect(),
            terms,
        }
    }

    /// Says what a bound variable stands for.
    pub(super) fn bind(&mut self, variable: &Dynamic, term: TermId) {
        self.memo.insert(address(variable), term);
        self.kept.push(variable.clone());
    }

    pub(super) fn term(&mut self, root: &Dynamic) -> Result<TermId, String> {
        let mut stack = vec![(root.clone(), false)];
        while let Some((ast, children_done)) = stack.pop() {
            if self.memo.contains_key(&address(&ast)) {
                continue;
            }
            if !matches!(ast.kind(), AstKind::App | AstKind::Numeral) {
                return Err(match ast.kind() {
                    AstKind::Quantifier => "it has quantifiers".to_string(),
                    _ => format!("'{ast}' stands for nothing"),
                });
            }
            let children = ast.children();
            if children_done {
                let args = children.iter().map(|c| self.memo[&address(c)]).collect();
                let term = self.node(&ast, args)?;
                self.bind(&ast, term);
            } else {
                stack.push((ast, true));
                stack.extend(children.into_iter().map(|c| (c, false)));
            }
        }
        Ok(self.memo[&address(root)])
    }

    fn node(&mut self, ast: &Dynamic, args: Vec<TermId>) -> Result<TermId, String> {
        use DeclKind as K;
        let kind = ast.safe_decl().map_err(|e| e.to_string())?.kind();
        let result = match kind {
            K::True => Ok(self.terms.tt()),
            K::False => Ok(self.terms.ff()),
            K::Not => self.make(Op::Not, &args),
            K::And => self.make(Op::And, &args),
            K::Or => Ok(self.terms.or(&args)),
            K::Implies => Ok(self.terms.implies(args[0], args[1])),
            K::Xor => Ok(self.terms.xor(args[0], args[1])),
            K::Distinct => Ok(self.terms.distinct(&args)),
            K::Eq | K::Iff => self.make(Op::Eq, &args),
            K::Ite => self.make(Op::Ite, &args),
            K::Select => self.make(Op::Select, &args),
            K::Store => self.make(Op::Store, &args),
            K::ConstArray => {
                let sort = self.sort(&ast.get_sort())?;
                self.make(Op::ConstArray(sort), &args)
            }
            K::Bnum => self.bitvec_numeral(ast),
            K::Anum => self.integer_numeral(ast),
            K::Uninterpreted => {
                let name = ast.safe_decl().map_err(|e| e.to_string())?.name();
                match self.functions.get(&name) {
                    Some(id) => self.make(Op::Apply(*id), &args),
                    None => Err(format!("'{name}' is not a symbol of the system")),
                }
            }
            _ => match integer_op(kind) {
                Some(reading) => self.read_with(reading, &args),
                None => self.bitvec_node(ast, kind, &args),
            },
        };
        result.map_err(|why| format!("{why} (reading {kind:?})"))
    }

    fn make(&mut self, op: Op, args: &[TermId]) -> Result<TermId, String> {
        self.terms.try_make(op, args).map_err(|e| e.to_string())
    }

    fn bitvec_node(&mut self, ast: &Dynamic, kind: DeclKind, args: &[TermId]) -> Result<TermId, String> {
        use DeclKind as K;
        if let Some(reading) = bitvec_op(kind) {
            return self.read_with(reading, args);
        }
        let parameter = |position| parameter(ast, position);
        match kind {
            K::Extract => self.make(Op::Extract { high: parameter(0)?, low: parameter(1)? }, args),
            K::ZeroExt => self.make(Op::ZeroExtend(parameter(0)?), args),
            K::SignExt => self.make(Op::SignExtend(parameter(0)?), args),
            K::Bit2bool => {
                let bit = self.bit(args[0], parameter(0)?)?;
                let one = self.terms.bv(1, 1);
                self.make(Op::Eq, &[bit, one])
            }
            K::Bnand | K::Bnor | K::Bxnor => {
                let op = match kind {
                    K::Bnand => Op::BvAnd,
                    K::Bnor => Op::BvOr,
                    _ => Op::BvXor,
                };
                let inner = self.fold(op, args)?;
                self.make(Op::BvNot, &[inner])
            }
            K::Bcomp | K::Bredor | K::Bredand => {
                let width = self.terms.width(args[0]);
                let (zero, ones) =
                    (self.terms.bitvec(BitVecValue::zero(width)), self.terms.bitvec(BitVecValue::ones(width)));
                let same = match kind {
                    K::Bcomp => self.terms.eq(args[0], args[1]),
                    K::Bredor => self.terms.neq(args[0], zero),
                    _ => self.terms.eq(args[0], ones),
                };
                let (one, none) = (self.terms.bv(1, 1), self.terms.bv(1, 0));
                self.make(Op::Ite, &[same, one, none])
            }
            K::RotateLeft | K::RotateRight => {
                let width = self.terms.width(args[0]);
                let by = parameter(0)? % width;
                let left = if kind == K::RotateLeft { by } else { (width - by) % width };
                if left == 0 {
                    return Ok(args[0]);
                }
                let high = self.make(Op::Extract { high: width - left - 1, low: 0 }, args)?;
                let low = self.make(Op::Extract { high: width - 1, low: width - left }, args)?;
                self.make(Op::Concat, &[high, low])
            }
            K::Repeat => {
                let copies = vec![args[0]; parameter(0)? as usize];
                self.fold(Op::Concat, &copies)
            }
            _ => Err("the operator is not known".to_string()),
        }
    }

    fn bit(&mut self, vector: TermId, index: u32) -> Result<TermId, String> {
        self.make(Op::Extract { high: index, low: index }, &[vector])
    }

    fn read_with(&mut self, reading: Reading, args: &[TermId]) -> Result<TermId, String> {
        match (reading, args) {
            (Reading::Plain(op), [_] | [_, _]) => self.make(op, args),
            (Reading::Plain(op), _) => self.fold(op, args),
            (Reading::Swapped(op), [a, b]) => self.make(op, &[*b, *a]),
            (Reading::NotSwapped(op), [a, b]) => {
                let greater = self.make(op, &[*b, *a])?;
                self.make(Op::Not, &[greater])
            }
            (Reading::Negated(op), [a, b]) => {
                let less = self.make(op, &[*a, *b])?;
                self.make(Op::Not, &[less])
            }
            _ => Err("a comparison does not have two sides".to_string()),
        }
    }

    /// Z3's operators of many arguments, two by two from the left.
    fn fold(&mut self, op: Op, args: &[TermId]) -> Result<TermId, String> {
        let (first, rest) = args.split_first().ok_or("an operator lacks arguments")?;
        rest.iter().try_fold(*first, |sum, next| self.make(op, &[sum, *next]))
    }

    fn bitvec_numeral(&mut self, ast: &Dynamic) -> Result<TermId, String> {
        let odd = || format!("'{ast}' is not a number");
        let width = ast.as_bv().ok_or_else(odd)?.get_size();
        let value = super::concrete_model::numeral(&ast.to_string()).ok_or_else(odd)?;
        Ok(self.terms.bitvec(BitVecValue::from_big(width, &value)))
    }

    fn integer_numeral(&mut self, ast: &Dynamic) -> Result<TermId, String> {
        let value: Option<BigInt> = super::concrete_model::integer(&ast.to_string());
        Ok(self.terms.int(value.ok_or_else(|| format!("'{ast}' is not an integer"))?))
    }

    fn sort(&self, sort: &z3::Sort) -> Result<Sort, String> {
        match self.sorts.iter().find(|(known, _)| known == sort) {
            Some((_, ours)) => Ok(*ours),
            None => Err(format!("'{sort}' is not a sort of the system")),
        }
    }
}

/// How an operator of Z3's is said with one of ours.
#[derive(Clone, Copy)]
enum Reading {
    Plain(Op),
    /// `a > b` as `b < a`.
    Swapped(Op),
    /// `a <= b` as `not (b < a)`.
    NotSwapped(Op),
    /// `a >= b` as `not (a < b)`.
    Negated(Op),
}

fn integer_op(kind: DeclKind) -> Option<Reading> {
    use DeclKind as K;
    Some(match kind {
        K::Le => Reading::NotSwapped(Op::IntLt),
        K::Ge => Reading::Negated(Op::IntLt),
        K::Lt => Reading::Plain(Op::IntLt),
        K::Gt => Reading::Swapped(Op::IntLt),
        K::Add => Reading::Plain(Op::IntAdd),
        K::Sub => Reading::Plain(Op::IntSub),
        K::Mul => Reading::Plain(Op::IntMul),
        K::Idiv => Reading::Plain(Op::IntDiv),
        K::Mod => Reading::Plain(Op::IntMod),
        K::Uminus => Reading::Plain(Op::IntNeg),
        _ => return None,
    })
}

/// The division operators that Z3 uses internally for divisors that are not zero are read as the
/// total ones; should that ever be wrong, the certificate's check refuses the invariant.
fn bitvec_op(kind: DeclKind) -> Option<Reading> {
    use DeclKind as K;
    Some(match kind {
        K::Bneg => Reading::Plain(Op::BvNeg),
        K::Bnot => Reading::Plain(Op::BvNot),
        K::Badd => Reading::Plain(Op::BvAdd),
        K::Bsub => Reading::Plain(Op::BvSub),
        K::Bmul => Reading::Plain(Op::BvMul),
        K::Band => Reading::Plain(Op::BvAnd),
        K::Bor => Reading::Plain(Op::BvOr),
        K::Bxor => Reading::Plain(Op::BvXor),
        K::Concat => Reading::Plain(Op::Concat),
        K::Budiv | K::BudivI => Reading::Plain(Op::BvUdiv),
        K::Burem | K::BuremI => Reading::Plain(Op::BvUrem),
        K::Bsdiv | K::BsdivI => Reading::Plain(Op::BvSdiv),
        K::Bsrem | K::BsremI => Reading::Plain(Op::BvSrem),
        K::Bsmod | K::BsmodI => Reading::Plain(Op::BvSmod),
        K::Bshl => Reading::Plain(Op::BvShl),
        K::Blshr => Reading::Plain(Op::BvLshr),
        K::Bashr => Reading::Plain(Op::BvAshr),
        K::Ult => Reading::Plain(Op::BvUlt),
        K::Slt => Reading::Plain(Op::BvSlt),
        K::Ugt => Reading::Swapped(Op::BvUlt),
        K::Sgt => Reading::Swapped(Op::BvSlt),
        K::Uleq => Reading::NotSwapped(Op::BvUlt),
        K::Sleq => Reading::NotSwapped(Op::BvSlt),
        K::Ugeq => Reading::Negated(Op::BvUlt),
        K::Sgeq => Reading::Negated(Op::BvSlt),
        _ => return None,
    })
}

/// An index of an operator, such as the bits of an extract; the `z3` crate has no way to ask.
fn parameter(ast: &Dynamic, position: u32) -> Result<u32, String> {
    let context = ast.get_ctx().get_z3_context();
    // SAFETY: `ast` is an application in this context, alive for the whole call, and the position
    // is checked against the number of parameters.
    let value = unsafe {
        z3_sys::Z3_to_app(context, ast.get_z3_ast())
            .and_then(|app| z3_sys::Z3_get_app_decl(context, app))
            .filter(|declaration| position < z3_sys::Z3_get_decl_num_parameters(context, *declaration))
            .map(|declaration| z3_sys::Z3_get_decl_int_parameter(context, declaration, position))
    };
    value.and_then(|v| u32::try_from(v).ok()).ok_or_else(|| format!("'{ast}' lacks an index"))
}

/// What a quantifier says of its variables.
pub(super) fn body(quantifier: &Dynamic) -> Result<Dynamic, String> {
    let context = quantifier.get_ctx();
    // SAFETY: the caller has seen that this is a quantifier of this context; the body is counted
    // as referenced by `wrap`.
    let body = unsafe {
        z3_sys::Z3_get_quantifier_body(context.get_z3_context(), quantifier.get_z3_ast())
            .map(|body| Dynamic::wrap(context, body))
    };
    body.ok_or_else(|| "a quantifier has no body".to_string())
}
