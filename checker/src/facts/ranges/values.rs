//! Ranges of terms from ranges of the terms inside them, and what a guard says of these.
//!
//! Evaluation goes up, from variables to the terms made of them; a guard goes down, from a comparison to its arguments
//! and through sums and extensions to variables. Both only ever leave out numbers that are impossible.

use super::number::{Range, signed_max, signed_min};
use crate::words::{fitting_width, mask};
use euclase_logic::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// How often guards are gone through: one may say more once another has been heard.
const PASSES: usize = 2;

/// No state is like that.
pub struct Impossible;

/// Something that is known to hold.
enum Demand {
    Truth(TermId, bool),
    Within(TermId, Range),
}

/// Ranges of some terms, and of what was computed from them.
#[derive(Clone, Default)]
pub struct Values {
    known: FxHashMap<TermId, Range>,
    computed: FxHashMap<TermId, Range>,
}

impl Values {
    /// A term is in a range.
    pub fn set(&mut self, term: TermId, range: Range) {
        self.known.insert(term, range);
    }

    /// Computes everything anew from what is known.
    pub fn forget_computed(&mut self) {
        self.computed.clear();
    }

    /// The range of a term; none if its values do not fit.
    pub fn range(&mut self, terms: &Terms, root: TermId) -> Option<Range> {
        fitting_width(terms.sort(root))?;
        let mut stack = vec![(root, false)];
        while let Some((term, children_done)) = stack.pop() {
            if self.computed.contains_key(&term) || fitting_width(terms.sort(term)).is_none() {
                continue;
            }
            if !children_done {
                stack.push((term, true));
                stack.extend(terms.args(term).iter().map(|a| (*a, false)));
                continue;
            }
            let computed = self.compute(terms, term);
            let range = match self.known.get(&term) {
                Some(known) => known.meet(&computed).unwrap_or(*known),
                None => computed,
            };
            self.computed.insert(term, range);
        }
        self.computed.get(&root).copied()
    }

    /// Leaves out what contradicts formulas that hold.
    pub fn assume(&mut self, terms: &Terms, formulas: &[TermId], truth: bool) -> Result<(), Impossible> {
        for _ in 0..PASSES {
            let mut demands: Vec<Demand> = formulas.iter().map(|f| Demand::Truth(*f, truth)).collect();
            while let Some(demand) = demands.pop() {
                match demand {
                    Demand::Truth(term, truth) => self.hold(terms, term, truth, &mut demands)?,
                    Demand::Within(term, range) => self.restrict(terms, term, range, &mut demands)?,
                }
            }
            self.computed.clear();
        }
        Ok(())
    }

    fn hold(&mut self, terms: &Terms, term: TermId, truth: bool, more: &mut Vec<Demand>) -> Result<(), Impossible> {
        let args = terms.args(term);
        if matches!(terms.op(term), Op::Eq | Op::BvUlt | Op::BvSlt) {
            self.known.insert(term, Range::truth(truth));
        }
        match (terms.op(term), args) {
            (Op::Not, [a]) => more.push(Demand::Truth(*a, !truth)),
            (Op::And, _) if truth => more.extend(args.iter().map(|a| Demand::Truth(*a, true))),
            (Op::And, _) => {
                let yes = Some(Range::truth(true));
                let open: Vec<TermId> = args.iter().copied().filter(|a| self.range(terms, *a) != yes).collect();
                match open.as_slice() {
                    [] => return Err(Impossible),
                    [last] => more.push(Demand::Truth(*last, false)),
                    _ => {}
                }
            }
            (Op::Eq, [a, b]) => self.equate(terms, (*a, *b), truth, more)?,
            (Op::BvUlt, [a, b]) if truth => self.order_unsigned(terms, (*a, *b), 1, more)?,
            (Op::BvUlt, [a, b]) => self.order_unsigned(terms, (*b, *a), 0, more)?,
            (Op::BvSlt, [a, b]) if truth => self.order_signed(terms, (*a, *b), 1, more)?,
            (Op::BvSlt, [a, b]) => self.order_signed(terms, (*b, *a), 0, more)?,
            _ => more.push(Demand::Within(term, Range::truth(truth))),
        }
        Ok(())
    }

    fn equate(
        &mut self,
        terms: &Terms,
        (a, b): (TermId, TermId),
        equal: bool,
        more: &mut Vec<Demand>,
    ) -> Result<(), Impossible> {
        let (Some(of_a), Some(of_b)) = (self.range(terms, a), self.range(terms, b)) else { return Ok(()) };
        if equal {
            let both = of_a.meet(&of_b).ok_or(Impossible)?;
            more.extend([Demand::Within(a, both), Demand::Within(b, both)]);
            return Ok(());
        }
        for (term, range, other) in [(a, of_a, of_b), (b, of_b, of_a)] {
            let Some(number) = other.single() else { continue };
            more.push(Demand::Within(term, without(range, number).ok_or(Impossible)?));
        }
        Ok(())
    }

    /// The first is less than the second by `by` at least.
    fn order_unsigned(
        &mut self,
        terms: &Terms,
        (a, b): (TermId, TermId),
        by: u64,
        more: &mut Vec<Demand>,
    ) -> Result<(), Impossible> {
        let (Some(of_a), Some(of_b)) = (self.range(terms, a), self.range(terms, b)) else { return Ok(()) };
        let top = of_b.unsigned.1.checked_sub(by).ok_or(Impossible)?;
        let bottom = of_a.unsigned.0.checked_add(by).ok_or(Impossible)?;
        more.push(Demand::Within(a, Range::between(of_a.width, 0, top).ok_or(Impossible)?));
        more.push(Demand::Within(b, Range::between(of_b.width, bottom, mask(of_b.width)).ok_or(Impossible)?));
        Ok(())
    }

    fn order_signed(
        &mut self,
        terms: &Terms,
        (a, b): (TermId, TermId),
        by: i64,
        more: &mut Vec<Demand>,
    ) -> Result<(), Impossible> {
        let (Some(of_a), Some(of_b)) = (self.range(terms, a), self.range(terms, b)) else { return Ok(()) };
        let (least, greatest) = (signed_min(of_a.width), signed_max(of_a.width));
        let top = of_b.signed.1.checked_sub(by).ok_or(Impossible)?;
        let bottom = of_a.signed.0.checked_add(by).ok_or(Impossible)?;
        more.push(Demand::Within(a, Range::signed_between(of_a.width, least, top).ok_or(Impossible)?));
        more.push(Demand::Within(b, Range::signed_between(of_b.width, bottom, greatest).ok_or(Impossible)?));
        Ok(())
    }

    /// Leaves out the numbers of a term that are not in a range, and what follows for its arguments.
    fn restrict(&mut self, terms: &Terms, term: TermId, to: Range, more: &mut Vec<Demand>) -> Result<(), Impossible> {
        let Some(before) = self.range(terms, term) else { return Ok(()) };
        let after = before.meet(&to).ok_or(Impossible)?;
        if after == before {
            return Ok(());
        }
        self.known.insert(term, after);
        self.computed.insert(term, after);
        match (terms.op(term), terms.args(term)) {
            (Op::BvAdd, [a, b]) => {
                if let (Some(of_a), Some(of_b)) = (self.range(terms, *a), self.range(terms, *b)) {
                    more.push(Demand::Within(*a, after.minus(&of_b)));
                    more.push(Demand::Within(*b, after.minus(&of_a)));
                }
            }
            (Op::BvSub, [a, b]) => {
                if let (Some(of_a), Some(of_b)) = (self.range(terms, *a), self.range(terms, *b)) {
                    more.push(Demand::Within(*a, after.plus(&of_b)));
                    more.push(Demand::Within(*b, of_a.minus(&after)));
                }
            }
            (Op::ZeroExtend(_), [a]) => {
                let width = fitting_width(terms.sort(*a)).unwrap_or(64);
                more.extend(Range::between(width, after.unsigned.0, after.unsigned.1).map(|r| Demand::Within(*a, r)));
            }
            (Op::SignExtend(_), [a]) => {
                let width = fitting_width(terms.sort(*a)).unwrap_or(64);
                more.extend(
                    Range::signed_between(width, after.signed.0, after.signed.1).map(|r| Demand::Within(*a, r)),
                );
            }
            (Op::Not | Op::And | Op::Eq | Op::BvUlt | Op::BvSlt, _) => {
                more.extend(after.single().map(|truth| Demand::Truth(term, truth == 1)));
            }
            _ => {}
        }
        Ok(())
    }

    fn compute(&self, terms: &Terms, term: TermId) -> Range {
        let Some(width) = fitting_width(terms.sort(term)) else { return Range::all(64) };
        let all = Range::all(width);
        match terms.op(term) {
            Op::True => return Range::truth(true),
            Op::False => return Range::truth(false),
            Op::BitVecConst(_) => {
                let number = terms.as_bitvec(term).and_then(|value| value.to_u64());
                return number.map_or(all, |number| Range::one(width, number));
            }
            _ => {}
        }
        let args: Option<Vec<Range>> = terms.args(term).iter().map(|a| self.computed.get(a).copied()).collect();
        let Some(args) = args else { return all };
        match (terms.op(term), args.as_slice()) {
            (Op::And, args) => conjunction(args),
            (Op::Eq, [a, b]) if terms.sort(terms.arg(term, 0)) != Sort::Bool || a.width == b.width => equality(a, b),
            (Op::Ite, [c, a, b]) => match c.single() {
                Some(1) => *a,
                Some(_) => *b,
                None => a.join(b),
            },
            (op, args) => operate(op, width, args).unwrap_or(all),
        }
    }
}

fn conjunction(args: &[Range]) -> Range {
    if args.iter().any(|a| a.single() == Some(0)) {
        return Range::truth(false);
    }
    if args.iter().all(|a| a.single() == Some(1)) { Range::truth(true) } else { Range::all(1) }
}

fn equality(a: &Range, b: &Range) -> Range {
    match (a.meet(b), a.single(), b.single()) {
        (None, ..) => Range::truth(false),
        (_, Some(x), Some(y)) => Range::truth(x == y),
        _ => Range::all(1),
    }
}

/// A range without a number, as far as that is at one of its ends.
fn without(range: Range, number: u64) -> Option<Range> {
    let width = range.width;
    if range.single() == Some(number) {
        return None;
    }
    let mut result = range;
    let one = Range::one(width, number);
    if range.unsigned.0 == number {
        result = result.meet(&Range::between(width, number + 1, mask(width))?)?;
    } else if range.unsigned.1 == number {
        result = result.meet(&Range::between(width, 0, number - 1)?)?;
    }
    if range.signed.0 == one.signed.0 {
        result = result.meet(&Range::signed_between(width, one.signed.0.checked_add(1)?, signed_max(width))?)?;
    } else if range.signed.1 == one.signed.0 {
        result = result.meet(&Range::signed_between(width, signed_min(width), one.signed.0.checked_sub(1)?)?)?;
    }
    Some(result)
}

/// What an operator on bit-vectors makes of ranges, where something is known about that.
fn operate(op: Op, width: u32, args: &[Range]) -> Option<Range> {
    let [a] = args else {
        let [a, b] = args else { return None };
        return operate_on_two(op, width, a, b);
    };
    match op {
        Op::Not => a.single().map(|truth| Range::truth(truth == 0)),
        Op::BvNeg => Some(a.negated()),
        Op::BvNot => Some(Range::one(width, mask(width)).minus(a)),
        Op::ZeroExtend(_) => {
            let wide = Range::between(width, a.unsigned.0, a.unsigned.1)?;
            Some(with_low_bits(wide, a, 0))
        }
        Op::SignExtend(_) => {
            let wide = Range::signed_between(width, a.signed.0, a.signed.1)?;
            Some(with_low_bits(wide, a, 0))
        }
        Op::Extract { low, .. } => {
            let (least, greatest) = (a.unsigned.0.checked_shr(low)?, a.unsigned.1.checked_shr(low)?);
            let mut part = match greatest <= mask(width) {
                true => Range::between(width, least, greatest)?,
                false => Range::all(width),
            };
            if low == 0 && a.signed.0 >= signed_min(width) && a.signed.1 <= signed_max(width) {
                part = part.meet(&Range::signed_between(width, a.signed.0, a.signed.1)?)?;
            }
            Some(with_low_bits(part, a, low))
        }
        _ => None,
    }
}

/// A range that has the low bits of another, from a position on, as far as they are known.
fn with_low_bits(range: Range, of: &Range, from: u32) -> Range {
    let known = of.known.saturating_sub(from).min(range.width);
    let bits =
        Range { known, low: if known == 0 { 0 } else { (of.low >> from) & mask(known) }, ..Range::all(range.width) };
    range.meet(&bits).unwrap_or(range)
}

fn operate_on_two(op: Op, width: u32, a: &Range, b: &Range) -> Option<Range> {
    let constant = b.single();
    match op {
        Op::BvAdd => Some(a.plus(b)),
        Op::BvSub => Some(a.minus(b)),
        Op::BvMul => Some(a.times(b)),
        Op::BvUlt if a.unsigned.1 < b.unsigned.0 => Some(Range::truth(true)),
        Op::BvUlt if a.unsigned.0 >= b.unsigned.1 => Some(Range::truth(false)),
        Op::BvSlt if a.signed.1 < b.signed.0 => Some(Range::truth(true)),
        Op::BvSlt if a.signed.0 >= b.signed.1 => Some(Range::truth(false)),
        Op::BvAnd => Range::between(width, 0, a.unsigned.1.min(b.unsigned.1)),
        Op::BvOr => {
            let most = a.unsigned.1 | b.unsigned.1;
            let full = u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
            Range::between(width, a.unsigned.0.max(b.unsigned.0), full & mask(width))
        }
        Op::BvShl => {
            let by = constant.filter(|by| *by < u64::from(width))?;
            Some(a.times(&Range::one(width, 1 << by)))
        }
        Op::BvLshr => {
            let by = constant.filter(|by| *by < u64::from(width))?;
            Range::between(width, a.unsigned.0 >> by, a.unsigned.1 >> by)
        }
        Op::BvAshr => {
            let by = constant.filter(|by| *by < u64::from(width))?;
            Range::signed_between(width, a.signed.0 >> by, a.signed.1 >> by)
        }
        Op::BvUdiv => {
            let by = constant.filter(|by| *by > 0)?;
            Range::between(width, a.unsigned.0 / by, a.unsigned.1 / by)
        }
        Op::BvUrem => {
            let by = constant.filter(|by| *by > 0)?;
            if a.unsigned.1 < by { Some(*a) } else { Range::between(width, 0, by - 1) }
        }
        Op::BvSdiv => {
            let by = constant.map(|_| b.signed.0).filter(|by| *by > 0)?;
            Range::signed_between(width, a.signed.0 / by, a.signed.1 / by)
        }
        Op::BvSrem => {
            let by = constant.map(|_| b.signed.0).filter(|by| *by > 0)?;
            let least = if a.signed.0 >= 0 { 0 } else { a.signed.0.max(1 - by) };
            let greatest = if a.signed.1 <= 0 { 0 } else { a.signed.1.min(by - 1) };
            Range::signed_between(width, least, greatest)
        }
        _ => None,
    }
}
