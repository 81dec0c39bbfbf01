//! Values: numbers that are words where they are constants and terms elsewhere, and the objects that they are pointers to.
//!
//! A pointer is kept beside the number that it is, by the rules of the interpreter (`program/src/interpret/pointers.rs`). Where
//! paths met, a value may be one of several pointers: a set with a guard for each, exactly one of which holds.

use euclase_encoder::operators;
use euclase_logic::{BitVecValue, Op, TermId, Terms, Value as Literal};
use std::rc::Rc;

/// The bits of a value whose type says how many there are. Constants of at most 64 bits are always words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bits {
    Word(u64),
    Term(TermId),
}

impl Bits {
    pub fn word(self) -> Option<u64> {
        match self {
            Bits::Word(word) => Some(word),
            Bits::Term(_) => None,
        }
    }
}

/// A place relative to the start of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The object, by its number in the run.
    pub object: u32,
    /// Which of the lives of the object.
    pub life: u32,
    /// How far behind its start, 64 bits with a sign.
    pub offset: Bits,
    /// When the offset is beyond what 64 bits can count, which no object is.
    pub far: Option<TermId>,
}

/// What a number leads to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Target {
    /// Whatever is there.
    Number,
    /// It is a pointer that nothing has set.
    Unset,
    /// It is a pointer to an object.
    Object(Place),
    /// It is one of several, none of which is of this kind.
    Choice(Rc<[Choice]>),
}

/// A pointer that a value may be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Choice {
    pub guard: TermId,
    pub bits: Bits,
    pub target: Target,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Value {
    pub bits: Bits,
    pub target: Target,
}

impl Value {
    pub fn number(bits: Bits) -> Value {
        Value { bits, target: Target::Number }
    }

    pub fn word(word: u64) -> Value {
        Value::number(Bits::Word(word))
    }

    /// The pointers that it may be, with their guards.
    pub fn choices(&self, terms: &Terms) -> Vec<Choice> {
        match &self.target {
            Target::Choice(choices) => choices.to_vec(),
            target => vec![Choice { guard: terms.tt(), bits: self.bits, target: target.clone() }],
        }
    }

    /// The same pointers, each changed in the same way.
    pub fn map_targets(
        &self,
        terms: &mut Terms,
        bits: Bits,
        mut change: impl FnMut(&mut Terms, &Target, Bits) -> (Target, Bits),
    ) -> Value {
        let target = match &self.target {
            Target::Choice(choices) => {
                let changed = choices.iter().map(|choice| {
                    let (target, bits) = change(terms, &choice.target, choice.bits);
                    Choice { guard: choice.guard, bits, target }
                });
                Target::Choice(changed.collect())
            }
            target => change(terms, target, bits).0,
        };
        Value { bits, target }
    }
}

pub(crate) fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Bits as a term: a Boolean for one bit, else a bit-vector.
pub(crate) fn term(terms: &mut Terms, bits: Bits, width: u32) -> TermId {
    match bits {
        Bits::Term(term) => term,
        Bits::Word(word) if width == 1 => terms.bool(word & 1 == 1),
        Bits::Word(word) => terms.bv(width, word),
    }
}

/// A term as bits.
pub(crate) fn bits(terms: &Terms, term: TermId) -> Bits {
    match terms.op(term) {
        Op::True => Bits::Word(1),
        Op::False => Bits::Word(0),
        Op::BitVecConst(_) => match terms.as_bitvec(term).filter(|value| value.width() <= 64) {
            Some(value) => Bits::Word(value.to_u64().unwrap_or(0)),
            None => Bits::Term(term),
        },
        _ => Bits::Term(term),
    }
}

/// A constant as bits.
pub(crate) fn constant(terms: &mut Terms, value: &BitVecValue) -> Bits {
    if value.width() <= 64 {
        return Bits::Word(value.to_u64().unwrap_or(0));
    }
    Bits::Term(terms.bitvec(value.clone()))
}

/// Bits as a constant, if they are one.
pub(crate) fn literal(terms: &Terms, bits: Bits, width: u32) -> Option<BitVecValue> {
    match bits {
        Bits::Word(word) => Some(BitVecValue::new(width, word)),
        Bits::Term(term) => match terms.literal_value(term) {
            Some(Literal::BitVec(value)) => Some(value),
            _ => None,
        },
    }
}

/// Bits cut off or extended.
pub(crate) fn resize(terms: &mut Terms, from: Bits, from_width: u32, width: u32, signed: bool) -> Bits {
    match from {
        Bits::Word(word) if width <= 64 && from_width <= 64 => {
            let word = if signed && from_width < 64 && word >> (from_width - 1) & 1 == 1 {
                word | !mask(from_width)
            } else {
                word
            };
            Bits::Word(word & mask(width))
        }
        _ => {
            let from = term(terms, from, from_width);
            let resized = operators::resize(terms, from, width, signed);
            bits(terms, resized)
        }
    }
}

/// One of two numbers.
pub(crate) fn choose(terms: &mut Terms, condition: TermId, a: Bits, b: Bits, width: u32) -> Bits {
    if a == b {
        return a;
    }
    let (a, b) = (term(terms, a, width), term(terms, b, width));
    let chosen = terms.ite(condition, a, b);
    bits(terms, chosen)
}

/// The sum of numbers of 64 bits.
pub(crate) fn add(terms: &mut Terms, a: Bits, b: Bits) -> Bits {
    match (a, b) {
        (Bits::Word(a), Bits::Word(b)) => Bits::Word(a.wrapping_add(b)),
        (a, Bits::Word(0)) => a,
        (Bits::Word(0), b) => b,
        _ => {
            let (a, b) = (term(terms, a, 64), term(terms, b, 64));
            let sum = terms.bv_add(a, b);
            bits(terms, sum)
        }
    }
}

/// Whether one number of 64 bits is at most another, without sign.
pub(crate) fn at_most(terms: &mut Terms, a: Bits, b: Bits) -> TermId {
    match (a, b) {
        (Bits::Word(a), Bits::Word(b)) => terms.bool(a <= b),
        _ => {
            let (a, b) = (term(terms, a, 64), term(terms, b, 64));
            terms.bv_ule(a, b)
        }
    }
}

/// Whether numbers of a width are the same.
pub(crate) fn same(terms: &mut Terms, a: Bits, b: Bits, width: u32) -> TermId {
    match (a, b) {
        (Bits::Word(a), Bits::Word(b)) => terms.bool(a == b),
        _ => {
            let (a, b) = (term(terms, a, width), term(terms, b, width));
            terms.eq(a, b)
        }
    }
}

/// One of two values of a width.
pub(crate) fn merge(terms: &mut Terms, condition: TermId, a: &Value, b: &Value, width: u32) -> Value {
    match terms.as_bool(condition) {
        Some(true) => return a.clone(),
        Some(false) => return b.clone(),
        None => {}
    }
    if a == b {
        return a.clone();
    }
    let bits = choose(terms, condition, a.bits, b.bits, width);
    if a.target == b.target && !matches!(a.target, Target::Choice(_)) {
        return Value { bits, target: a.target.clone() };
    }
    let not = terms.not(condition);
    let mut merged: Vec<Choice> = Vec::new();
    for (side, value) in [(condition, a), (not, b)] {
        for choice in value.choices(terms) {
            let guard = terms.and(&[side, choice.guard]);
            add_choice(terms, &mut merged, Choice { guard, ..choice }, width);
        }
    }
    match &merged[..] {
        [only] => Value { bits, target: only.target.clone() },
        _ => Value { bits, target: Target::Choice(merged.into()) },
    }
}

/// Adds a pointer to a set; those to one object become one.
fn add_choice(terms: &mut Terms, choices: &mut Vec<Choice>, new: Choice, width: u32) {
    if terms.as_bool(new.guard) == Some(false) {
        return;
    }
    for old in choices.iter_mut() {
        let target = match (&old.target, &new.target) {
            (Target::Number, Target::Number) if old.bits == new.bits => Target::Number,
            (Target::Unset, Target::Unset) => Target::Unset,
            (Target::Object(a), Target::Object(b)) if (a.object, a.life) == (b.object, b.life) => {
                let offset = choose(terms, old.guard, a.offset, b.offset, 64);
                let far = match (a.far, b.far) {
                    (None, None) => None,
                    (a, b) => {
                        let (a, b) = (a.unwrap_or(terms.ff()), b.unwrap_or(terms.ff()));
                        Some(terms.ite(old.guard, a, b))
                    }
                };
                Target::Object(Place { offset, far, ..*a })
            }
            _ => continue,
        };
        let bits = choose(terms, old.guard, old.bits, new.bits, width);
        let guard = terms.or(&[old.guard, new.guard]);
        *old = Choice { guard, bits, target };
        return;
    }
    choices.push(new);
}

/// How many bits a number of 64 bits has at most besides its sign.
pub(crate) fn magnitude(terms: &Terms, bits: Bits) -> u32 {
    match bits {
        Bits::Word(word) => {
            let signed = word as i64;
            64 - (if signed < 0 { !signed } else { signed } as u64).leading_zeros()
        }
        Bits::Term(term) => {
            let width = terms.width(term);
            match terms.op(term) {
                Op::ZeroExtend(by) => width - by,
                Op::SignExtend(by) => width - by - 1,
                // A Boolean that became a number.
                Op::Ite => {
                    let side = |position: usize| match self::bits(terms, terms.arg(term, position)) {
                        word @ Bits::Word(_) => magnitude(terms, word),
                        Bits::Term(_) => width,
                    };
                    side(1).max(side(2))
                }
                _ => width,
            }
        }
    }
}

/// A pointer moved by an index times a scale. The index has a width of its own, and a sign.
pub(crate) fn moved(terms: &mut Terms, target: &Target, scale: i64, index: Bits, index_width: u32) -> Target {
    let Target::Object(place) = target else { return target.clone() };
    if index_width > 64 {
        return Target::Number;
    }
    if let (Bits::Word(offset), Bits::Word(_)) = (place.offset, index) {
        let Bits::Word(index) = resize(terms, index, index_width, 64, true) else { return Target::Number };
        let by = (index as i64).saturating_mul(scale);
        let offset = (offset as i64).saturating_add(by) as u64;
        return Target::Object(Place { offset: Bits::Word(offset), ..*place });
    }
    let index = resize(terms, index, index_width, 64, true);
    let mut far = place.far;
    let scale_bits = magnitude(terms, Bits::Word(scale as u64)).max(1);
    for (number, limit) in [(index, 61u32.saturating_sub(scale_bits)), (place.offset, 61)] {
        if magnitude(terms, number) > limit {
            let beyond = is_beyond(terms, number, limit);
            let before = far.unwrap_or(terms.ff());
            far = Some(terms.or(&[before, beyond]));
        }
    }
    let far = far.filter(|far| terms.as_bool(*far) != Some(false));
    let product = match index {
        Bits::Word(index) => Bits::Word(index.wrapping_mul(scale as u64)),
        Bits::Term(index) => {
            let scale = terms.bv(64, scale as u64);
            let product = terms.bv_mul(index, scale);
            bits(terms, product)
        }
    };
    let offset = add(terms, place.offset, product);
    Target::Object(Place { offset, far, ..*place })
}

/// Whether a number of 64 bits needs more bits than some, besides its sign.
fn is_beyond(terms: &mut Terms, number: Bits, limit: u32) -> TermId {
    let number = term(terms, number, 64);
    let (half, all) = (terms.bv(64, 1 << limit), terms.bv(64, (1 << (limit + 1)) - 1));
    let lifted = terms.bv_add(number, half);
    terms.bv_ult(all, lifted)
}
