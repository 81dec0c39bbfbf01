//! How many instances of the axioms of arrays Z3 has made: what the abstraction of arrays saves, to be held against the
//! lemmas about arrays that it learns instead.
//!
//! Z3 keeps such counters by solver. They are asked for only of solvers that interpret arrays and have met one, since
//! reading them costs as much as a small query.

use super::theory::Theory;
use euclase_logic::{Op, TermId, Terms};
use z3::StatisticsValue;

/// What the names of Z3's counters for instances of axioms begin with. Some of its counters begin so and count
/// something else.
const PREFIX: &str = "array ";
const NO_AXIOMS: [&str; 1] = ["array splits"];

/// The counters of one solver as they were last read.
pub struct ArrayAxioms {
    interpreted: bool,
    expected: bool,
    seen: u64,
}

impl ArrayAxioms {
    /// Counters of a new solver of a theory.
    pub fn new(theory: Theory) -> Self {
        ArrayAxioms { interpreted: !theory.abstracts_arrays(), expected: false, seen: 0 }
    }

    /// Notes that the solver meets these terms.
    pub fn expect(&mut self, terms: &Terms, met: &[TermId]) {
        let operates = |t: &TermId| matches!(terms.op(*t), Op::Select | Op::Store | Op::ConstArray(_));
        self.expected |= self.interpreted && !self.expected && met.iter().any(operates);
    }

    /// How many instances were made since this was last asked.
    pub fn since_last(&mut self, solver: &z3::Solver) -> u64 {
        if !self.expected {
            return 0;
        }
        let mut now = 0;
        for entry in solver.get_statistics().entries() {
            if let StatisticsValue::UInt(number) = entry.value
                && entry.key.starts_with(PREFIX)
                && !NO_AXIOMS.contains(&entry.key.as_str())
            {
                now += u64::from(number);
            }
        }
        // A solver that starts over inside counts from zero again.
        let made = if now >= self.seen { now - self.seen } else { now };
        self.seen = now;
        made
    }
}

#[cfg(test)]
mod tests {
    use crate::solver::{Answer, QueryKind, Solver, SolverFactory, Statistics, Theory};
    use euclase_logic::{Sort, TermId, Terms};

    /// Whether a store at `i` is seen at `j`, which needs an instance of an axiom.
    fn read_over_write(terms: &mut Terms, suffix: &str) -> [TermId; 2] {
        let word = Sort::BitVec(8);
        let sort = terms.array_sort(word, word);
        let memory = terms.var(&format!("m{suffix}"), sort);
        let [i, j, x] = ["i", "j", "x"].map(|name| terms.var(&format!("{name}{suffix}"), word));
        let written = terms.store(memory, i, x);
        let read = terms.select(written, j);
        [terms.eq(i, j), terms.neq(read, x)]
    }

    fn ask(terms: &Terms, solver: &mut Solver, literals: &[TermId]) -> Answer {
        solver.check(terms, QueryKind::Consecution, literals)
    }

    #[test]
    fn instances_are_counted_where_arrays_are_interpreted() {
        for theory in [Theory::Concrete, Theory::Euf { abstract_arrays: false }] {
            let (mut terms, statistics) = (Terms::new(), Statistics::default());
            let mut solver = SolverFactory::new(theory, statistics.clone()).solver(0);
            let first = read_over_write(&mut terms, "");
            assert_eq!(ask(&terms, &mut solver, &first), Answer::Unsat);
            let once = statistics.array_axioms(|_| true);
            assert!(once > 0, "{theory:?}");
            // What was made before is not counted again.
            assert_eq!(ask(&terms, &mut solver, &first[..1]), Answer::Sat);
            let second = read_over_write(&mut terms, "2");
            assert_eq!(ask(&terms, &mut solver, &second), Answer::Unsat);
            let twice = statistics.array_axioms(|_| true);
            assert!(once < twice && twice <= 4 * once, "{theory:?}: {once}, {twice}");
        }
    }

    #[test]
    fn there_are_none_where_arrays_are_abstract_or_absent() {
        let (mut terms, statistics) = (Terms::new(), Statistics::default());
        let mut solver = SolverFactory::new(Theory::Euf { abstract_arrays: true }, statistics.clone()).solver(0);
        let literals = read_over_write(&mut terms, "");
        assert_eq!(ask(&terms, &mut solver, &literals), Answer::Sat);
        let mut solver = SolverFactory::concrete(&statistics).solver(0);
        let p = terms.var("p", Sort::Bool);
        assert_eq!(ask(&terms, &mut solver, &[p]), Answer::Sat);
        assert_eq!(statistics.array_axioms(|_| true), 0);
    }
}
