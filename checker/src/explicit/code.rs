//! Terms compiled for fast evaluation, one state after the other.
//!
//! Values are machine words, so only Booleans and bit-vectors of up to 64 bits have code. Evaluation is by need: of an
//! `ite` only the branch taken, of a conjunction nothing behind the first false conjunct. What does not
//! depend on inputs is computed once for a state, the rest once for each choice of inputs.

use euclase_logic::{BitVecValue, Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// A compiled term.
pub type Slot = u32;

#[derive(Clone, Copy)]
enum Code {
    Constant,
    State(u32),
    Input(u32),
    Not(Slot),
    /// The range of the arguments.
    And(u32, u32),
    Eq(Slot, Slot),
    Ite(Slot, Slot, Slot),
    Unary(Op, Slot),
    Binary(Op, Slot, Slot),
}

/// Why a term has no value yet: this input has to be chosen first.
pub struct Needs(pub u32);

/// Compiled terms with their values in the current state.
pub struct Machine {
    code: Vec<Code>,
    widths: Vec<u8>,
    on_inputs: Vec<bool>,
    arguments: Vec<Slot>,
    slots: FxHashMap<TermId, Slot>,
    values: Vec<u64>,
    known: Vec<u64>,
    states: Vec<u64>,
    inputs: Vec<Option<u64>>,
    stack: Vec<Slot>,
    clock: u64,
    state_since: u64,
    choice_since: u64,
}

impl Machine {
    /// No code yet, for this many state variables and inputs.
    pub fn new(states: usize, inputs: usize) -> Self {
        Machine {
            code: Vec::new(),
            widths: Vec::new(),
            on_inputs: Vec::new(),
            arguments: Vec::new(),
            slots: FxHashMap::default(),
            values: Vec::new(),
            known: Vec::new(),
            states: vec![0; states],
            inputs: vec![None; inputs],
            stack: Vec::new(),
            clock: 1,
            state_since: 1,
            choice_since: 1,
        }
    }

    /// Compiles a term; none if it has something that machine words cannot say. `variable` tells what a
    /// variable is: a state variable or an input, by its number.
    pub fn compile(&mut self, terms: &Terms, root: TermId, variable: &FxHashMap<TermId, Variable>) -> Option<Slot> {
        for term in terms.postorder(&[root]) {
            if !self.slots.contains_key(&term) {
                self.add(terms, term, variable)?;
            }
        }
        Some(self.slots[&root])
    }

    fn add(&mut self, terms: &Terms, term: TermId, variable: &FxHashMap<TermId, Variable>) -> Option<()> {
        let width = width(terms.sort(term))?;
        let args: Vec<Slot> = terms.args(term).iter().map(|a| self.slots[a]).collect();
        let mut value = 0;
        let code = match (terms.op(term), args.as_slice()) {
            (Op::True, _) => {
                value = 1;
                Code::Constant
            }
            (Op::False, _) => Code::Constant,
            (Op::BitVecConst(_), _) => {
                value = terms.as_bitvec(term)?.to_u64()?;
                Code::Constant
            }
            (Op::Var(_), _) => match variable.get(&term)? {
                Variable::State(number) => Code::State(*number),
                Variable::Input(number) => Code::Input(*number),
            },
            (Op::Not, [a]) => Code::Not(*a),
            (Op::And, _) => {
                let first = self.arguments.len() as u32;
                let mut args = args.clone();
                // What is cheap to know comes first.
                args.sort_by_key(|a| (self.on_inputs[*a as usize], *a));
                self.arguments.extend(&args);
                Code::And(first, self.arguments.len() as u32)
            }
            (Op::Eq, [a, b]) => Code::Eq(*a, *b),
            (Op::Ite, [c, a, b]) => Code::Ite(*c, *a, *b),
            (op @ (Op::BvNot | Op::BvNeg | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_)), [a]) => {
                Code::Unary(op, *a)
            }
            (op @ Op::Float(_), [a]) => Code::Unary(op, *a),
            (op, [a, b]) if is_binary(op) => Code::Binary(op, *a, *b),
            _ => return None,
        };
        let on_inputs = matches!(code, Code::Input(_)) || args.iter().any(|a| self.on_inputs[*a as usize]);
        let slot = self.code.len() as Slot;
        self.code.push(code);
        self.widths.push(width);
        self.on_inputs.push(on_inputs);
        self.values.push(value);
        // Constants are always known.
        self.known.push(if matches!(code, Code::Constant) { u64::MAX } else { 0 });
        self.slots.insert(term, slot);
        Some(())
    }

    /// Moves to another state: all values are forgotten; set the state's variables next.
    pub fn enter_state(&mut self) {
        self.clock += 1;
        self.state_since = self.clock;
        self.forget_choices();
    }

    /// Forgets the choices of inputs and what was computed with them.
    pub fn forget_choices(&mut self) {
        self.clock += 1;
        self.choice_since = self.clock;
        self.inputs.iter_mut().for_each(|input| *input = None);
    }

    /// Sets a state variable.
    pub fn set_state(&mut self, number: u32, value: u64) {
        self.states[number as usize] = value;
    }

    /// The value that a state variable was set to.
    pub fn state(&self, number: u32) -> u64 {
        self.states[number as usize]
    }

    /// Chooses an input.
    pub fn choose(&mut self, number: u32, value: u64) {
        self.inputs[number as usize] = Some(value);
    }

    fn value_known(&self, slot: Slot) -> Option<u64> {
        let since = if self.on_inputs[slot as usize] { self.choice_since } else { self.state_since };
        (self.known[slot as usize] >= since).then(|| self.values[slot as usize])
    }

    /// The value of compiled code in this state under the inputs chosen so far.
    pub fn value(&mut self, root: Slot) -> Result<u64, Needs> {
        self.stack.clear();
        self.stack.push(root);
        while let Some(slot) = self.stack.last().copied() {
            if self.value_known(slot).is_some() {
                self.stack.pop();
                continue;
            }
            match self.compute(slot)? {
                Computed::Value(value) => {
                    self.values[slot as usize] = value;
                    self.known[slot as usize] = self.clock;
                    self.stack.pop();
                }
                Computed::After(argument) => self.stack.push(argument),
            }
        }
        Ok(self.values[root as usize])
    }

    fn compute(&self, slot: Slot) -> Result<Computed, Needs> {
        let unary = |a: Slot| self.value_known(a).ok_or(Computed::After(a));
        let computed = match self.code[slot as usize] {
            Code::Constant => Ok(self.values[slot as usize]),
            Code::State(number) => Ok(self.states[number as usize]),
            Code::Input(number) => return self.inputs[number as usize].map(Computed::Value).ok_or(Needs(number)),
            Code::Not(a) => unary(a).map(|a| a ^ 1),
            Code::And(first, end) => self.conjunction(&self.arguments[first as usize..end as usize]),
            Code::Eq(a, b) => unary(a).and_then(|a| unary(b).map(|b| u64::from(a == b))),
            Code::Ite(c, a, b) => unary(c).and_then(|c| unary(if c == 1 { a } else { b })),
            Code::Unary(op, a) => {
                unary(a).map(|v| apply_unary(op, v, self.widths[a as usize], self.widths[slot as usize]))
            }
            Code::Binary(op, a, b) => unary(a).and_then(|x| {
                unary(b).map(|y| apply_binary(op, (x, self.widths[a as usize]), (y, self.widths[b as usize])))
            }),
        };
        Ok(computed.map_or_else(|after| after, Computed::Value))
    }

    fn conjunction(&self, arguments: &[Slot]) -> Result<u64, Computed> {
        let mut unknown = None;
        for argument in arguments {
            match self.value_known(*argument) {
                Some(0) => return Ok(0),
                Some(_) => {}
                None => unknown = unknown.or(Some(*argument)),
            }
        }
        unknown.map_or(Ok(1), |argument| Err(Computed::After(argument)))
    }
}

enum Computed {
    Value(u64),
    /// This has to be computed first.
    After(Slot),
}

/// What a variable is to the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// A state variable.
    State(u32),
    /// An input.
    Input(u32),
}

/// The width of a sort that fits a machine word; 1 for Booleans.
pub fn width(sort: Sort) -> Option<u8> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) if width <= 64 => Some(width as u8),
        _ => None,
    }
}

/// The largest number of a width.
pub fn mask(width: u8) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

fn signed(value: u64, width: u8) -> i64 {
    let shift = 64 - u32::from(width);
    ((value << shift) as i64) >> shift
}

fn is_binary(op: Op) -> bool {
    use Op::*;
    let arithmetic = matches!(op, BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvSmod);
    let bitwise = matches!(op, BvAnd | BvOr | BvXor | BvShl | BvLshr | BvAshr | Concat);
    arithmetic || bitwise || matches!(op, BvUlt | BvSlt | Float(_))
}

fn apply_unary(op: Op, a: u64, from: u8, to: u8) -> u64 {
    match op {
        Op::BvNot => !a & mask(to),
        Op::BvNeg => a.wrapping_neg() & mask(to),
        Op::Extract { low, .. } => (a >> low) & mask(to),
        Op::SignExtend(_) => signed(a, from) as u64 & mask(to),
        Op::Float(op) => op.compute_words(&[a]),
        _ => a,
    }
}

fn apply_binary(op: Op, (a, width): (u64, u8), (b, low_width): (u64, u8)) -> u64 {
    let mask = mask(width);
    match op {
        Op::BvAdd => a.wrapping_add(b) & mask,
        Op::BvSub => a.wrapping_sub(b) & mask,
        Op::BvMul => a.wrapping_mul(b) & mask,
        Op::BvUdiv => a.checked_div(b).unwrap_or(mask),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvUlt => u64::from(a < b),
        Op::BvSlt => u64::from(signed(a, width) < signed(b, width)),
        Op::BvShl if b < u64::from(width) => (a << b) & mask,
        Op::BvLshr if b < u64::from(width) => a >> b,
        Op::BvShl | Op::BvLshr => 0,
        Op::BvAshr => (signed(a, width) >> b.min(63)) as u64 & mask,
        Op::Concat => (a << low_width) | b,
        Op::Float(op) => op.compute_words(&[a, b]),
        _ => rarely(op, a, b, width),
    }
}

/// What is rare and has corners is left to the one definition of it.
fn rarely(op: Op, a: u64, b: u64, width: u8) -> u64 {
    let (a, b) = (BitVecValue::new(u32::from(width), a), BitVecValue::new(u32::from(width), b));
    let value = match op {
        Op::BvSdiv => a.sdiv(&b),
        Op::BvSrem => a.srem(&b),
        _ => a.smod(&b),
    };
    value.to_u64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::{Assignment, Evaluator, FloatFormat, FloatOp, Value};

    /// Every operator on corner values of several widths, against the evaluator.
    #[test]
    fn code_computes_what_terms_mean() {
        use Op::*;
        for width in [1, 2, 7, 8, 32, 63, 64] {
            let mut terms = Terms::new();
            let (x, y) = (terms.var("x", Sort::BitVec(width)), terms.var("y", Sort::BitVec(width)));
            let binary = [
                BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvSmod, BvAnd, BvOr, BvXor, BvShl, BvLshr, BvAshr,
                BvUlt, BvSlt, Eq,
            ];
            let mut roots: Vec<TermId> = binary.iter().map(|op| terms.make_raw(*op, &[x, y])).collect();
            let mut unary = vec![BvNot, BvNeg, Extract { high: width - 1, low: 0 }];
            if width > 1 {
                unary.push(Extract { high: width - 1, low: 1 });
            }
            if width < 62 {
                unary.extend([ZeroExtend(3), SignExtend(3)]);
                roots.push(terms.make_raw(Concat, &[x, y]));
            }
            if let Some(format) = FloatFormat::of_width(width) {
                let operators = [FloatOp::Mul(format), FloatOp::Equal(format), FloatOp::Less(format)];
                roots.extend(operators.map(|op| terms.make_raw(Float(op), &[x, y])));
                unary.extend([FloatOp::Sqrt(format), FloatOp::ToSigned { from: format, width }].map(Float));
            }
            roots.retain(|t| super::width(terms.sort(*t)).is_some());
            roots.extend(unary.iter().map(|op| terms.make_raw(*op, &[x])));
            let (less, same) = (terms.make_raw(BvUlt, &[x, y]), terms.make_raw(Eq, &[x, y]));
            let not = terms.make_raw(Not, &[same]);
            roots.push(terms.make_raw(And, &[less, not]));
            roots.push(terms.make_raw(Ite, &[less, x, y]));
            let numbers = FxHashMap::from_iter([(x, Variable::State(0)), (y, Variable::Input(0))]);
            let mut machine = Machine::new(1, 1);
            let slots: Vec<Slot> = roots.iter().map(|t| machine.compile(&terms, *t, &numbers).unwrap()).collect();
            let top = mask(width as u8);
            let corners = [0, 1, 2, 3, 5, top / 2, top / 2 + 1, top.wrapping_sub(2), top - 1, top].map(|v| v & top);
            for a in corners {
                for b in corners {
                    machine.enter_state();
                    machine.set_state(0, a);
                    machine.choose(0, b);
                    let mut assignment = Assignment::default();
                    assignment.set(x, Value::BitVec(BitVecValue::new(width, a)));
                    assignment.set(y, Value::BitVec(BitVecValue::new(width, b)));
                    let mut evaluator = Evaluator::new(&terms, &assignment);
                    for (root, slot) in roots.iter().zip(&slots) {
                        let expected = match evaluator.value(*root).unwrap() {
                            Value::Bool(value) => u64::from(value),
                            Value::BitVec(value) => value.to_u64().unwrap(),
                            other => panic!("{other:?}"),
                        };
                        let got = machine.value(*slot).ok().unwrap();
                        assert_eq!(got, expected, "{} of {a} and {b}, width {width}", terms.sketch(*root));
                    }
                }
            }
        }
    }

    #[test]
    fn an_input_is_asked_for_only_where_it_matters() {
        let mut terms = Terms::new();
        let (s, i) = (terms.var("s", Sort::Bool), terms.var("i", Sort::Bool));
        let both = terms.and(&[s, i]);
        let numbers = FxHashMap::from_iter([(s, Variable::State(0)), (i, Variable::Input(0))]);
        let mut machine = Machine::new(1, 1);
        let both = machine.compile(&terms, both, &numbers).unwrap();
        machine.enter_state();
        machine.set_state(0, 0);
        assert_eq!(machine.value(both).ok(), Some(0));
        machine.enter_state();
        machine.set_state(0, 1);
        assert!(matches!(machine.value(both), Err(Needs(0))));
        machine.choose(0, 1);
        assert_eq!(machine.value(both).ok(), Some(1));
        machine.forget_choices();
        machine.choose(0, 0);
        assert_eq!(machine.value(both).ok(), Some(0));
    }
}
