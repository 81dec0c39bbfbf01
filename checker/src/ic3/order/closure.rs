//! Differences between numbers, closed under addition, each bound with its reasons.
//!
//! `bound(a, b)` is the least known `w` with `b - a <= w`. Bounds enter one at a time; one that
//! contradicts what is known is not taken, and its reasons come back instead.

/// A number whose value is not known; the first one is zero itself.
pub type Number = usize;

/// The number zero.
pub const ZERO: Number = 0;

/// Why a bound holds: a place in the list of reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason(u32);

impl Reason {
    /// It always holds.
    pub const NONE: Reason = Reason(u32::MAX);
}

#[derive(Clone, Copy)]
enum Cause {
    Fact(usize),
    Both(Reason, Reason),
}

#[derive(Clone, Copy)]
struct Bound {
    weight: i128,
    reason: Reason,
}

/// Larger than any difference that bit-vectors of up to 64 bits have.
const FAR: i128 = 1 << 100;

/// All differences that are known.
pub struct Closure {
    bounds: Vec<Vec<Bound>>,
    causes: Vec<Cause>,
}

impl Closure {
    /// Only zero.
    pub fn new() -> Self {
        Closure { bounds: vec![vec![Bound { weight: 0, reason: Reason::NONE }]], causes: Vec::new() }
    }

    /// A new number between two bounds.
    pub fn number(&mut self, least: i128, greatest: i128) -> Number {
        let new = self.bounds.len();
        let none = Reason::NONE;
        for from in 0..new {
            let Bound { weight, reason } = self.bounds[from][ZERO];
            self.bounds[from].push(Bound { weight: weight + greatest, reason });
        }
        let mut row: Vec<Bound> = self.bounds[ZERO][..new]
            .iter()
            .map(|Bound { weight, reason }| Bound { weight: weight - least, reason: *reason })
            .collect();
        row.push(Bound { weight: 0, reason: none });
        self.bounds.push(row);
        new
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// The reason that a numbered fact is.
    pub fn fact(&mut self, number: usize) -> Reason {
        self.causes.push(Cause::Fact(number));
        Reason(self.causes.len() as u32 - 1)
    }

    /// Both reasons together.
    pub fn both(&mut self, a: Reason, b: Reason) -> Reason {
        if a == b || b == Reason::NONE {
            return a;
        }
        if a == Reason::NONE {
            return b;
        }
        self.causes.push(Cause::Both(a, b));
        Reason(self.causes.len() as u32 - 1)
    }

    /// The facts that a reason consists of.
    pub fn facts(&self, reason: Reason) -> Vec<usize> {
        let (mut facts, mut stack) = (Vec::new(), vec![reason]);
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(reason) = stack.pop() {
            if reason == Reason::NONE || !seen.insert(reason.0) {
                continue;
            }
            match self.causes[reason.0 as usize] {
                Cause::Fact(number) => facts.push(number),
                Cause::Both(a, b) => stack.extend([a, b]),
            }
        }
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// The least known `w` with `to - from <= w`, and why.
    pub fn bound(&self, from: Number, to: Number) -> (i128, Reason) {
        let Bound { weight, reason } = self.bounds[from][to];
        (weight, reason)
    }

    /// The greatest value a number can have, and why.
    pub fn greatest(&self, number: Number) -> (i128, Reason) {
        self.bound(ZERO, number)
    }

    /// The least value a number can have, and why.
    pub fn least(&self, number: Number) -> (i128, Reason) {
        let (weight, reason) = self.bound(number, ZERO);
        (-weight, reason)
    }

    /// Takes in `to - from <= weight`: true if that is news, and an error with the reasons of a
    /// contradiction if there is one.
    pub fn add(&mut self, from: Number, to: Number, weight: i128, reason: Reason) -> Result<bool, Reason> {
        if self.bounds[from][to].weight <= weight || weight.abs() > FAR {
            return Ok(false);
        }
        let back = self.bounds[to][from];
        if back.weight + weight < 0 {
            return Err(self.both(reason, back.reason));
        }
        let after = self.bounds[to].clone();
        for start in 0..self.bounds.len() {
            let before = self.bounds[start][from];
            let here = self.both(before.reason, reason);
            for (end, rest) in after.iter().enumerate() {
                let sum = before.weight + weight + rest.weight;
                if sum < self.bounds[start][end].weight {
                    let reason = self.both(here, rest.reason);
                    self.bounds[start][end] = Bound { weight: sum, reason };
                }
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_add_up_with_their_reasons() {
        let mut closure = Closure::new();
        let [a, b, c] = [(); 3].map(|()| closure.number(0, 255));
        let reasons = [0, 1, 2].map(|n| closure.fact(n));
        // b <= a - 1, c <= b - 1
        assert_eq!(closure.add(a, b, -1, reasons[0]), Ok(true));
        assert_eq!(closure.add(b, c, -1, reasons[1]), Ok(true));
        let (weight, reason) = closure.bound(a, c);
        assert_eq!((weight, closure.facts(reason)), (-2, vec![0, 1]));
        assert_eq!(closure.greatest(c).0, 253);
        assert_eq!(closure.least(a).0, 2);
        assert_eq!(closure.add(a, c, 5, reasons[2]), Ok(false));
        // a <= c closes the circle; what was known stays.
        let conflict = closure.add(c, a, 0, reasons[2]).unwrap_err();
        assert_eq!(closure.facts(conflict), [0, 1, 2]);
        assert_eq!(closure.bound(c, a).0, 255);
    }

    #[test]
    fn a_range_needs_no_reason() {
        let mut closure = Closure::new();
        let a = closure.number(-8, 7);
        let reason = closure.fact(0);
        let conflict = closure.add(ZERO, a, -9, reason).unwrap_err();
        assert_eq!(closure.facts(conflict), [0]);
    }
}
