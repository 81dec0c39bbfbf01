//! The operators of SMT-LIB by name, and what each builds from its arguments.

use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};

/// Bit-vectors wider than this are refused: a few characters must not ask for gigabytes.
pub(super) const MAX_WIDTH: u32 = 1 << 24;

/// `distinct` is a conjunction over all pairs: longer ones are refused rather than built.
const MAX_DISTINCT: usize = 2048;

/// A named operator of the Core, bit-vector, array and integer theories.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operator {
    /// One that the term library has, with exactly the arguments it takes.
    Plain(Op),
    /// A binary one applied from the left to two or more arguments.
    Left(Op),
    /// A binary one followed by `bvnot`.
    Complement(Op),
    /// A comparison: a strict one, perhaps of swapped arguments, perhaps negated.
    Compare {
        op: Op,
        swap: bool,
        negate: bool,
    },
    And,
    Or,
    Xor,
    Implies,
    Equal,
    Distinct,
    BvComp,
    Minus,
    Abs,
    RotateLeft(u32),
    RotateRight(u32),
    Repeat(u32),
    /// SMT-LIB 2.7's predicates for results that do not fit.
    Overflow(Overflow),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Overflow {
    Negate,
    UnsignedAdd,
    SignedAdd,
    UnsignedSub,
    SignedSub,
    UnsignedMul,
    SignedMul,
    SignedDiv,
}

/// All operators that need no index, by name.
pub(super) fn operators() -> impl Iterator<Item = (&'static str, Operator)> {
    use Op::*;
    let plain = [
        ("not", Not),
        ("ite", Ite),
        ("bvnot", BvNot),
        ("bvneg", BvNeg),
        ("bvudiv", BvUdiv),
        ("bvurem", BvUrem),
        ("bvsdiv", BvSdiv),
        ("bvsrem", BvSrem),
        ("bvsmod", BvSmod),
        ("bvshl", BvShl),
        ("bvlshr", BvLshr),
        ("bvashr", BvAshr),
        ("select", Select),
        ("store", Store),
        ("mod", IntMod),
    ];
    let left = [
        ("bvand", BvAnd),
        ("bvor", BvOr),
        ("bvxor", BvXor),
        ("bvadd", BvAdd),
        ("bvsub", BvSub),
        ("bvmul", BvMul),
        ("concat", Concat),
        ("+", IntAdd),
        ("*", IntMul),
        ("div", IntDiv),
    ];
    let complement = [("bvnand", BvAnd), ("bvnor", BvOr), ("bvxnor", BvXor)];
    let plain = plain.into_iter().map(|(name, op)| (name, Operator::Plain(op)));
    let left = left.into_iter().map(|(name, op)| (name, Operator::Left(op)));
    let complement = complement.into_iter().map(|(name, op)| (name, Operator::Complement(op)));
    plain.chain(left).chain(complement).chain(comparisons()).chain(others())
}

fn comparisons() -> impl Iterator<Item = (&'static str, Operator)> {
    let names = [
        (Op::BvUlt, ["bvult", "bvugt", "bvuge", "bvule"]),
        (Op::BvSlt, ["bvslt", "bvsgt", "bvsge", "bvsle"]),
        (Op::IntLt, ["<", ">", ">=", "<="]),
    ];
    // Less, swapped: greater; less, negated: at least; greater, negated: at most.
    let forms = [(false, false), (true, false), (false, true), (true, true)];
    names.into_iter().flat_map(move |(op, names)| {
        let compare = move |(swap, negate)| Operator::Compare { op, swap, negate };
        names.into_iter().zip(forms.into_iter().map(compare))
    })
}

fn others() -> impl Iterator<Item = (&'static str, Operator)> {
    let core = [
        ("and", Operator::And),
        ("or", Operator::Or),
        ("xor", Operator::Xor),
        ("=>", Operator::Implies),
        ("=", Operator::Equal),
        ("distinct", Operator::Distinct),
        ("bvcomp", Operator::BvComp),
        ("-", Operator::Minus),
        ("abs", Operator::Abs),
    ];
    let overflow = [
        ("bvnego", Overflow::Negate),
        ("bvuaddo", Overflow::UnsignedAdd),
        ("bvsaddo", Overflow::SignedAdd),
        ("bvusubo", Overflow::UnsignedSub),
        ("bvssubo", Overflow::SignedSub),
        ("bvumulo", Overflow::UnsignedMul),
        ("bvsmulo", Overflow::SignedMul),
        ("bvsdivo", Overflow::SignedDiv),
    ];
    core.into_iter().chain(overflow.into_iter().map(|(name, which)| (name, Operator::Overflow(which))))
}

/// The operator `(_ name indices…)`; `None` if there is none of this name and number of indices.
pub(super) fn indexed_operator(name: &str, indices: &[u32]) -> Option<Operator> {
    match (name, indices) {
        ("extract", &[high, low]) => Some(Operator::Plain(Op::Extract { high, low })),
        ("zero_extend", &[by]) => Some(Operator::Plain(Op::ZeroExtend(by))),
        ("sign_extend", &[by]) => Some(Operator::Plain(Op::SignExtend(by))),
        ("rotate_left", &[by]) => Some(Operator::RotateLeft(by)),
        ("rotate_right", &[by]) => Some(Operator::RotateRight(by)),
        ("repeat", &[times]) => Some(Operator::Repeat(times)),
        _ => None,
    }
}

/// An operator under the name it was called by, for messages.
struct Call<'a> {
    terms: &'a mut Terms,
    name: &'a str,
}

/// The term that an operator makes of its arguments, or why it cannot take them.
pub(super) fn apply(terms: &mut Terms, name: &str, operator: Operator, args: &[TermId]) -> Result<TermId, String> {
    let mut call = Call { terms, name };
    match operator {
        Operator::Plain(op) => call.make(op, args),
        Operator::Left(op) => call.left(op, args),
        Operator::Complement(op) => {
            let inner = call.make(op, args)?;
            call.make(Op::BvNot, &[inner])
        }
        Operator::Compare { op, swap, negate } => call.compare(op, swap, negate, args),
        Operator::And => call.make(Op::And, args),
        Operator::Or => call.boolean(args, |terms| terms.or(args)),
        Operator::Xor => {
            call.several(args)?;
            call.boolean(args, |terms| fold_left(terms, args, Terms::xor))
        }
        Operator::Implies => {
            call.several(args)?;
            call.boolean(args, |terms| implication(terms, args))
        }
        Operator::Equal => {
            call.one_sort(args)?;
            let pairs: Vec<TermId> = args.windows(2).map(|p| call.terms.eq(p[0], p[1])).collect();
            Ok(call.terms.and(&pairs))
        }
        Operator::Distinct => {
            call.one_sort(args)?;
            if args.len() > MAX_DISTINCT {
                return Err(format!("'{name}' of more than {MAX_DISTINCT} arguments is not supported"));
            }
            Ok(call.terms.distinct(args))
        }
        Operator::BvComp => call.comp(args),
        Operator::Minus if args.len() == 1 => call.make(Op::IntNeg, args),
        Operator::Minus => call.left(Op::IntSub, args),
        Operator::Abs => call.abs(args),
        Operator::RotateLeft(by) => call.rotate(args, |width| by % width),
        Operator::RotateRight(by) => call.rotate(args, |width| (width - by % width) % width),
        Operator::Repeat(times) => call.repeat(times, args),
        Operator::Overflow(which) => call.overflow(which, args),
    }
}

fn fold_left(terms: &mut Terms, args: &[TermId], binary: fn(&mut Terms, TermId, TermId) -> TermId) -> TermId {
    let first = args.first().copied().unwrap_or_else(|| terms.ff());
    args.iter().skip(1).fold(first, |left, right| binary(terms, left, *right))
}

/// `a => b => c` is `a => (b => c)`: one of the premises is false or the last one is true.
fn implication(terms: &mut Terms, args: &[TermId]) -> TermId {
    let Some((last, premises)) = args.split_last() else {
        return terms.tt();
    };
    let mut alternatives: Vec<TermId> = premises.iter().map(|p| terms.not(*p)).collect();
    alternatives.push(*last);
    terms.or(&alternatives)
}

impl Call<'_> {
    /// The check of the term library, its message under the name that the text uses.
    fn check(&self, op: Op, args: &[TermId]) -> Result<Sort, String> {
        self.terms.check(op, args).map_err(|error| {
            let library_name = format!("'{}'", self.terms.op_name(op));
            match error.0.strip_prefix(&library_name) {
                Some(rest) => format!("'{}'{rest}", self.name),
                None => error.0,
            }
        })
    }

    fn make(&mut self, op: Op, args: &[TermId]) -> Result<TermId, String> {
        let sort = self.check(op, args)?;
        if sort.width().is_some_and(|width| width > MAX_WIDTH) {
            return Err(format!("'{}' makes a bit-vector of more than {MAX_WIDTH} bits", self.name));
        }
        // SMT-LIB lets integer division by zero be any function; only what cannot ask for it is read.
        let divides = matches!(op, Op::IntDiv | Op::IntMod);
        if divides && self.terms.as_int(args[1]).is_none_or(|divisor| *divisor == 0.into()) {
            return Err(format!("'{}' is read only with a divisor that is a number other than 0", self.name));
        }
        Ok(self.terms.make(op, args))
    }

    fn refuse<T>(&self, wanted: &str, args: &[TermId]) -> Result<T, String> {
        let sorts: Vec<String> = args.iter().map(|a| self.terms.sort_name(self.terms.sort(*a))).collect();
        Err(format!("'{}' takes {wanted}, not ({})", self.name, sorts.join(" ")))
    }

    fn several(&self, args: &[TermId]) -> Result<(), String> {
        if args.len() < 2 { self.refuse("two or more arguments", args) } else { Ok(()) }
    }

    fn one_sort(&self, args: &[TermId]) -> Result<(), String> {
        let same = args.windows(2).all(|pair| self.terms.sort(pair[0]) == self.terms.sort(pair[1]));
        if same && args.len() >= 2 { Ok(()) } else { self.refuse("two or more arguments of one sort", args) }
    }

    fn boolean(&mut self, args: &[TermId], build: impl FnOnce(&mut Terms) -> TermId) -> Result<TermId, String> {
        self.check(Op::And, args)?;
        Ok(build(self.terms))
    }

    fn left(&mut self, op: Op, args: &[TermId]) -> Result<TermId, String> {
        let [first, second, rest @ ..] = args else {
            return self.check(op, args).and_then(|_| self.refuse("two or more arguments", args));
        };
        let mut result = self.make(op, &[*first, *second])?;
        for next in rest {
            result = self.make(op, &[result, *next])?;
        }
        Ok(result)
    }

    fn compare(&mut self, op: Op, swap: bool, negate: bool, args: &[TermId]) -> Result<TermId, String> {
        let chain = op == Op::IntLt && args.len() > 2;
        if !chain {
            self.check(op, args)?;
        }
        let mut links = Vec::with_capacity(args.len());
        for pair in args.windows(2) {
            let ordered = if swap { [pair[1], pair[0]] } else { [pair[0], pair[1]] };
            let strict = self.make(op, &ordered)?;
            links.push(if negate { self.terms.not(strict) } else { strict });
        }
        Ok(self.terms.and(&links))
    }

    fn comp(&mut self, args: &[TermId]) -> Result<TermId, String> {
        self.check(Op::BvXor, args)?;
        let same = self.make(Op::Eq, args)?;
        let (one, zero) = (self.terms.bv(1, 1), self.terms.bv(1, 0));
        Ok(self.terms.ite(same, one, zero))
    }

    fn abs(&mut self, args: &[TermId]) -> Result<TermId, String> {
        let negative = self.make(Op::IntNeg, args)?;
        let zero = self.terms.int(0);
        let below = self.make(Op::IntLt, &[args[0], zero])?;
        Ok(self.terms.ite(below, negative, args[0]))
    }

    /// A rotation to the left by a distance below the width.
    fn rotate(&mut self, args: &[TermId], distance: impl FnOnce(u32) -> u32) -> Result<TermId, String> {
        self.check(Op::BvNot, args)?;
        let (x, width) = (args[0], self.terms.width(args[0]));
        let by = distance(width);
        if by == 0 {
            return Ok(x);
        }
        let (high, low) = (self.terms.extract(width - 1 - by, 0, x), self.terms.extract(width - 1, width - by, x));
        Ok(self.terms.concat(high, low))
    }

    /// Doubling, so that many copies take few steps.
    fn repeat(&mut self, times: u32, args: &[TermId]) -> Result<TermId, String> {
        self.check(Op::BvNot, args)?;
        if times == 0 {
            return Err("'repeat' makes one copy or more, not 0".into());
        }
        let mut result = args[0];
        for bit in (0..times.ilog2()).rev() {
            result = self.make(Op::Concat, &[result, result])?;
            if times >> bit & 1 == 1 {
                result = self.make(Op::Concat, &[result, args[0]])?;
            }
        }
        Ok(result)
    }

    fn overflow(&mut self, which: Overflow, args: &[TermId]) -> Result<TermId, String> {
        if which == Overflow::Negate {
            self.check(Op::BvNeg, args)?;
            return Ok(self.is_signed_min(args[0]));
        }
        self.check(Op::BvAdd, args)?;
        let (a, b) = (args[0], args[1]);
        let width = self.terms.width(a);
        if width > MAX_WIDTH / 2 && matches!(which, Overflow::UnsignedMul | Overflow::SignedMul) {
            return Err(format!("'{}' makes a bit-vector of more than {MAX_WIDTH} bits", self.name));
        }
        let terms = &mut *self.terms;
        Ok(match which {
            Overflow::Negate => unreachable!("has one argument"),
            Overflow::UnsignedAdd => {
                let sum = terms.bv_add(a, b);
                terms.bv_ult(sum, a)
            }
            Overflow::UnsignedSub => terms.bv_ult(a, b),
            Overflow::SignedAdd => {
                let sum = terms.bv_add(a, b);
                let same_sign = terms.bv_sign_equal(a, b);
                let kept_sign = terms.bv_sign_equal(sum, a);
                let lost_sign = terms.not(kept_sign);
                terms.and(&[same_sign, lost_sign])
            }
            Overflow::SignedSub => {
                let difference = terms.bv_sub(a, b);
                let same_sign = terms.bv_sign_equal(a, b);
                let kept_sign = terms.bv_sign_equal(difference, a);
                let neither = [terms.not(same_sign), terms.not(kept_sign)];
                terms.and(&neither)
            }
            Overflow::UnsignedMul => {
                let (wide_a, wide_b) = (terms.zero_extend(width, a), terms.zero_extend(width, b));
                let product = terms.bv_mul(wide_a, wide_b);
                let high = terms.extract(2 * width - 1, width, product);
                let zero = terms.bv(width, 0);
                terms.neq(high, zero)
            }
            Overflow::SignedMul => {
                let (wide_a, wide_b) = (terms.sign_extend(width, a), terms.sign_extend(width, b));
                let product = terms.bv_mul(wide_a, wide_b);
                let low = terms.extract(width - 1, 0, product);
                let fitting = terms.sign_extend(width, low);
                terms.neq(product, fitting)
            }
            Overflow::SignedDiv => {
                let least = self.is_signed_min(a);
                let minus_one = self.terms.bitvec(crate::BitVecValue::ones(width));
                let by_minus_one = self.terms.eq(b, minus_one);
                self.terms.and(&[least, by_minus_one])
            }
        })
    }

    fn is_signed_min(&mut self, a: TermId) -> TermId {
        let least = crate::BitVecValue::signed_min(self.terms.width(a));
        let least = self.terms.bitvec(least);
        self.terms.eq(a, least)
    }
}

impl Terms {
    /// Whether the top bits of two bit-vectors are the same.
    fn bv_sign_equal(&mut self, a: TermId, b: TermId) -> TermId {
        let zero = self.bv(self.width(a), 0);
        let (a, b) = (self.bv_slt(a, zero), self.bv_slt(b, zero));
        self.eq(a, b)
    }
}
