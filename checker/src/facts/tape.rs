//! Terms compiled to a list of operations on machine words, for evaluating the same terms on many
//! states.
//!
//! Truth values are 0 and 1, bit-vectors of up to 64 bits are numbers. A term that does not fit
//! (arrays, integers, wider bit-vectors, uninterpreted functions) is a choice: whoever runs the tape
//! gives it a value. What is found by running a tape is a guess in any case, proved elsewhere.

use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// The width of values of a sort that fits: Booleans are one bit wide.
pub fn fitting_width(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width @ 1..=64) => Some(width),
        _ => None,
    }
}

/// All ones in `width` bits.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// A number of `width` bits as a signed one.
pub fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((value << unused) as i64) >> unused
}

struct Operation {
    op: Op,
    /// Width of the result, and of the first and second argument.
    widths: [u32; 3],
    /// Where in `args` the arguments are.
    first: u32,
    count: u32,
}

/// Terms ready for evaluation.
pub struct Tape {
    operations: Vec<Operation>,
    args: Vec<u32>,
    slots: FxHashMap<TermId, u32>,
    /// What must be given a value before a run: the slot and its width.
    choices: Vec<(TermId, u32, u32)>,
    values: Vec<u64>,
}

impl Tape {
    /// The tape of all terms that fit and whose values can be asked for later.
    pub fn new(terms: &Terms, roots: &[TermId]) -> Self {
        let mut tape = Tape {
            operations: Vec::new(),
            args: Vec::new(),
            slots: FxHashMap::default(),
            choices: Vec::new(),
            values: Vec::new(),
        };
        for term in terms.postorder(roots) {
            tape.add(terms, term);
        }
        tape
    }

    fn add(&mut self, terms: &Terms, term: TermId) {
        let Some(width) = fitting_width(terms.sort(term)) else { return };
        let slot = self.values.len() as u32;
        self.slots.insert(term, slot);
        let args: Option<Vec<u32>> = terms.args(term).iter().map(|arg| self.slots.get(arg).copied()).collect();
        let known = !matches!(terms.op(term), Op::Var(_) | Op::Apply(_) | Op::Select);
        let (op, args) = match args {
            Some(args) if known => (terms.op(term), args),
            _ => (Op::False, Vec::new()),
        };
        let width_of = |n: usize| terms.args(term).get(n).and_then(|arg| fitting_width(terms.sort(*arg))).unwrap_or(1);
        if op == Op::False && terms.op(term) != Op::False {
            self.choices.push((term, slot, width));
        }
        let initial = match op {
            Op::True => 1,
            _ => terms.as_bitvec(term).and_then(|value| value.to_u64()).unwrap_or(0),
        };
        self.values.push(initial);
        let widths = [width, width_of(0), width_of(1)];
        let first = self.args.len() as u32;
        self.args.extend(&args);
        self.operations.push(Operation { op, widths, first, count: args.len() as u32 });
    }

    /// The terms that must be given values, with their widths.
    pub fn choices(&self) -> impl Iterator<Item = (TermId, u32)> + '_ {
        self.choices.iter().map(|(term, _, width)| (*term, *width))
    }

    /// Gives a term that is a choice its value; others are left alone.
    pub fn set(&mut self, term: TermId, value: u64) {
        if let Some(slot) = self.slots.get(&term) {
            self.values[*slot as usize] = value;
        }
    }

    /// The value of a term after a run; nothing if the term does not fit or is not on the tape.
    pub fn get(&self, term: TermId) -> Option<u64> {
        self.slots.get(&term).map(|slot| self.values[*slot as usize])
    }

    /// Computes all values from those of the choices.
    pub fn run(&mut self) {
        for (slot, operation) in self.operations.iter().enumerate() {
            if operation.count == 0 {
                continue;
            }
            let range = operation.first as usize..(operation.first + operation.count) as usize;
            self.values[slot] = apply(operation, &self.args[range], &self.values);
        }
    }
}

fn apply(operation: &Operation, args: &[u32], values: &[u64]) -> u64 {
    let [width, first_width, second_width] = operation.widths;
    let arg = |n: usize| values[args[n] as usize];
    let number = |n: usize| signed(arg(n), first_width);
    let result = match operation.op {
        Op::And => u64::from(args.iter().all(|slot| values[*slot as usize] == 1)),
        Op::Not => arg(0) ^ 1,
        Op::Eq => u64::from(arg(0) == arg(1)),
        Op::Ite => arg(if arg(0) == 1 { 1 } else { 2 }),
        Op::BvNot => !arg(0),
        Op::BvNeg => arg(0).wrapping_neg(),
        Op::BvAnd => arg(0) & arg(1),
        Op::BvOr => arg(0) | arg(1),
        Op::BvXor => arg(0) ^ arg(1),
        Op::BvAdd => arg(0).wrapping_add(arg(1)),
        Op::BvSub => arg(0).wrapping_sub(arg(1)),
        Op::BvMul => arg(0).wrapping_mul(arg(1)),
        Op::BvUdiv => arg(0).checked_div(arg(1)).unwrap_or(u64::MAX),
        Op::BvUrem => arg(0).checked_rem(arg(1)).unwrap_or(arg(0)),
        // By zero as SMT-LIB defines it through unsigned division.
        Op::BvSdiv if arg(1) == 0 => {
            if number(0) < 0 {
                1
            } else {
                u64::MAX
            }
        }
        Op::BvSdiv => number(0).wrapping_div(number(1)) as u64,
        Op::BvSrem | Op::BvSmod if arg(1) == 0 => arg(0),
        Op::BvSrem => number(0).wrapping_rem(number(1)) as u64,
        Op::BvSmod => {
            let remainder = number(0).wrapping_rem(number(1));
            let adjusted = remainder != 0 && (remainder < 0) != (number(1) < 0);
            (if adjusted { remainder.wrapping_add(number(1)) } else { remainder }) as u64
        }
        Op::BvShl | Op::BvLshr if arg(1) >= u64::from(width) => 0,
        Op::BvShl => arg(0) << arg(1),
        Op::BvLshr => arg(0) >> arg(1),
        Op::BvAshr => (number(0) >> arg(1).min(63)) as u64,
        Op::BvUlt => u64::from(arg(0) < arg(1)),
        Op::BvSlt => u64::from(number(0) < signed(arg(1), second_width)),
        Op::Concat => arg(0).checked_shl(second_width).unwrap_or(0) | arg(1),
        Op::Extract { low, .. } => arg(0) >> low,
        Op::ZeroExtend(_) => arg(0),
        Op::SignExtend(_) => number(0) as u64,
        Op::Float(op) if args.len() == 1 => op.compute_words(&[arg(0)]),
        Op::Float(op) => op.compute_words(&[arg(0), arg(1)]),
        // Everything else does not fit, so it is a choice and never computed.
        _ => 0,
    };
    result & mask(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::random::{Choices, RandomOptions, random_system};
    use euclase_logic::{Assignment, BitVecValue, Evaluator, FloatFormat, FloatOp, Value};

    fn value(sort: Sort, number: u64) -> Value {
        match sort {
            Sort::BitVec(width) => Value::BitVec(BitVecValue::new(width, number)),
            _ => Value::Bool(number == 1),
        }
    }

    fn number(value: &Value) -> Option<u64> {
        match value {
            Value::Bool(truth) => Some(u64::from(*truth)),
            Value::BitVec(bits) => bits.to_u64(),
            _ => None,
        }
    }

    fn agrees_with_the_evaluator(terms: &Terms, roots: &[TermId], choices: &mut Choices) {
        let mut tape = Tape::new(terms, roots);
        let mut assignment = Assignment::default();
        let chosen: Vec<(TermId, u32)> = tape.choices().collect();
        for (term, width) in chosen {
            let random = choices.between(0, u64::MAX - 1) & mask(width);
            let small = choices.below(4) & mask(width);
            let pick = if choices.percent(50) { random } else { small };
            tape.set(term, pick);
            assignment.set(term, value(terms.sort(term), pick));
        }
        tape.run();
        let mut evaluator = Evaluator::new(terms, &assignment);
        for term in terms.postorder(roots) {
            let expected = evaluator.value(term).ok().as_ref().and_then(number);
            assert_eq!(tape.get(term), expected, "{}", terms.sketch(term));
        }
    }

    #[test]
    fn every_operator_computes_what_the_evaluator_computes() {
        use Op::*;
        let mut choices = Choices::new(3);
        for width in [1, 7, 32, 63, 64] {
            let mut terms = Terms::new();
            let (a, b) = (terms.var("a", Sort::BitVec(width)), terms.var("b", Sort::BitVec(width)));
            let binary = [
                BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvSmod, BvShl, BvLshr, BvAshr,
                BvUlt, BvSlt, Eq,
            ];
            let mut roots: Vec<TermId> = binary.iter().map(|op| terms.make(*op, &[a, b])).collect();
            roots.extend([BvNot, BvNeg].map(|op| terms.make(op, &[a])));
            roots.push(terms.extract(width - 1, width / 2, a));
            let low = terms.extract(0, 0, b);
            if width < 64 {
                roots.push(terms.concat(a, low));
                roots.push(terms.sign_extend(64 - width, a));
                roots.push(terms.zero_extend(64 - width, a));
            }
            if let Some(format) = FloatFormat::of_width(width) {
                let (signed, unsigned) =
                    (FloatOp::FromSigned { width, to: format }, FloatOp::ToUnsigned { from: format, width });
                let binary = [FloatOp::Add(format), FloatOp::Less(format)].map(|op| terms.make(Op::Float(op), &[a, b]));
                let unary = [signed, unsigned].map(|op| terms.make(Op::Float(op), &[a]));
                roots.extend(binary.into_iter().chain(unary));
            }
            for _ in 0..200 {
                agrees_with_the_evaluator(&terms, &roots, &mut choices);
            }
        }
    }

    #[test]
    fn whole_systems_are_computed_as_the_evaluator_does() {
        let mut choices = Choices::new(4);
        let options = RandomOptions { arrays: false, ..RandomOptions::default() };
        for seed in 0..60 {
            let (terms, system) = random_system(seed, &options);
            let mut roots: Vec<TermId> = system.states.iter().filter_map(|s| s.update).collect();
            roots.extend(&system.constraints);
            roots.extend([system.init, system.property]);
            for _ in 0..20 {
                agrees_with_the_evaluator(&terms, &roots, &mut choices);
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_a_choice() {
        let mut terms = Terms::new();
        let wide = terms.var("w", Sort::BitVec(80));
        let low = terms.extract(7, 0, wide);
        let one = terms.bv(8, 1);
        let sum = terms.bv_add(low, one);
        let mut tape = Tape::new(&terms, &[sum]);
        assert_eq!(tape.choices().collect::<Vec<_>>(), [(low, 8)]);
        tape.set(low, 255);
        tape.run();
        assert_eq!(tape.get(sum), Some(0));
        assert_eq!(tape.get(wide), None);
    }
}
