//! Floating-point operators as Z3's bit-vectors.
//!
//! Z3 is told what an operator means in the words in which text defines it, and asked once for the circuit. Queries then have
//! circuits in them and no floating-point numbers: every solver of Z3 for bit-vectors can be used, models are
//! values of bit-vectors, and Spacer's answers can be read back.

use euclase_logic::FloatOp;
use rustc_hash::FxHashMap;
use z3::ast::{Ast, BV, Dynamic};
use z3::{Goal, Solver, Tactic};

/// The circuits of operators.
#[derive(Default)]
pub(super) struct FloatCircuits {
    known: FxHashMap<FloatOp, Circuit>,
}

/// What an operator computes from its inputs.
struct Circuit {
    inputs: Vec<Dynamic>,
    output: Dynamic,
}

impl FloatCircuits {
    /// An operator on arguments.
    pub(super) fn apply(&mut self, op: FloatOp, args: &[Dynamic]) -> Dynamic {
        let circuit = self.known.entry(op).or_insert_with(|| Circuit::of(op));
        let pairs: Vec<(&Dynamic, &Dynamic)> = circuit.inputs.iter().zip(args).collect();
        circuit.output.substitute(&pairs)
    }
}

impl Circuit {
    fn of(op: FloatOp) -> Circuit {
        let inputs: Vec<Dynamic> =
            ["a", "b"][..op.arity()].iter().map(|name| BV::new_const(*name, op.argument_width()).into()).collect();
        match Circuit::built(op, &inputs) {
            Some(output) => Circuit { inputs, output },
            // The definition is the same for all runs, and tests have Z3 read each of them.
            None => unreachable!("Z3 does not know the meaning of {op:?}"),
        }
    }

    fn built(op: FloatOp, inputs: &[Dynamic]) -> Option<Dynamic> {
        let sort = |width: u32| format!("(_ BitVec {width})");
        let mut text = String::new();
        for input in inputs {
            text.push_str(&format!("(declare-fun {input} () {})\n", sort(op.argument_width())));
        }
        // A predicate of which nothing is known keeps what it is said of in one piece.
        let result = op.result_width().map_or("Bool".to_string(), sort);
        text.push_str(&format!("(declare-fun output ({result}) Bool)\n(assert (output {}))\n", op.meaning()));
        let reader = Solver::new();
        reader.from_string(text);
        let goal = Goal::new(false, false, false);
        for assertion in reader.get_assertions() {
            goal.assert(&assertion);
        }
        // The definitions ask only for what is specified; this keeps functions for the rest out of the circuit.
        z3::set_global_param("rewriter.hi_fp_unspecified", "true");
        let tactic = Tactic::new("simplify").and_then(&Tactic::new("fpa2bv")).and_then(&Tactic::new("simplify"));
        let applied = tactic.apply(&goal, None).ok()?;
        let formulas = applied.list_subgoals().next()?.get_formulas();
        match formulas.as_slice() {
            [output] => output.children().into_iter().next(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_logic::{BitVecValue, FloatFormat, FloatResult, Rounding};

    fn operators(integers: &[u32]) -> Vec<FloatOp> {
        use FloatOp::*;
        let mut all = Vec::new();
        for f in FloatFormat::ALL {
            all.extend([Add(f), Sub(f), Mul(f), Div(f), Sqrt(f), Less(f), Equal(f)]);
            all.extend(Rounding::ALL.map(|rounding| Round(f, rounding)));
            all.extend(FloatFormat::ALL.into_iter().filter(|to| *to != f).map(|to| Convert { from: f, to }));
            for width in integers.iter().copied() {
                all.extend([FromSigned { width, to: f }, FromUnsigned { width, to: f }]);
                all.extend([ToSigned { from: f, width }, ToUnsigned { from: f, width }]);
            }
        }
        all
    }

    /// Bits of all kinds: near zero, one, the greatest number, the infinities, and random ones.
    fn samples(width: u32, count: usize, seed: &mut u64) -> Vec<BitVecValue> {
        let mut next = || {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            *seed
        };
        let mut samples = Vec::new();
        for n in 0..count {
            let (low, high) = (BitVecValue::new(64, next()), BitVecValue::new(64, next()));
            let random = high.concat(&low).extract(width - 1, 0);
            samples.push(match (FloatFormat::of_width(width), n % 4) {
                (Some(format), 0) => format.integer(&BitVecValue::new(9, next()).to_signed()),
                (Some(format), 1) => {
                    let special = [format.zero(false), format.infinity(false), format.nan(), BitVecValue::one(width)];
                    let sign = if next().is_multiple_of(2) {
                        BitVecValue::zero(width)
                    } else {
                        BitVecValue::signed_min(width)
                    };
                    special[next() as usize % 4].xor(&sign)
                }
                // Numbers of similar size, where rounding happens.
                (Some(format), 2) => {
                    let one = format.integer(&1.into());
                    one.xor(&random.lshr(&BitVecValue::new(width, u64::from(format.exponent_bits()) - 2)))
                }
                _ => random,
            });
        }
        samples
    }

    fn constant(bits: &BitVecValue) -> Dynamic {
        BV::from_str(bits.width(), &bits.to_big().to_string()).unwrap().into()
    }

    #[test]
    fn circuits_compute_what_the_evaluator_computes() {
        let mut circuits = FloatCircuits::default();
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        for op in operators(&[1, 8, 32, 64]) {
            let expensive = matches!(op, FloatOp::Div(_) | FloatOp::Sqrt(_));
            let columns: Vec<Vec<BitVecValue>> = (0..op.arity())
                .map(|_| samples(op.argument_width(), if expensive { 12 } else { 60 }, &mut seed))
                .collect();
            for row in 0..columns[0].len() {
                let args: Vec<&BitVecValue> = columns.iter().map(|column| &column[row]).collect();
                let images: Vec<Dynamic> = args.iter().map(|bits| constant(bits)).collect();
                let computed = circuits.apply(op, &images).simplify();
                let expected = match op.compute(&args) {
                    FloatResult::Bits(bits) => constant(&bits).to_string(),
                    FloatResult::Truth(truth) => truth.to_string(),
                };
                assert_eq!(computed.to_string(), expected, "{op:?} {args:?}");
            }
        }
    }

    #[test]
    fn circuits_leave_nothing_open() {
        let mut circuits = FloatCircuits::default();
        for op in operators(&[8]).into_iter().filter(|op| op.argument_width() < 64) {
            let inputs: Vec<Dynamic> =
                (0..op.arity()).map(|n| BV::new_const(format!("input {n}"), op.argument_width()).into()).collect();
            let mut seen = rustc_hash::FxHashSet::default();
            let mut stack = vec![circuits.apply(op, &inputs)];
            while let Some(part) = stack.pop() {
                if !seen.insert(super::super::translate::address(&part)) {
                    continue;
                }
                let open = part.safe_decl().is_ok_and(|d| d.kind() == z3::DeclKind::Uninterpreted);
                assert!(!open || inputs.contains(&part), "{op:?} has {part} in it");
                stack.extend(part.children());
            }
        }
    }
}
