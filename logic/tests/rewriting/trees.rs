//! Random operator trees, each node built raw and rewritten.

use crate::support::{Choices, Generator, Tape, assignment, bitvec, difference};
use euclase_logic::{Op, Sort, TermId, Terms, Value};
use proptest::prelude::*;
use std::collections::HashMap;

/// A term as it was asked for and as the rules left it.
#[derive(Clone, Copy)]
struct Pair {
    raw: TermId,
    rewritten: TermId,
}

struct Builder<'a> {
    terms: Terms,
    tape: Tape<'a>,
    /// Terms to use again: most rules want to see something twice.
    pool: HashMap<Sort, Vec<Pair>>,
    /// Raw terms, with the rewritten terms that must have the same value.
    nodes: Vec<(TermId, TermId)>,
}

const WIDTHS: [u32; 12] = [1, 1, 2, 2, 3, 4, 8, 8, 32, 64, 65, 128];

impl Builder<'_> {
    fn width(&mut self) -> u32 {
        match self.tape.below(4) {
            0..=2 => self.tape.pick(&WIDTHS),
            _ => self.tape.below(130) as u32 + 1,
        }
    }

    fn sort(&mut self) -> Sort {
        match self.tape.below(8) {
            0..=3 => Sort::BitVec(self.width()),
            4 => Sort::Bool,
            5 => Sort::Int,
            _ => self.array_sort(),
        }
    }

    fn array_sort(&mut self) -> Sort {
        let small = Sort::BitVec(self.tape.below(3) as u32 + 1);
        let index = self.tape.pick(&[Sort::Bool, small, small, Sort::BitVec(32), Sort::Int]);
        let element = self.tape.pick(&[Sort::Bool, Sort::BitVec(1), Sort::BitVec(2), Sort::BitVec(8), Sort::Int]);
        self.terms.array_sort(index, element)
    }

    fn leaf(&mut self, sort: Sort) -> Pair {
        let constant = self.tape.below(2) == 0;
        let term = match sort {
            Sort::Bool if constant => self.terms.bool(self.tape.below(2) == 0),
            Sort::BitVec(width) if constant => {
                let value = bitvec(&mut self.tape, width);
                self.terms.bitvec(value)
            }
            Sort::Int if constant => self.terms.int(self.tape.below(5) as i64 - 2),
            _ => {
                let name = self.tape.pick(&["x", "y", "z"]);
                self.terms.var(name, sort)
            }
        };
        Pair { raw: term, rewritten: term }
    }

    fn term(&mut self, sort: Sort, fuel: u32) -> Pair {
        if fuel == 0 {
            return self.leaf(sort);
        }
        let known = self.pool.get(&sort).map_or(0, Vec::len);
        if known > 0 && self.tape.below(3) == 0 {
            return self.pool[&sort][self.tape.below(known as u64) as usize];
        }
        let (op, args) = match sort {
            Sort::Bool => self.boolean(fuel - 1),
            Sort::BitVec(width) => self.bitvec(width, fuel - 1),
            Sort::Int => self.integer(fuel - 1),
            _ => self.array(sort, fuel - 1),
        };
        let Some(op) = op else { return self.leaf(sort) };
        let pair = self.node(op, &args);
        self.pool.entry(sort).or_default().push(pair);
        pair
    }

    fn node(&mut self, op: Op, args: &[Pair]) -> Pair {
        let (raws, rewrittens): (Vec<_>, Vec<_>) = args.iter().map(|a| (a.raw, a.rewritten)).unzip();
        let raw = self.terms.make_raw(op, &raws);
        let rewritten = self.terms.make(op, &rewrittens);
        let of_raw = self.terms.make(op, &raws);
        self.nodes.extend([(raw, rewritten), (raw, of_raw)]);
        Pair { raw, rewritten }
    }

    fn terms(&mut self, sorts: &[Sort], fuel: u32) -> Vec<Pair> {
        sorts.iter().map(|sort| self.term(*sort, fuel)).collect()
    }

    fn select(&mut self, element: Sort, fuel: u32) -> (Option<Op>, Vec<Pair>) {
        let index = self.tape.pick(&[Sort::Bool, Sort::BitVec(1), Sort::BitVec(2), Sort::BitVec(32), Sort::Int]);
        let array = self.terms.array_sort(index, element);
        (Some(Op::Select), self.terms(&[array, index], fuel))
    }

    fn boolean(&mut self, fuel: u32) -> (Option<Op>, Vec<Pair>) {
        let sort = self.sort();
        let vector = Sort::BitVec(self.width());
        match self.tape.below(12) {
            0 | 1 => (Some(Op::Not), self.terms(&[Sort::Bool], fuel)),
            2 | 3 => {
                let count = self.tape.below(5) as usize;
                (Some(Op::And), self.terms(&vec![Sort::Bool; count], fuel))
            }
            4..=6 => (Some(Op::Eq), self.terms(&[sort, sort], fuel)),
            7 => (Some(Op::Ite), self.terms(&[Sort::Bool; 3], fuel)),
            8 => (Some(Op::BvUlt), self.terms(&[vector, vector], fuel)),
            9 => (Some(Op::BvSlt), self.terms(&[vector, vector], fuel)),
            10 => (Some(Op::IntLt), self.terms(&[Sort::Int; 2], fuel)),
            _ => self.select(Sort::Bool, fuel),
        }
    }

    fn bitvec(&mut self, width: u32, fuel: u32) -> (Option<Op>, Vec<Pair>) {
        let sort = Sort::BitVec(width);
        const BINARY: [Op; 15] = [
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvAdd,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvSmod,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
        ];
        match self.tape.below(16) {
            0 => (Some(self.tape.pick(&[Op::BvNot, Op::BvNeg])), self.terms(&[sort], fuel)),
            1..=6 => (Some(self.tape.pick(&BINARY)), self.terms(&[sort, sort], fuel)),
            7 | 8 => (Some(Op::Ite), self.terms(&[Sort::Bool, sort, sort], fuel)),
            9..=11 => {
                let (low, above) = (self.tape.below(9) as u32, self.tape.below(9) as u32);
                let whole = Sort::BitVec(width + low + above);
                (Some(Op::Extract { high: width + low - 1, low }), self.terms(&[whole], fuel))
            }
            12 if width > 1 => {
                let low = 1 + self.tape.below(u64::from(width) - 1) as u32;
                (Some(Op::Concat), self.terms(&[Sort::BitVec(width - low), Sort::BitVec(low)], fuel))
            }
            13 | 14 => {
                let by = self.tape.below(u64::from(width)) as u32;
                let op = self.tape.pick(&[Op::ZeroExtend(by), Op::SignExtend(by)]);
                (Some(op), self.terms(&[Sort::BitVec(width - by)], fuel))
            }
            15 => self.select(sort, fuel),
            _ => (None, Vec::new()),
        }
    }

    fn integer(&mut self, fuel: u32) -> (Option<Op>, Vec<Pair>) {
        match self.tape.below(9) {
            0 => (Some(Op::IntNeg), self.terms(&[Sort::Int], fuel)),
            1 => (Some(Op::Ite), self.terms(&[Sort::Bool, Sort::Int, Sort::Int], fuel)),
            2 => self.select(Sort::Int, fuel),
            _ => {
                let op = self.tape.pick(&[Op::IntAdd, Op::IntAdd, Op::IntSub, Op::IntMul, Op::IntDiv, Op::IntMod]);
                (Some(op), self.terms(&[Sort::Int; 2], fuel))
            }
        }
    }

    fn array(&mut self, sort: Sort, fuel: u32) -> (Option<Op>, Vec<Pair>) {
        let Sort::Array(parts) = sort else { return (None, Vec::new()) };
        let (index, element) = self.terms.array_parts(parts);
        match self.tape.below(6) {
            0 => (Some(Op::ConstArray(sort)), self.terms(&[element], fuel)),
            1 => (Some(Op::Ite), self.terms(&[Sort::Bool, sort, sort], fuel)),
            _ => (Some(Op::Store), self.terms(&[sort, index, element], fuel)),
        }
    }
}

fn check(bytes: &[u8], seed: u64) -> Result<(), TestCaseError> {
    let mut builder = Builder { terms: Terms::new(), tape: Tape::new(bytes), pool: HashMap::new(), nodes: Vec::new() };
    let sort = builder.sort();
    for _ in 0..3 {
        builder.term(sort, 4);
    }
    let roots: Vec<TermId> = builder.nodes.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let mut generator = Generator(seed);
    for _ in 0..6 {
        let values = assignment(&mut generator, &builder.terms, &roots);
        for (raw, rewritten) in &builder.nodes {
            let wrong = difference(&builder.terms, &values, *raw, *rewritten);
            prop_assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn rewriting_keeps_the_value(bytes in proptest::collection::vec(any::<u8>(), 0..600), seed: u64) {
        check(&bytes, seed)?;
    }
}

/// A quick number of cases; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(3000)
}

/// The order of arrays agrees with their equality, whatever their representation.
#[test]
fn arrays_over_small_index_sorts_are_compared_by_their_elements() {
    let mut terms = Terms::new();
    let bit = Sort::BitVec(1);
    let of_bits = terms.array_sort(bit, bit);
    for index in [Sort::Bool, bit, Sort::BitVec(2), Sort::BitVec(3), of_bits] {
        let sort = terms.array_sort(index, Sort::BitVec(2));
        let indices = Value::all_of(&terms, index, 16).unwrap();
        let mut generator = Generator(7);
        let random = |g: &mut Generator| crate::support::value(g, &terms, sort);
        let elements = |value: &Value| -> Vec<Value> {
            let Value::Array(array) = value else { panic!("not an array") };
            indices.iter().map(|i| array.select(i).clone()).collect()
        };
        let mut arrays: Vec<Value> = (0..300).map(|_| random(&mut generator)).collect();
        for pair in arrays.windows(2) {
            assert_eq!(pair[0] == pair[1], elements(&pair[0]) == elements(&pair[1]), "{} {}", pair[0], pair[1]);
        }
        arrays.sort();
        arrays.dedup();
        let distinct: std::collections::BTreeSet<Vec<Value>> = arrays.iter().map(elements).collect();
        assert_eq!(arrays.len(), distinct.len(), "sorting brings equal arrays together");
        let hashed: std::collections::HashSet<&Value> = arrays.iter().collect();
        assert_eq!(hashed.len(), distinct.len());
    }
}
