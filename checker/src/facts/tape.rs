//! Terms compiled to a list of operations on machine words, for evaluating the same terms on many
//! states.
//!
//! Truth values are 0 and 1, bit-vectors of up to 64 bits are numbers. A term that does not fit
//! (arrays, integers, wider bit-vectors, uninterpreted functions) is a choice: whoever runs the tape
//! gives it a value. What is found by running a tape is a guess in any case, proved elsewhere.

use crate::words::{compute, fitting_width, is_known};
use euclase_logic::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

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
        let logical = terms.op(term).is_constant() || matches!(terms.op(term), Op::And | Op::Not | Op::Eq | Op::Ite);
        let known = logical || is_known(terms.op(term));
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
    match operation.op {
        Op::And => u64::from(args.iter().all(|slot| values[*slot as usize] == 1)),
        Op::Not => arg(0) ^ 1,
        Op::Eq => u64::from(arg(0) == arg(1)),
        Op::Ite => arg(if arg(0) == 1 { 1 } else { 2 }),
        op => {
            let second = args.get(1).map_or(0, |slot| values[*slot as usize]);
            compute(op, width, (arg(0), first_width), (second, second_width))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::mask;
    use euclase_logic::Sort;
    use euclase_logic::random::{Choices, RandomOptions, random_system};
    use euclase_logic::{Assignment, BitVecValue, Evaluator, Value};

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
