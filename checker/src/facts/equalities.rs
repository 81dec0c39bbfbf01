//! Constants, equal variables, linear equations and small sets of values.

use super::affine::{Equation, Equations};
use super::frame::Frame;
use super::induction::Domain;
use super::simulate::Row;
use crate::words::{mask, signed};
use euclase_logic::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How many variables of one width linear equations are looked for between.
const COLUMNS: usize = 14;

/// How many values a set may have.
const SET: usize = 8;

/// Equations that all states of a location satisfy.
pub struct Equalities<'f> {
    frame: &'f Frame,
}

impl<'f> Equalities<'f> {
    /// The domain over the variables of a frame.
    pub fn new(frame: &'f Frame) -> Self {
        Equalities { frame }
    }
}

impl Domain for Equalities<'_> {
    fn claims(&mut self, terms: &mut Terms, location: usize, rows: &[Row]) -> Vec<TermId> {
        let frame = self.frame;
        let (mut claims, mut open) = (Vec::new(), Vec::new());
        // Columns by width and values, truth values up to negation.
        let mut classes: FxHashMap<(u32, bool, Vec<u64>), usize> = FxHashMap::default();
        for column in frame.live[location].iter().copied() {
            let first = rows[0][column];
            if rows.iter().all(|row| row[column] == first) {
                let value = frame.constant(terms, column, first);
                claims.push(terms.eq(frame.variables[column], value));
                continue;
            }
            let is_bool = frame.is_bool(terms, column);
            let flip = if is_bool { first } else { 0 };
            let signature: Vec<u64> = rows.iter().map(|row| row[column] ^ flip).collect();
            match classes.entry((frame.widths[column], is_bool, signature)) {
                std::collections::hash_map::Entry::Occupied(entry) => {
                    let like = *entry.get();
                    let (same, variable) = (rows[0][like] == first, frame.variables[column]);
                    let other = frame.variables[like];
                    claims.push(if same { terms.eq(variable, other) } else { terms.xor(variable, other) });
                }
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(column);
                    open.extend((!is_bool).then_some(column));
                }
            }
        }
        for column in &open {
            claims.extend(value_set(terms, frame, *column, rows));
        }
        let widths: BTreeSet<u32> = open.iter().map(|c| frame.widths[*c]).collect();
        for width in widths.into_iter().filter(|width| *width > 1) {
            let columns = open.iter().copied().filter(|c| frame.widths[*c] == width).take(COLUMNS);
            let columns: Vec<usize> = columns.collect();
            let mut equations = Equations::new(width, columns.len());
            for row in rows {
                equations.add(&columns.iter().map(|c| row[*c]).collect::<Vec<u64>>());
            }
            let variables: Vec<TermId> = columns.iter().map(|c| frame.variables[*c]).collect();
            claims.extend(equations.simple().iter().map(|equation| written(terms, &variables, width, equation)));
        }
        claims
    }
}

/// That a variable has one of the few values seen, all of which are constants of the system.
fn value_set(terms: &mut Terms, frame: &Frame, column: usize, rows: &[Row]) -> Option<TermId> {
    let constants = frame.pool.constants(frame.widths[column]);
    let mut values = BTreeSet::new();
    for row in rows {
        values.insert(row[column]);
        if values.len() > SET || constants.binary_search(&row[column]).is_err() {
            return None;
        }
    }
    let mut cases = Vec::new();
    for value in values {
        let value = frame.constant(terms, column, value);
        cases.push(terms.eq(frame.variables[column], value));
    }
    Some(terms.or(&cases))
}

/// An equation as a term: what is subtracted stands on the other side.
fn written(terms: &mut Terms, variables: &[TermId], width: u32, equation: &Equation) -> TermId {
    let bits = equation.bits;
    let number = |value: u64| signed(value & mask(bits), bits);
    let constant = number(equation.constant);
    let mut sides = [terms.bv(bits, constant.max(0) as u64), terms.bv(bits, constant.min(0).unsigned_abs())];
    for (variable, coefficient) in variables.iter().zip(&equation.coefficients) {
        let coefficient = number(*coefficient);
        if coefficient == 0 {
            continue;
        }
        let low = if bits < width { terms.extract(bits - 1, 0, *variable) } else { *variable };
        let factor = terms.bv(bits, coefficient.unsigned_abs());
        let product = terms.bv_mul(factor, low);
        let side = &mut sides[usize::from(coefficient < 0)];
        *side = terms.bv_add(*side, product);
    }
    terms.eq(sides[0], sides[1])
}
