//! Floating-point operators: rewriting keeps values, and text comes back as the same terms.

use euclase_logic::{
    Assignment, BitVecValue, Evaluator, FloatFormat, FloatOp, Op, Rounding, Sort, TermId, Terms, Value, read_formulas,
    read_smtlib, write_formulas, write_smtlib,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

const WIDTHS: [u32; 8] = [1, 7, 16, 24, 32, 53, 64, 128];

/// Every operator, integers being of a few widths.
fn operators() -> Vec<FloatOp> {
    use FloatOp::*;
    let mut all = Vec::new();
    for f in FloatFormat::ALL {
        all.extend([Add(f), Sub(f), Mul(f), Div(f), Sqrt(f), Less(f), Equal(f)]);
        all.extend(Rounding::ALL.map(|rounding| Round(f, rounding)));
        all.extend(FloatFormat::ALL.into_iter().filter(|to| *to != f).map(|to| Convert { from: f, to }));
        for width in WIDTHS {
            all.extend([FromSigned { width, to: f }, FromUnsigned { width, to: f }]);
            all.extend([ToSigned { from: f, width }, ToUnsigned { from: f, width }]);
        }
    }
    all
}

/// Numbers of all kinds, by the random bits they are made of.
fn number(format: FloatFormat, random: u64) -> BitVecValue {
    let small = BitVecValue::from_int(64, &((random >> 8) as i64 % 300).into());
    match random % 8 {
        0 => format.zero(random & 8 == 0),
        1 => format.infinity(random & 8 == 0),
        2 => format.nan(),
        3 | 4 => format.integer(&small.to_signed()),
        5 => {
            let number = f64::from_bits(
                BitVecValue::new(64, random).to_u64().unwrap_or(0) & !0x6000_0000_0000_0000 | 0x3000_0000_0000_0000,
            );
            let double = BitVecValue::new(64, number.to_bits());
            let (from, to) = (FloatFormat::Double, format);
            match (FloatOp::Convert { from, to }).compute(&[&double]) {
                euclase_logic::FloatResult::Bits(bits) if from != to => bits,
                _ => double,
            }
        }
        _ => BitVecValue::new(format.width().min(64), random).zero_extend(format.width().saturating_sub(64)),
    }
}

struct Builder {
    terms: Terms,
    random: Vec<u64>,
    at: usize,
    /// Terms as they were asked for and as rewriting made them.
    pairs: Vec<(TermId, TermId)>,
}

impl Builder {
    fn next(&mut self) -> u64 {
        self.at += 1;
        self.random[self.at % self.random.len()].rotate_left(self.at as u32)
    }

    fn leaf(&mut self, width: u32) -> (TermId, TermId) {
        let random = self.next();
        let term = match (random % 3, FloatFormat::of_width(width)) {
            (0, Some(format)) => self.terms.bitvec(number(format, random / 3)),
            (0, None) => self.terms.bv(width, random / 3),
            (which, _) => self.terms.var(if which == 1 { "x" } else { "y" }, Sort::BitVec(width)),
        };
        (term, term)
    }

    fn term(&mut self, width: u32, depth: u32) -> (TermId, TermId) {
        let all = operators();
        let fitting: Vec<FloatOp> = all.into_iter().filter(|op| op.result_width() == Some(width)).collect();
        if depth == 0 || fitting.is_empty() {
            return self.leaf(width);
        }
        let random = self.next();
        if width > 8 && random.is_multiple_of(8) {
            let (raw, made) = self.term(width - 8, depth - 1);
            let op = if random & 8 == 0 { Op::ZeroExtend(8) } else { Op::SignExtend(8) };
            return self.node(op, &[(raw, made)]);
        }
        let op = fitting[(random >> 8) as usize % fitting.len()];
        let args: Vec<(TermId, TermId)> = (0..op.arity()).map(|_| self.term(op.argument_width(), depth - 1)).collect();
        self.node(Op::Float(op), &args)
    }

    fn node(&mut self, op: Op, args: &[(TermId, TermId)]) -> (TermId, TermId) {
        let (raws, made): (Vec<TermId>, Vec<TermId>) = args.iter().copied().unzip();
        let pair = (self.terms.make_raw(op, &raws), self.terms.make(op, &made));
        self.pairs.push(pair);
        pair
    }
}

fn assignment(builder: &mut Builder) -> Assignment {
    let roots: Vec<TermId> = builder.pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let mut assignment = Assignment::default();
    for variable in builder.terms.variables(&roots) {
        let random = builder.next();
        let width = builder.terms.width(variable);
        let bits = match FloatFormat::of_width(width) {
            Some(format) => number(format, random),
            None => BitVecValue::new(width, random >> (random % 64)),
        };
        assignment.set(variable, Value::BitVec(bits));
    }
    assignment
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn rewriting_keeps_the_value(random in proptest::collection::vec(any::<u64>(), 16), format in 0usize..3) {
        let mut builder = Builder { terms: Terms::new(), random, at: 0, pairs: Vec::new() };
        let format = FloatFormat::ALL[format];
        let (a, b) = (builder.term(format.width(), 2), builder.term(format.width(), 2));
        builder.node(Op::Float(FloatOp::Less(format)), &[a, b]);
        builder.node(Op::Float(FloatOp::Equal(format)), &[a, b]);
        builder.node(Op::Float(FloatOp::Equal(format)), &[a, a]);
        for _ in 0..8 {
            let assignment = assignment(&mut builder);
            let mut evaluator = Evaluator::new(&builder.terms, &assignment);
            for (raw, made) in &builder.pairs {
                let (expected, got) = (evaluator.value(*raw).unwrap(), evaluator.value(*made).unwrap());
                prop_assert_eq!(got, expected, "{} became {}", builder.terms.sketch(*raw), builder.terms.sketch(*made));
            }
        }
    }
}

/// One formula that has every operator.
fn with_every_operator(terms: &mut Terms) -> Vec<TermId> {
    let mut formulas = Vec::new();
    for op in operators() {
        let args: Vec<TermId> =
            ["x", "y"][..op.arity()].iter().map(|name| terms.var(name, Sort::BitVec(op.argument_width()))).collect();
        let term = terms.make(Op::Float(op), &args);
        formulas.push(match op.result_width() {
            Some(width) => {
                let result = terms.var("r", Sort::BitVec(width));
                terms.eq(term, result)
            }
            None => term,
        });
    }
    formulas
}

#[test]
fn every_operator_comes_back_from_text() {
    let mut terms = Terms::new();
    let formulas = with_every_operator(&mut terms);
    let script = write_formulas(&terms, &formulas);
    assert_eq!(read_formulas(&mut terms, &script).unwrap(), formulas);
    let (read, back) = read_smtlib(&write_smtlib(&terms, &formulas)).unwrap();
    let operators = |terms: &Terms, formulas: &[TermId]| {
        let all = terms.postorder(formulas);
        let found: BTreeSet<String> = all.iter().map(|term| format!("{:?}", terms.op(*term))).collect();
        found.into_iter().filter(|op| op.starts_with("Float")).collect::<Vec<String>>()
    };
    assert_eq!(operators(&read, &back), operators(&terms, &formulas));
}

#[test]
fn an_operator_that_is_defined_otherwise_is_refused() {
    let mut terms = Terms::new();
    let (x, y) = (terms.var("x", Sort::BitVec(32)), terms.var("y", Sort::BitVec(32)));
    let less = terms.make(Op::Float(FloatOp::Less(FloatFormat::Single)), &[x, y]);
    let text = write_smtlib(&terms, &[less]);
    assert!(read_smtlib(&text).is_ok());
    let error = read_smtlib(&text.replace("fp.lt", "fp.gt")).err().unwrap();
    assert!(error.message.contains("'float.lt.32' has a meaning of its own"), "{error}");
    let undefined = "(declare-fun x () (_ BitVec 32)) (assert (float.lt.32 x x))";
    assert!(read_smtlib(undefined).err().unwrap().message.contains("unknown function"));
}

#[test]
fn a_variable_with_the_name_of_an_operator_is_renamed() {
    let mut terms = Terms::new();
    let x = terms.var("float.lt.32", Sort::BitVec(32));
    let less = terms.make_raw(Op::Float(FloatOp::Less(FloatFormat::Single)), &[x, x]);
    let (read, back) = read_smtlib(&write_smtlib(&terms, &[less])).unwrap();
    assert_eq!(read.as_bool(back[0]), Some(false));
}

#[test]
fn comparisons_with_constants_are_questions_about_bits_and_integers() {
    let mut terms = Terms::new();
    let (x, n) = (terms.var("x", Sort::BitVec(32)), terms.var("n", Sort::BitVec(32)));
    let (single, double) = (FloatFormat::Single, FloatFormat::Double);
    let float = |terms: &mut Terms, number: f64| terms.bv(64, number.to_bits());
    let half = terms.bv(32, 0.5f32.to_bits().into());
    let equal = terms.make(Op::Float(FloatOp::Equal(single)), &[x, half]);
    assert_eq!(equal, terms.eq(x, half));
    let as_double = terms.make(Op::Float(FloatOp::FromSigned { width: 32, to: double }), &[n]);
    let bound = float(&mut terms, 9.5);
    let less = terms.make(Op::Float(FloatOp::Less(double)), &[as_double, bound]);
    let ten = terms.bv(32, 10);
    assert_eq!(less, terms.bv_slt(n, ten));
    let is_number = terms.make(Op::Float(FloatOp::Equal(double)), &[as_double, as_double]);
    assert_eq!(terms.as_bool(is_number), Some(true));
    // One tenth is no number of the shorter format, so that the next one bounds what is less.
    let wide = terms.make(Op::Float(FloatOp::Convert { from: single, to: double }), &[x]);
    let tenth = float(&mut terms, 0.1);
    let less = terms.make(Op::Float(FloatOp::Less(double)), &[wide, tenth]);
    let bound = terms.bv(32, 0.1f32.to_bits().into());
    assert_eq!(less, terms.make_raw(Op::Float(FloatOp::Less(single)), &[x, bound]));
    let equal = terms.make(Op::Float(FloatOp::Equal(double)), &[wide, tenth]);
    assert_eq!(terms.as_bool(equal), Some(false));
}
