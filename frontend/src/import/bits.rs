//! Counting, shifting and reversing bits, at any width, in a number of commands that grows with the
//! logarithm of the width.

use super::function::FunctionImporter;
use euclase_program::{BinaryOp, BitVecValue, CastOp, Type, ValueId};

impl FunctionImporter<'_, '_> {
    /// A value filled with zeros to a power of two, as many bits as a unit at least.
    fn padded(&mut self, a: ValueId, unit: u32) -> ValueId {
        let width = self.width(a).next_power_of_two().max(unit);
        self.cast_to(CastOp::Zext, a, Type::Int(width))
    }

    /// The blocks of bits at even places: as many ones as a block has bits, as many zeros, and so on.
    fn even_blocks(&mut self, width: u32, block: u32) -> ValueId {
        // Doubling a pattern until it is as wide as needed keeps this cheap at large widths.
        let mut pattern = BitVecValue::zero(block).concat(&BitVecValue::ones(block));
        while pattern.width() < width {
            pattern = pattern.concat(&pattern);
        }
        self.bits(pattern)
    }

    fn shifted_by(&mut self, op: BinaryOp, a: ValueId, by: u32) -> ValueId {
        let by = self.bits(BitVecValue::new(self.width(a), u64::from(by)));
        self.binary(op, a, by)
    }

    /// How many bits are one: the sums of neighbouring blocks, of growing size.
    pub fn population(&mut self, a: ValueId) -> ValueId {
        let ty = self.function.type_of(a);
        let mut sums = self.padded(a, 1);
        let width = self.width(sums);
        let mut block = 1;
        while block < width {
            let mask = self.even_blocks(width, block);
            let low = self.binary(BinaryOp::And, sums, mask);
            let high = self.shifted_by(BinaryOp::Lshr, sums, block);
            let high = self.binary(BinaryOp::And, high, mask);
            sums = self.binary(BinaryOp::Add, low, high);
            block *= 2;
        }
        self.cast_to(CastOp::Trunc, sums, ty)
    }

    /// How many zeros there are before the highest one; the width, if there is none.
    pub fn leading_zeros(&mut self, a: ValueId) -> ValueId {
        let width = self.width(a);
        let mut below = a;
        let mut by = 1;
        while by < width {
            let shifted = self.shifted_by(BinaryOp::Lshr, below, by);
            below = self.binary(BinaryOp::Or, below, shifted);
            by *= 2;
        }
        let above = self.not(below);
        self.population(above)
    }

    /// How many zeros there are below the lowest one; the width, if there is none.
    pub fn trailing_zeros(&mut self, a: ValueId) -> ValueId {
        let one = self.bits(BitVecValue::one(self.width(a)));
        let less = self.binary(BinaryOp::Sub, a, one);
        let not = self.not(a);
        let below = self.binary(BinaryOp::And, not, less);
        self.population(below)
    }

    /// The blocks of a size in the opposite order.
    pub fn reversed(&mut self, a: ValueId, unit: u32) -> ValueId {
        let (ty, width) = (self.function.type_of(a), self.width(a));
        let mut result = self.padded(a, unit);
        let wide = self.width(result);
        let mut block = unit;
        while block < wide {
            let mask = self.even_blocks(wide, block);
            let low = self.binary(BinaryOp::And, result, mask);
            let low = self.shifted_by(BinaryOp::Shl, low, block);
            let high = self.shifted_by(BinaryOp::Lshr, result, block);
            let high = self.binary(BinaryOp::And, high, mask);
            result = self.binary(BinaryOp::Or, low, high);
            block *= 2;
        }
        if wide > width {
            result = self.shifted_by(BinaryOp::Lshr, result, wide - width);
        }
        self.cast_to(CastOp::Trunc, result, ty)
    }

    /// Two values side by side, shifted by the third modulo the width; the high half of a shift to
    /// the left, the low half of one to the right.
    pub fn funnel(&mut self, left: bool, high: ValueId, low: ValueId, by: ValueId) -> ValueId {
        let (ty, width) = (self.function.type_of(high), self.width(high));
        let wide = Type::Int(2 * width);
        let modulus = self.bits(BitVecValue::new(width, u64::from(width)));
        let by = self.binary(BinaryOp::Urem, by, modulus);
        let (high, low) = (self.cast_to(CastOp::Zext, high, wide), self.cast_to(CastOp::Zext, low, wide));
        let high = self.shifted_by(BinaryOp::Shl, high, width);
        let both = self.binary(BinaryOp::Or, high, low);
        let by = self.cast_to(CastOp::Zext, by, wide);
        let shifted = self.binary(if left { BinaryOp::Shl } else { BinaryOp::Lshr }, both, by);
        let half = if left { self.shifted_by(BinaryOp::Lshr, shifted, width) } else { shifted };
        self.cast_to(CastOp::Trunc, half, ty)
    }
}
