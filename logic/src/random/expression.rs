//! Random terms over given variables, of the kinds that programs are made of.

use super::choices::Choices;
use crate::bitvec::BitVecValue;
use crate::sort::Sort;
use crate::term::{Op, TermId, Terms};

/// Builds terms over `variables`, of which there is at least one.
pub(super) struct Expressions<'a> {
    pub terms: &'a mut Terms,
    pub choices: &'a mut Choices,
    pub variables: &'a [TermId],
}

impl Expressions<'_> {
    fn variable(&mut self, sort: Sort) -> Option<TermId> {
        let fitting: Vec<TermId> = self.variables.iter().copied().filter(|v| self.terms.sort(*v) == sort).collect();
        if fitting.is_empty() { None } else { Some(self.choices.pick(&fitting)) }
    }

    /// A constant: any for narrow sorts, near the ends for wide ones.
    fn constant(&mut self, sort: Sort) -> TermId {
        match sort {
            Sort::BitVec(width) => {
                let number = self.choices.below(1 << width.min(4));
                let value = BitVecValue::new(width, number);
                let value = if width > 4 && self.choices.percent(30) { value.not() } else { value };
                self.terms.bitvec(value)
            }
            _ => self.small_constant(sort),
        }
    }

    /// A constant that a program would start from: mostly zero.
    pub fn small_constant(&mut self, sort: Sort) -> TermId {
        match sort {
            Sort::BitVec(width) => {
                let number = self.choices.pick(&[0, 0, 0, 1, 2]);
                self.terms.bv(width, number)
            }
            Sort::Array(array) => {
                let element = self.terms.array_parts(array).1;
                let element = self.small_constant(element);
                self.terms.const_array(sort, element)
            }
            _ => self.terms.bool(self.choices.percent(30)),
        }
    }

    /// A variable of the sort, or a constant.
    fn operand(&mut self, sort: Sort) -> TermId {
        match self.variable(sort) {
            Some(variable) if self.choices.percent(70) => variable,
            _ => self.constant(sort),
        }
    }

    /// A term of the sort, at most `depth` operators deep or a few more.
    fn term(&mut self, sort: Sort, depth: u32) -> TermId {
        if depth == 0 {
            return self.operand(sort);
        }
        match sort {
            Sort::BitVec(width) => self.vector(width, depth - 1),
            Sort::Array(_) => self.array(sort, depth - 1),
            _ => self.condition(depth - 1),
        }
    }

    fn vector(&mut self, width: u32, depth: u32) -> TermId {
        let sort = Sort::BitVec(width);
        let one = self.terms.bv(width, 1);
        match self.choices.below(12) {
            0 | 1 => {
                let a = self.term(sort, depth);
                self.terms.bv_add(a, one)
            }
            2 => {
                let a = self.term(sort, depth);
                self.terms.bv_sub(a, one)
            }
            3..=5 => {
                const OPERATORS: [Op; 9] =
                    [Op::BvAdd, Op::BvAdd, Op::BvSub, Op::BvAnd, Op::BvOr, Op::BvXor, Op::BvMul, Op::BvShl, Op::BvUrem];
                let op = self.choices.pick(&OPERATORS);
                let (a, b) = (self.term(sort, depth), self.term(sort, depth));
                self.terms.make(op, &[a, b])
            }
            6..=8 => {
                let condition = self.condition(depth);
                let (a, b) = (self.term(sort, depth), self.term(sort, depth));
                self.terms.ite(condition, a, b)
            }
            9 => self.resized(width),
            10 => self.read(sort, depth),
            _ => self.operand(sort),
        }
    }

    /// A variable of another width, extended or cut to this one.
    fn resized(&mut self, width: u32) -> TermId {
        let vectors: Vec<TermId> = self.variables.iter().copied().filter(|v| self.terms.width(*v) > 0).collect();
        if vectors.is_empty() {
            return self.operand(Sort::BitVec(width));
        }
        let variable = self.choices.pick(&vectors);
        let own = self.terms.width(variable);
        if own > width {
            let low = self.choices.below(u64::from(own - width) + 1) as u32;
            self.terms.extract(low + width - 1, low, variable)
        } else if self.choices.percent(70) {
            self.terms.zero_extend(width - own, variable)
        } else {
            self.terms.sign_extend(width - own, variable)
        }
    }

    /// An element of an array variable, if there is one with such elements.
    fn read(&mut self, element: Sort, depth: u32) -> TermId {
        let is_fitting = |sort| matches!(sort, Sort::Array(a) if self.terms.array_parts(a).1 == element);
        let arrays: Vec<TermId> = self.variables.iter().copied().filter(|v| is_fitting(self.terms.sort(*v))).collect();
        if arrays.is_empty() {
            return self.operand(element);
        }
        let array = self.choices.pick(&arrays);
        let Sort::Array(parts) = self.terms.sort(array) else { return self.operand(element) };
        let index = self.terms.array_parts(parts).0;
        let index = self.term(index, depth.min(1));
        self.terms.select(array, index)
    }

    fn array(&mut self, sort: Sort, depth: u32) -> TermId {
        let Sort::Array(parts) = sort else { return self.operand(sort) };
        let (index, element) = self.terms.array_parts(parts);
        let array = self.operand(sort);
        match self.choices.below(4) {
            0 => array,
            1 => {
                let condition = self.condition(depth);
                let stored = self.array(sort, 0);
                self.terms.ite(condition, stored, array)
            }
            _ => {
                let (index, element) = (self.term(index, depth.min(1)), self.term(element, depth));
                self.terms.store(array, index, element)
            }
        }
    }

    /// A formula.
    pub fn condition(&mut self, depth: u32) -> TermId {
        if depth == 0 || self.choices.percent(50) {
            return self.atom();
        }
        let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
        match self.choices.below(5) {
            0 | 1 => self.terms.and(&[a, b]),
            2 | 3 => self.terms.or(&[a, b]),
            _ => self.terms.xor(a, b),
        }
    }

    fn atom(&mut self) -> TermId {
        let variable = self.choices.pick(self.variables);
        self.atom_on(variable)
    }

    /// A comparison of a variable with a constant or with another variable.
    pub fn atom_on(&mut self, variable: TermId) -> TermId {
        let sort = self.terms.sort(variable);
        match sort {
            Sort::Bool if self.choices.percent(50) => variable,
            Sort::Bool => self.terms.not(variable),
            Sort::Array(parts) => {
                let (index, element) = self.terms.array_parts(parts);
                let (index, expected) = (self.operand(index), self.operand(element));
                let read = self.terms.select(variable, index);
                self.terms.eq(read, expected)
            }
            _ => {
                let other = if self.choices.percent(60) { self.constant(sort) } else { self.operand(sort) };
                let (a, b) = if self.choices.percent(60) { (variable, other) } else { (other, variable) };
                match self.choices.below(6) {
                    0 | 1 => self.terms.eq(a, b),
                    2 => self.terms.neq(a, b),
                    3 => self.terms.bv_ult(a, b),
                    4 => self.terms.bv_ule(a, b),
                    _ => self.terms.bv_slt(a, b),
                }
            }
        }
    }

    /// What a program would assert: that a value is never reached, a bound kept, two equal.
    pub fn claim(&mut self) -> TermId {
        let variable = self.choices.pick(self.variables);
        let sort = self.terms.sort(variable);
        if !matches!(sort, Sort::BitVec(_)) {
            return self.atom_on(variable);
        }
        let other = match self.variable(sort) {
            Some(other) if self.choices.percent(35) => other,
            _ => self.constant(sort),
        };
        match self.choices.below(6) {
            0..=2 => self.terms.neq(variable, other),
            3 | 4 => self.terms.bv_ule(variable, other),
            _ => self.terms.eq(variable, other),
        }
    }

    /// The next value of a variable.
    pub fn update(&mut self, variable: TermId, depth: u32) -> TermId {
        let sort = self.terms.sort(variable);
        match self.choices.below(10) {
            0..=2 if sort.width().is_some() => self.counter(variable),
            3 => self.operand(sort),
            4 => variable,
            5 | 6 => {
                let (condition, changed) = (self.condition(1), self.term(sort, depth));
                self.terms.ite(condition, changed, variable)
            }
            _ => self.term(sort, depth),
        }
    }

    /// Counts up or down to a bound, and there stays or starts again; sometimes only when allowed.
    fn counter(&mut self, variable: TermId) -> TermId {
        let sort = self.terms.sort(variable);
        let step = self.choices.pick(&[1, 1, 1, 2]);
        let step = self.terms.bv(self.terms.width(variable), step);
        let (bound, start) = (self.operand(sort), self.small_constant(sort));
        let up = self.choices.percent(75);
        let (counted, goes_on) = if up {
            (self.terms.bv_add(variable, step), self.terms.bv_ult(variable, bound))
        } else {
            (self.terms.bv_sub(variable, step), self.terms.bv_ult(bound, variable))
        };
        let at_bound = if self.choices.percent(60) { variable } else { start };
        let next = self.terms.ite(goes_on, counted, at_bound);
        if self.choices.percent(40) {
            let allowed = self.condition(0);
            return self.terms.ite(allowed, next, variable);
        }
        next
    }

    /// What a next value without a function has to do with the current state, if anything.
    pub fn relation(&mut self, current: TermId, next: TermId) -> Option<TermId> {
        let sort = self.terms.sort(current);
        let other = self.term(sort, 1);
        let (stays, is_other) = (self.terms.eq(next, current), self.terms.eq(next, other));
        match self.choices.below(6) {
            0 => None,
            1 | 2 => Some(self.terms.or(&[stays, is_other])),
            3 => {
                let condition = self.condition(0);
                let not_other = self.terms.not(is_other);
                Some(self.terms.ite(condition, stays, not_other))
            }
            _ if sort.width().is_some() => {
                let below = self.terms.bv_ule(next, other);
                Some(self.terms.or(&[stays, below]))
            }
            _ => {
                let condition = self.condition(0);
                Some(self.terms.implies(condition, stays))
            }
        }
    }
}
