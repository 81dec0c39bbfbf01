//! Sets of numbers of a width: between two bounds as unsigned numbers, between two as signed ones, and with certain low bits.
//!
//! Arithmetic wraps around, and a set may wrap in one order and not in the other, so both are kept and each mends
//! the other. Low bits are what congruence modulo a power of two says; no overflow changes it.

use crate::words::{mask, signed};

/// A set of numbers; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The width of the numbers.
    pub width: u32,
    /// The bounds as unsigned numbers.
    pub unsigned: (u64, u64),
    /// The bounds as signed numbers.
    pub signed: (i64, i64),
    /// How many low bits are known.
    pub known: u32,
    /// These bits.
    pub low: u64,
}

fn low_mask(bits: u32) -> u64 {
    if bits == 0 { 0 } else { mask(bits) }
}

/// The least signed number of a width.
pub fn signed_min(width: u32) -> i64 {
    signed(1 << (width - 1), width)
}

/// The greatest signed number of a width.
pub fn signed_max(width: u32) -> i64 {
    signed(mask(width) >> 1, width)
}

impl Range {
    /// All numbers of a width.
    pub fn all(width: u32) -> Self {
        let signed = (signed_min(width), signed_max(width));
        Range { width, unsigned: (0, mask(width)), signed, known: 0, low: 0 }
    }

    /// One number.
    pub fn one(width: u32, number: u64) -> Self {
        let (number, small) = (number & mask(width), signed(number & mask(width), width));
        Range { width, unsigned: (number, number), signed: (small, small), known: width, low: number }
    }

    /// A truth value.
    pub fn truth(value: bool) -> Self {
        Range::one(1, u64::from(value))
    }

    /// The unsigned numbers from one to another; none if there are none.
    pub fn between(width: u32, least: u64, greatest: u64) -> Option<Self> {
        (least <= greatest)
            .then_some(Range { unsigned: (least, greatest.min(mask(width))), ..Range::all(width) })?
            .mended()
    }

    /// The signed numbers from one to another; none if there are none.
    pub fn signed_between(width: u32, least: i64, greatest: i64) -> Option<Self> {
        let bounds = (least.max(signed_min(width)), greatest.min(signed_max(width)));
        (bounds.0 <= bounds.1).then_some(Range { signed: bounds, ..Range::all(width) })?.mended()
    }

    /// The numbers from `start` on, `more` of them beside it, around the end of the numbers if need be.
    fn around(width: u32, start: u64, more: u128) -> Self {
        let all = Range::all(width);
        if more >= u128::from(mask(width)) {
            return all;
        }
        let (start, more) = (start & mask(width), more as u64);
        let (from, mut result) = (signed(start, width), all);
        if let Some(end) = start.checked_add(more).filter(|end| *end <= mask(width)) {
            result.unsigned = (start, end);
        }
        if let Some(end) = from.checked_add_unsigned(more).filter(|end| *end <= signed_max(width)) {
            result.signed = (from, end);
        }
        result.mended().unwrap_or(all)
    }

    /// The same set with bounds that say what the others do; none if it is empty.
    fn mended(mut self) -> Option<Self> {
        for _ in 0..2 {
            let (least, greatest) = (signed(self.unsigned.0, self.width), signed(self.unsigned.1, self.width));
            if (least < 0) == (greatest < 0) {
                self.signed = (self.signed.0.max(least), self.signed.1.min(greatest));
            }
            if self.signed.0 > self.signed.1 {
                return None;
            }
            if self.signed.0 >= 0 || self.signed.1 < 0 {
                self.unsigned.0 = self.unsigned.0.max(self.signed.0 as u64 & mask(self.width));
                self.unsigned.1 = self.unsigned.1.min(self.signed.1 as u64 & mask(self.width));
            }
            self.align()?;
        }
        if self.unsigned.0 == self.unsigned.1 {
            let number = self.unsigned.0;
            return ((number ^ self.low) & low_mask(self.known) == 0).then(|| Range::one(self.width, number));
        }
        Some(self)
    }

    /// Moves bounds to numbers with the low bits that are known.
    fn align(&mut self) -> Option<()> {
        let bits = low_mask(self.known);
        let up = |number: u64| self.low.wrapping_sub(number) & bits;
        let down = |number: u64| number.wrapping_sub(self.low) & bits;
        self.unsigned.0 = self.unsigned.0.checked_add(up(self.unsigned.0))?;
        self.unsigned.1 = self.unsigned.1.checked_sub(down(self.unsigned.1))?;
        self.signed.0 = self.signed.0.checked_add_unsigned(up(self.signed.0 as u64))?;
        self.signed.1 = self.signed.1.checked_sub_unsigned(down(self.signed.1 as u64))?;
        (self.unsigned.0 <= self.unsigned.1 && self.signed.0 <= self.signed.1).then_some(())
    }

    /// The only number, if there is only one.
    pub fn single(&self) -> Option<u64> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    /// Whether a number is in the set.
    #[cfg(test)]
    pub fn has(&self, number: u64) -> bool {
        let small = signed(number, self.width);
        (self.unsigned.0..=self.unsigned.1).contains(&number)
            && (self.signed.0..=self.signed.1).contains(&small)
            && (number ^ self.low) & low_mask(self.known) == 0
    }

    /// What is in either set, and more.
    pub fn join(&self, other: &Range) -> Range {
        let common = (self.low ^ other.low).trailing_zeros().min(self.known).min(other.known);
        Range {
            width: self.width,
            unsigned: (self.unsigned.0.min(other.unsigned.0), self.unsigned.1.max(other.unsigned.1)),
            signed: (self.signed.0.min(other.signed.0), self.signed.1.max(other.signed.1)),
            known: common,
            low: self.low & low_mask(common),
        }
    }

    /// What is in both sets; none if nothing is.
    pub fn meet(&self, other: &Range) -> Option<Range> {
        let (less, more) = if self.known <= other.known { (self, other) } else { (other, self) };
        if (less.low ^ more.low) & low_mask(less.known) != 0 {
            return None;
        }
        let (unsigned, signed) = (
            (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1)),
            (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1)),
        );
        let both = Range { width: self.width, unsigned, signed, known: more.known, low: more.low };
        (unsigned.0 <= unsigned.1).then_some(both)?.mended()
    }

    /// The next set when this one has become `other`: bounds that moved go on to the next threshold.
    pub fn widen(&self, other: &Range, thresholds: &[i64]) -> Range {
        let all = Range::all(self.width);
        let mut result = self.join(other);
        let below = |limit: i64| thresholds.iter().rev().copied().find(|t| *t <= limit);
        let above = |limit: i64| thresholds.iter().copied().find(|t| *t >= limit);
        if result.signed.0 < self.signed.0 {
            result.signed.0 = below(result.signed.0).unwrap_or(all.signed.0);
        }
        if result.signed.1 > self.signed.1 {
            result.signed.1 = above(result.signed.1).unwrap_or(all.signed.1);
        }
        let natural = |t: &i64| (*t as u64) & mask(self.width);
        if result.unsigned.0 < self.unsigned.0 {
            let below = thresholds.iter().map(natural).filter(|t| *t <= result.unsigned.0).max();
            result.unsigned.0 = below.unwrap_or(0);
        }
        if result.unsigned.1 > self.unsigned.1 {
            let above = thresholds.iter().map(natural).filter(|t| *t >= result.unsigned.1).min();
            result.unsigned.1 = above.unwrap_or(all.unsigned.1);
        }
        Range { known: result.known, low: result.low, ..result }.mended().unwrap_or(all)
    }

    fn with_low(self, known: u32, low: u64) -> Range {
        let known = known.min(self.width);
        Range { known, low: low & low_mask(known), ..self }.mended().unwrap_or(self)
    }

    /// Sums, around the end of the numbers.
    pub fn plus(&self, other: &Range) -> Range {
        let length = |r: &Range| u128::from(r.unsigned.1 - r.unsigned.0);
        let signed_length = |r: &Range| (i128::from(r.signed.1) - i128::from(r.signed.0)) as u128;
        let first =
            Range::around(self.width, self.unsigned.0.wrapping_add(other.unsigned.0), length(self) + length(other));
        let start = (self.signed.0 as u64).wrapping_add(other.signed.0 as u64);
        let second = Range::around(self.width, start, signed_length(self) + signed_length(other));
        let known = self.known.min(other.known);
        let result = first.meet(&second).unwrap_or(first);
        result.with_low(known, self.low.wrapping_add(other.low))
    }

    /// The numbers with the opposite sign.
    pub fn negated(&self) -> Range {
        let more = u128::from(self.unsigned.1 - self.unsigned.0);
        let first = Range::around(self.width, self.unsigned.1.wrapping_neg(), more);
        let signed_more = (i128::from(self.signed.1) - i128::from(self.signed.0)) as u128;
        let second = Range::around(self.width, (self.signed.1 as u64).wrapping_neg(), signed_more);
        first.meet(&second).unwrap_or(first).with_low(self.known, self.low.wrapping_neg())
    }

    /// Differences, around the end of the numbers.
    pub fn minus(&self, other: &Range) -> Range {
        self.plus(&other.negated())
    }

    /// Products; bounds are kept only where nothing overflows.
    pub fn times(&self, other: &Range) -> Range {
        let mut result = Range::all(self.width);
        let greatest = u128::from(self.unsigned.1) * u128::from(other.unsigned.1);
        if greatest <= u128::from(mask(self.width)) {
            result.unsigned = (self.unsigned.0 * other.unsigned.0, greatest as u64);
        }
        let ends = |r: &Range| [i128::from(r.signed.0), i128::from(r.signed.1)];
        let corners = ends(self).into_iter().flat_map(|a| ends(other).map(|b| a * b));
        let (least, most) = corners.fold((i128::MAX, i128::MIN), |(l, m), c| (l.min(c), m.max(c)));
        if least >= i128::from(signed_min(self.width)) && most <= i128::from(signed_max(self.width)) {
            result.signed = (least as i64, most as i64);
        }
        let zeros = |r: &Range| if r.low == 0 { u32::MAX / 4 } else { r.low.trailing_zeros() };
        let known = (self.known + zeros(other)).min(other.known + zeros(self)).min(self.known + other.known);
        result.with_low(known, self.low.wrapping_mul(other.low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(width: u32, numbers: &[u64]) -> Range {
        let ones = numbers.iter().map(|n| Range::one(width, *n));
        ones.reduce(|a, b| a.join(&b)).unwrap()
    }

    #[test]
    fn sums_wrap_in_one_order_and_not_in_the_other() {
        let (x, one) = (range(8, &[0xFE, 0xFF]), Range::one(8, 1));
        let sum = x.plus(&one);
        assert_eq!(sum.signed, (-1, 0));
        assert_eq!(sum.unsigned, (0, 255));
        assert_eq!(range(8, &[126, 127]).plus(&one).unsigned, (127, 128));
        assert_eq!(Range::one(8, 3).minus(&Range::one(8, 5)), Range::one(8, 254));
    }

    #[test]
    fn low_bits_move_bounds() {
        let evens = range(8, &[2, 6, 14]);
        assert_eq!((evens.known, evens.low), (2, 2));
        assert_eq!(evens.meet(&Range::between(8, 3, 12).unwrap()).unwrap().unsigned, (6, 10));
        assert!(evens.meet(&Range::between(8, 3, 5).unwrap()).is_none());
    }

    proptest! {
        /// What operations make of members are members of what they make of sets; so are joins, meets and widening.
        #[test]
        fn members_stay_members(
            width in prop::sample::select(vec![1u32, 3, 8, 32, 64]),
            a in prop::collection::vec(any::<u64>(), 1..4),
            b in prop::collection::vec(any::<u64>(), 1..4),
            small in any::<bool>(),
        ) {
            let fit = |n: &u64| if small { n % 7 } else { *n } & mask(width);
            let (a, b): (Vec<u64>, Vec<u64>) = (a.iter().map(fit).collect(), b.iter().map(fit).collect());
            let (ra, rb) = (range(width, &a), range(width, &b));
            for x in &a {
                prop_assert!(ra.has(*x) && ra.join(&rb).has(*x) && ra.negated().has(x.wrapping_neg() & mask(width)));
                prop_assert!(rb.widen(&ra, &[0, 5]).has(*x));
                prop_assert_eq!(ra.meet(&rb).is_some_and(|m| m.has(*x)), rb.has(*x));
                for y in &b {
                    prop_assert!(ra.plus(&rb).has(x.wrapping_add(*y) & mask(width)));
                    prop_assert!(ra.minus(&rb).has(x.wrapping_sub(*y) & mask(width)));
                    prop_assert!(ra.times(&rb).has(x.wrapping_mul(*y) & mask(width)));
                }
            }
        }
    }
}
