//! What operators say about order and size, as far as it is a bound on differences.

use super::closure::Reason;
use super::{Orders, Reading, Signed, Unsigned, Value};
use euclase_logic::{Op, TermId, Terms};

/// The arguments whose numbers the rules of a term look at.
pub(super) fn arguments(terms: &Terms, term: TermId, reading: Reading) -> Vec<(TermId, Reading)> {
    let all = |reading| terms.args(term).iter().map(|a| (*a, reading)).collect();
    match (terms.op(term), reading) {
        (Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNot, _) => all(reading),
        (Op::BvNeg | Op::BvSdiv | Op::BvSrem | Op::BvAshr | Op::SignExtend(_), Signed) => all(Signed),
        (Op::ZeroExtend(by), _) if by > 0 => all(Unsigned),
        (
            Op::BvAnd | Op::BvOr | Op::BvUdiv | Op::BvUrem | Op::BvLshr | Op::BvShl | Op::Extract { low: 0, .. },
            Unsigned,
        ) => all(Unsigned),
        // These are bounded without sign; below the middle that is the same.
        (Op::BvAnd | Op::BvUrem | Op::BvUdiv | Op::BvLshr, Signed) => vec![(term, Unsigned)],
        (Op::SignExtend(_), Unsigned) => vec![(term, Signed)],
        _ => Vec::new(),
    }
}

impl Orders<'_> {
    /// Applies the rules of a term's operator; true if something is new.
    pub(super) fn operator(&mut self, term: TermId, reading: Reading) -> bool {
        let Some(result) = self.known(term, reading) else { return false };
        let terms = self.terms;
        let args: Vec<TermId> = terms.args(term).to_vec();
        let read = |orders: &Self, position: usize, reading| orders.known(args[position], reading);
        match (terms.op(term), reading) {
            (Op::ZeroExtend(by), _) if by > 0 => {
                read(self, 0, Unsigned).is_some_and(|x| self.same(result, x, 0, Reason::NONE))
            }
            (Op::SignExtend(_), Signed) => read(self, 0, Signed).is_some_and(|x| self.same(result, x, 0, Reason::NONE)),
            (Op::Extract { high, low: 0 }, Unsigned) => {
                read(self, 0, Unsigned).is_some_and(|x| self.truncation(result, x, 1 << (high + 1)))
            }
            (Op::BvNot, _) => {
                let sum = if reading == Signed { -1 } else { reading.range(terms.width(term)).1 };
                read(self, 0, reading).is_some_and(|x| self.mirror(result, x, sum))
            }
            (Op::BvNeg, Signed) => read(self, 0, Signed).is_some_and(|x| {
                let (least, why) = self.least(x);
                least > Signed.range(terms.width(term)).0 && self.mirror_because(result, x, 0, why)
            }),
            (op, _) if args.len() == 2 => {
                let (Some(x), Some(y)) = (read(self, 0, reading), read(self, 1, reading)) else { return false };
                self.binary(op, reading, terms.width(term), result, (x, y))
            }
            _ => false,
        }
    }

    fn binary(&mut self, op: Op, reading: Reading, width: u32, result: Value, (x, y): (Value, Value)) -> bool {
        match (op, reading) {
            (Op::BvAdd, _) => self.sum(reading, width, result, (x, y)),
            (Op::BvSub, _) => self.difference(reading, width, result, (x, y)),
            (Op::BvMul, _) => self.product(reading, width, result, (x, y)),
            (Op::BvAnd, Unsigned) => {
                self.at_most(result, x, 0, Reason::NONE) | self.at_most(result, y, 0, Reason::NONE)
            }
            (Op::BvOr, Unsigned) => self.at_most(x, result, 0, Reason::NONE) | self.at_most(y, result, 0, Reason::NONE),
            (Op::BvUrem, Unsigned) => {
                let below = self.at_most(result, x, 0, Reason::NONE);
                let (least, why) = self.least(y);
                (least > 0 && self.at_most(result, y, -1, why)) | below
            }
            (Op::BvSrem, Signed) => self.remainder(result, (x, y)),
            (Op::BvUdiv, Unsigned) => {
                let (least, why) = self.least(y);
                least > 0 && (self.at_most(result, x, 0, why) | self.scaled(result, x, y, |value, by| value / by))
            }
            (Op::BvSdiv, Signed) => {
                let (not_negative, why) = self.least(x);
                // Zero is excluded by the divisor's value: only constants are looked at.
                not_negative >= 0
                    && constant(y).is_some_and(|by| by > 0)
                    && (self.scaled(result, x, y, |value, by| value / by) | self.at_most(result, x, 0, why))
            }
            (Op::BvLshr, Unsigned) => {
                let below = self.at_most(result, x, 0, Reason::NONE);
                (constant(y).is_some_and(|by| by < 64) && self.scaled(result, x, y, |value, by| value >> by)) | below
            }
            (Op::BvAshr, Signed) => {
                constant(y).is_some_and(|by| (0..64).contains(&by))
                    && self.scaled(result, x, y, |value, by| value >> by)
            }
            (Op::BvShl, Unsigned) => match constant(y) {
                Some(by) if by < i128::from(width) => self.multiple(Unsigned, width, result, x, 1 << by),
                _ => false,
            },
            _ => false,
        }
    }

    /// `x + y` is the sum, or the sum less the size of the range when it must wrap around.
    fn sum(&mut self, reading: Reading, width: u32, result: Value, (x, y): (Value, Value)) -> bool {
        let ((lx, wlx), (ly, wly)) = (self.least(x), self.least(y));
        let ((gx, wgx), (gy, wgy)) = (self.greatest(x), self.greatest(y));
        let Some((wrap, why)) = self.wrapping(reading, width, (lx + ly, (wlx, wly)), (gx + gy, (wgx, wgy))) else {
            return match (constant(x), constant(y)) {
                (None, Some(more)) => self.moved(reading, width, result, x, more),
                (Some(more), None) => self.moved(reading, width, result, y, more),
                _ => false,
            };
        };
        let mut news = false;
        for (one, (least, why_least), (greatest, why_greatest)) in
            [(x, (ly, wly), (gy, wgy)), (y, (lx, wlx), (gx, wgx))]
        {
            let reason = self.closure.both(why, why_greatest);
            news |= self.at_most(result, one, greatest - wrap, reason);
            let reason = self.closure.both(why, why_least);
            news |= self.at_most(one, result, wrap - least, reason);
        }
        news
    }

    /// `x + more`, where the result shows whether it wrapped around.
    fn moved(&mut self, reading: Reading, width: u32, result: Value, x: Value, more: i128) -> bool {
        let (low, high) = reading.range(width);
        let size = 1i128 << width;
        let ((least, why_least), (greatest, why_greatest)) = (self.least(result), self.greatest(result));
        let (wrap, why) = match more {
            1.. if least >= low + more => (0, why_least),
            1.. if greatest < low + more => (size, why_greatest),
            ..=-1 if greatest <= high + more => (0, why_greatest),
            ..=-1 if least > high + more => (-size, why_least),
            _ => return false,
        };
        self.same(result, x, more - wrap, why)
    }

    /// `x - y`, where what is known of the difference itself counts.
    fn difference(&mut self, reading: Reading, width: u32, result: Value, (x, y): (Value, Value)) -> bool {
        let (up, why_up) = self.closure.bound(y.number, x.number);
        let (down, why_down) = self.closure.bound(x.number, y.number);
        let offset = x.offset - y.offset;
        let (least, greatest) = (offset - down, offset + up);
        let none = Reason::NONE;
        let range = ((least, (why_down, none)), (greatest, (why_up, none)));
        let Some((wrap, why)) = self.wrapping(reading, width, range.0, range.1) else { return false };
        let zero = Value { number: super::ZERO, offset: 0 };
        let ((ly, wly), (gy, wgy)) = (self.least(y), self.greatest(y));
        let bounds = [
            (true, zero, greatest - wrap, why_up),
            (false, zero, wrap - least, why_down),
            (true, x, -ly - wrap, wly),
            (false, x, gy + wrap, wgy),
        ];
        let mut news = false;
        for (above, other, more, because) in bounds {
            let reason = self.closure.both(why, because);
            news |= if above {
                self.at_most(result, other, more, reason)
            } else {
                self.at_most(other, result, more, reason)
            };
        }
        news
    }

    /// How much wrapping around takes off a value between two bounds, if that is certain.
    fn wrapping(
        &mut self,
        reading: Reading,
        width: u32,
        (least, why_least): (i128, (Reason, Reason)),
        (greatest, why_greatest): (i128, (Reason, Reason)),
    ) -> Option<(i128, Reason)> {
        let (low, high) = reading.range(width);
        let size = 1i128 << width;
        let wrap = [0, size, -size].into_iter().find(|wrap| least >= low + wrap && greatest <= high + wrap)?;
        let below = self.closure.both(why_least.0, why_least.1);
        let above = self.closure.both(why_greatest.0, why_greatest.1);
        Some((wrap, self.closure.both(below, above)))
    }

    fn product(&mut self, reading: Reading, width: u32, result: Value, (x, y): (Value, Value)) -> bool {
        match (constant(x), constant(y)) {
            (Some(factor), None) => self.multiple(reading, width, result, y, factor),
            (None, Some(factor)) => self.multiple(reading, width, result, x, factor),
            _ => false,
        }
    }

    /// The product with a constant, where it stays within the range.
    fn multiple(&mut self, reading: Reading, width: u32, result: Value, x: Value, factor: i128) -> bool {
        let ((least, why_least), (greatest, why_greatest)) = (self.least(x), self.greatest(x));
        let (Some(a), Some(b)) = (least.checked_mul(factor), greatest.checked_mul(factor)) else { return false };
        let (low, high) = reading.range(width);
        if a.min(b) < low || a.max(b) > high {
            return false;
        }
        let why = self.closure.both(why_least, why_greatest);
        self.between(result, a.min(b), a.max(b), why)
    }

    /// A result that grows with `x`, for a constant `y`.
    fn scaled(&mut self, result: Value, x: Value, y: Value, apply: fn(i128, i128) -> i128) -> bool {
        let Some(by) = constant(y) else { return false };
        let ((least, why_least), (greatest, why_greatest)) = (self.least(x), self.greatest(x));
        let above = self.at_most(result, zero(apply(greatest, by)), 0, why_greatest);
        self.at_most(zero(apply(least, by)), result, 0, why_least) | above
    }

    /// The remainder of a signed division has the sign of `x`, and is nearer to zero than `y`.
    fn remainder(&mut self, result: Value, (x, y): (Value, Value)) -> bool {
        let mut news = false;
        if let Some(by) = constant(y).filter(|by| *by != 0) {
            news |= self.between(result, 1 - by.abs(), by.abs() - 1, Reason::NONE);
        }
        let (least, why) = self.least(x);
        if least >= 0 {
            news |= self.at_most(zero(0), result, 0, why) | self.at_most(result, x, 0, why);
        }
        news
    }

    /// The low bits of `x`: all of it where it fits.
    fn truncation(&mut self, result: Value, x: Value, size: i128) -> bool {
        let (greatest, why) = self.greatest(x);
        if greatest < size {
            return self.same(result, x, 0, why);
        }
        self.at_most(result, x, 0, Reason::NONE)
    }

    fn mirror(&mut self, result: Value, x: Value, sum: i128) -> bool {
        self.mirror_because(result, x, sum, Reason::NONE)
    }

    /// `result + x = sum`, as bounds.
    fn mirror_because(&mut self, result: Value, x: Value, sum: i128, why: Reason) -> bool {
        let ((least, why_least), (greatest, why_greatest)) = (self.least(x), self.greatest(x));
        let (below, above) = (self.closure.both(why, why_greatest), self.closure.both(why, why_least));
        let news = self.at_most(zero(sum - greatest), result, 0, below);
        self.at_most(result, zero(sum - least), 0, above) | news
    }

    fn between(&mut self, result: Value, least: i128, greatest: i128, why: Reason) -> bool {
        let above = self.at_most(result, zero(greatest), 0, why);
        self.at_most(zero(least), result, 0, why) | above
    }
}

fn zero(offset: i128) -> Value {
    Value { number: super::ZERO, offset }
}

fn constant(value: Value) -> Option<i128> {
    (value.number == super::ZERO).then_some(value.offset)
}
