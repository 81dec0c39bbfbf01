//! Bounds of single variables, signed and unsigned.
//!
//! Executions seldom come to the end of a loop, so a bound is not the extreme value seen but
//! the next number at which the system may change its ways: a constant of it, or one beside such. One
//! that keeps moving is given up.

use super::frame::Frame;
use super::induction::Domain;
use super::simulate::Row;
use crate::words::{mask, signed};
use euclase_logic::{TermId, Terms};
use rustc_hash::FxHashMap;

/// How often a bound may move.
const PATIENCE: u32 = 8;

/// Bounds that all states of a location keep.
pub struct Bounds<'f> {
    frame: &'f Frame,
    /// The columns to bound at each location.
    columns: Vec<Vec<usize>>,
    /// Numbers that bounds may be, by width: signed and unsigned.
    thresholds: FxHashMap<u32, (Vec<i64>, Vec<u64>)>,
    /// The bounds so far of location and column, and how often they moved.
    found: FxHashMap<(usize, usize, Side), Bound>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    SignedLeast,
    SignedGreatest,
    UnsignedLeast,
    UnsignedGreatest,
}

#[derive(Clone, Copy, Default)]
struct Bound {
    value: Option<u64>,
    moved: u32,
    /// Rows that were looked at.
    seen: usize,
}

impl<'f> Bounds<'f> {
    /// The domain of bounds of the columns listed for each location.
    pub fn new(frame: &'f Frame, columns: Vec<Vec<usize>>) -> Self {
        let mut thresholds = FxHashMap::default();
        for width in &frame.widths {
            thresholds.entry(*width).or_insert_with(|| {
                let numbers = frame.thresholds(*width);
                let mut unsigned: Vec<u64> = numbers.iter().map(|n| *n as u64 & mask(*width)).collect();
                unsigned.sort_unstable();
                (numbers, unsigned)
            });
        }
        Bounds { frame, columns, thresholds, found: FxHashMap::default() }
    }

    /// The bound after all rows, or nothing if there is none worth having.
    fn bound(&mut self, location: usize, column: usize, side: Side, rows: &[Row]) -> Option<u64> {
        let width = self.frame.widths[column];
        let bound = self.found.entry((location, column, side)).or_default();
        let is_first = bound.seen == 0;
        let keeps = |value: u64| match (side, bound.value) {
            (_, None) => false,
            (Side::SignedLeast, Some(least)) => signed(value, width) >= signed(least, width),
            (Side::SignedGreatest, Some(greatest)) => signed(value, width) <= signed(greatest, width),
            (Side::UnsignedLeast, Some(least)) => value >= least,
            (Side::UnsignedGreatest, Some(greatest)) => value <= greatest,
        };
        let new = &rows[bound.seen..];
        let broken = is_first || bound.value.is_some() && new.iter().any(|row| !keeps(row[column]));
        bound.seen = rows.len();
        if broken {
            bound.moved += 1;
            let values = rows.iter().map(|row| row[column]);
            let numbers = values.clone().map(|value| signed(value, width));
            let (around, around_unsigned) = &self.thresholds[&width];
            let moved = match side {
                Side::SignedLeast => numbers.min().and_then(|n| at_most(around, n)).map(|n| n as u64 & mask(width)),
                Side::SignedGreatest => numbers.max().and_then(|n| at_least(around, n)).map(|n| n as u64 & mask(width)),
                Side::UnsignedLeast => values.min().and_then(|n| at_most(around_unsigned, n)),
                Side::UnsignedGreatest => values.max().and_then(|n| at_least(around_unsigned, n)),
            };
            bound.value = moved.filter(|_| bound.moved <= PATIENCE);
        }
        bound.value
    }
}

/// The greatest number of a sorted list that is not above a limit.
fn at_most<T: Ord + Copy>(numbers: &[T], limit: T) -> Option<T> {
    numbers[..numbers.partition_point(|n| *n <= limit)].last().copied()
}

/// The least number of a sorted list that is not below a limit.
fn at_least<T: Ord + Copy>(numbers: &[T], limit: T) -> Option<T> {
    numbers[numbers.partition_point(|n| *n < limit)..].first().copied()
}

impl Domain for Bounds<'_> {
    fn claims(&mut self, terms: &mut Terms, location: usize, rows: &[Row]) -> Vec<TermId> {
        let mut claims = Vec::new();
        for column in self.columns[location].clone() {
            let (variable, width) = (self.frame.variables[column], self.frame.widths[column]);
            if width < 2 {
                continue;
            }
            let signed_least = self.bound(location, column, Side::SignedLeast, rows);
            let signed_greatest = self.bound(location, column, Side::SignedGreatest, rows);
            let unsigned_least = self.bound(location, column, Side::UnsignedLeast, rows);
            let unsigned_greatest = self.bound(location, column, Side::UnsignedGreatest, rows);
            if let Some(least) = signed_least {
                let least = terms.bv(width, least);
                claims.push(terms.bv_sle(least, variable));
            }
            if let Some(greatest) = signed_greatest {
                let greatest = terms.bv(width, greatest);
                claims.push(terms.bv_sle(variable, greatest));
            }
            // Between two numbers that are not negative, the orders are the same.
            let same = signed_least.is_some_and(|least| signed(least, width) >= 0);
            if let Some(least) = unsigned_least.filter(|_| !same) {
                let least = terms.bv(width, least);
                claims.push(terms.bv_ule(least, variable));
            }
            if let Some(greatest) = unsigned_greatest.filter(|_| !same || signed_greatest.is_none()) {
                let greatest = terms.bv(width, greatest);
                claims.push(terms.bv_ule(variable, greatest));
            }
        }
        claims.retain(|claim| terms.as_bool(*claim).is_none());
        claims
    }
}
