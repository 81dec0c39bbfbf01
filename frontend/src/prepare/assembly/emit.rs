//! Instructions of the machine as instructions of LLVM.

use super::super::Preparation;
use crate::module::Builder;
use euclase_program::{MadeUp, NondetOrigin};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind};

/// Where an operand of a statement is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In the register of this result.
    Result(usize),
    /// In memory, at this address, with this type.
    Memory(LLVMValueRef, LLVMTypeRef),
    /// It is this input.
    Value(LLVMValueRef),
}

/// What an instruction does to its last operand, with the one before it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Action {
    /// A sum, difference, and so on.
    Binary(LLVMOpcode),
    Increment,
    Decrement,
    Move,
    /// The operands change places.
    Exchange,
    /// The second becomes the sum, the first what the second was.
    ExchangeAdd,
    /// The second becomes the first if it is what the accumulator holds, which becomes what the second was. The number
    /// is that of the accumulator.
    CompareExchange(usize),
    /// Looks at a bit of memory, and changes it.
    Bit(BitAction),
    ReverseBytes,
    SetIfZero,
    SetUnlessZero,
    SetIfCarry,
    /// All ones if there was a carry, else zero.
    CarryMask,
}

/// What becomes of a bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BitAction {
    Keep,
    Set,
    Clear,
    Flip,
}

impl Action {
    /// The action of a name, with the width that the name says.
    pub(super) fn named(name: &str) -> Option<(Action, Option<u32>)> {
        let action = |base: &str| {
            Some(match base {
                "add" => Action::Binary(LLVMOpcode::LLVMAdd),
                "sub" => Action::Binary(LLVMOpcode::LLVMSub),
                "and" => Action::Binary(LLVMOpcode::LLVMAnd),
                "or" => Action::Binary(LLVMOpcode::LLVMOr),
                "xor" => Action::Binary(LLVMOpcode::LLVMXor),
                "inc" => Action::Increment,
                "dec" => Action::Decrement,
                "mov" => Action::Move,
                "xchg" => Action::Exchange,
                "xadd" => Action::ExchangeAdd,
                "cmpxchg" => Action::CompareExchange(0),
                "bt" => Action::Bit(BitAction::Keep),
                "bts" => Action::Bit(BitAction::Set),
                "btr" => Action::Bit(BitAction::Clear),
                "btc" => Action::Bit(BitAction::Flip),
                "bswap" => Action::ReverseBytes,
                "sbb" => Action::CarryMask,
                _ => return None,
            })
        };
        if let Some(found) = action(name) {
            return Some((found, None));
        }
        let (base, suffix) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let width = match suffix {
            "b" => 8,
            "w" => 16,
            "l" => 32,
            "q" => 64,
            _ => return None,
        };
        action(base).map(|found| (found, Some(width)))
    }

    /// Whether the carry and the zero are known after this, given whether they were before.
    pub(super) fn flags_after(self, carry: bool, zero: bool) -> (bool, bool) {
        match self {
            Action::Binary(_) | Action::ExchangeAdd | Action::CompareExchange(_) => (false, true),
            Action::Increment | Action::Decrement => (carry, true),
            Action::Bit(_) => (true, zero),
            Action::CarryMask => (carry, false),
            Action::Move
            | Action::Exchange
            | Action::ReverseBytes
            | Action::SetIfZero
            | Action::SetUnlessZero
            | Action::SetIfCarry => (carry, zero),
        }
    }
}

/// An instruction whose operands are known to fit.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) action: Action,
    pub(super) width: u32,
    pub(super) places: Vec<Place>,
}

/// What is built of a statement.
pub(super) struct Emission<'s, 'a> {
    state: &'s mut Preparation<'a>,
    builder: &'s Builder,
    /// What the registers of the results hold; nothing where that is not known.
    results: Vec<Option<LLVMValueRef>>,
    carry: Option<LLVMValueRef>,
    zero: Option<LLVMValueRef>,
}

impl<'s, 'a> Emission<'s, 'a> {
    pub(super) fn new(
        state: &'s mut Preparation<'a>,
        builder: &'s Builder,
        results: Vec<Option<LLVMValueRef>>,
    ) -> Self {
        Emission { state, builder, results, carry: None, zero: None }
    }

    /// Builds all steps and says what is in the registers afterwards.
    pub(super) fn run(mut self, steps: &[Step]) -> Vec<Option<LLVMValueRef>> {
        for step in steps {
            // SAFETY: the statement's values are alive, and the operands were found to fit.
            unsafe { self.step(step) };
        }
        self.results
    }

    unsafe fn step(&mut self, step: &Step) -> Option<()> {
        let width = step.width;
        let (first, last) = (*step.places.first()?, *step.places.last()?);
        let one = self.number(width, 1);
        let b = self.builder.0;
        // SAFETY: all values are integers of the step's width.
        unsafe {
            match step.action {
                Action::Binary(opcode) => {
                    let (from, to) = (self.read(first, width), self.read(last, width));
                    let value = LLVMBuildBinOp(b, opcode, to, from, c"".as_ptr());
                    self.zero = Some(self.is_zero(value));
                    self.write(last, value);
                }
                Action::Increment | Action::Decrement => {
                    let to = self.read(last, width);
                    let up = step.action == Action::Increment;
                    let opcode = if up { LLVMOpcode::LLVMAdd } else { LLVMOpcode::LLVMSub };
                    let value = LLVMBuildBinOp(b, opcode, to, one, c"".as_ptr());
                    self.zero = Some(self.is_zero(value));
                    self.write(last, value);
                }
                Action::Move => {
                    let value = self.read(first, width);
                    self.write(last, value);
                }
                Action::Exchange | Action::ExchangeAdd => {
                    let (from, to) = (self.read(first, width), self.read(last, width));
                    let value = if step.action == Action::Exchange {
                        from
                    } else {
                        let sum = LLVMBuildAdd(b, from, to, c"".as_ptr());
                        self.zero = Some(self.is_zero(sum));
                        sum
                    };
                    self.write(last, value);
                    self.write(first, to);
                }
                Action::CompareExchange(accumulator) => {
                    let (from, to) = (self.read(first, width), self.read(last, width));
                    let held = self.read(Place::Result(accumulator), width);
                    let same = LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntEQ, held, to, c"".as_ptr());
                    let value = LLVMBuildSelect(b, same, from, to, c"".as_ptr());
                    self.zero = Some(same);
                    self.write(last, value);
                    self.write(Place::Result(accumulator), to);
                }
                Action::Bit(action) => self.bit(action, width, first, last)?,
                Action::ReverseBytes => {
                    let mut kind = self.state.int_type(width);
                    let name = "llvm.bswap";
                    let number = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
                    let function = LLVMGetIntrinsicDeclaration(self.state.module, number, &mut kind, 1);
                    let value = self.read(last, width);
                    let function = (LLVMGlobalGetValueType(function), function);
                    let value = self.state.call(self.builder, function, &[value]);
                    self.write(last, value);
                }
                Action::SetIfZero | Action::SetUnlessZero | Action::SetIfCarry => {
                    let flag = if step.action == Action::SetIfCarry { self.carry? } else { self.zero? };
                    let flag =
                        if step.action == Action::SetUnlessZero { LLVMBuildNot(b, flag, c"".as_ptr()) } else { flag };
                    let value = LLVMBuildZExt(b, flag, self.state.int_type(8), c"".as_ptr());
                    self.write(last, value);
                }
                Action::CarryMask => {
                    let value = LLVMBuildSExt(b, self.carry?, self.state.int_type(width), c"".as_ptr());
                    self.write(last, value);
                }
            }
        }
        Some(())
    }

    /// A bit of memory, counted from the start of an object: its number may lie beyond the first word.
    unsafe fn bit(&mut self, action: BitAction, width: u32, index: Place, base: Place) -> Option<()> {
        let Place::Memory(address, _) = base else { return None };
        let b = self.builder.0;
        // SAFETY: the address is one, and the index an integer.
        unsafe {
            let index = match index {
                Place::Value(value) => value,
                other => self.read(other, width),
            };
            let wide = LLVMBuildIntCast2(b, index, self.state.i64_type(), 1, c"".as_ptr());
            let shift = self.number(64, u64::from(width.trailing_zeros()));
            let mut word = [LLVMBuildAShr(b, wide, shift, c"".as_ptr())];
            let kind = self.state.int_type(width);
            let at = LLVMBuildGEP2(b, kind, address, word.as_mut_ptr(), 1, c"".as_ptr());
            let amount = LLVMBuildAnd(b, wide, self.number(64, u64::from(width) - 1), c"".as_ptr());
            let amount = LLVMBuildIntCast2(b, amount, kind, 0, c"".as_ptr());
            let mask = LLVMBuildShl(b, self.number(width, 1), amount, c"".as_ptr());
            let place = Place::Memory(at, kind);
            let old = self.read(place, width);
            let found = LLVMBuildAnd(b, old, mask, c"".as_ptr());
            let clear = self.is_zero(found);
            self.carry = Some(LLVMBuildNot(b, clear, c"".as_ptr()));
            let new = match action {
                BitAction::Keep => return Some(()),
                BitAction::Set => LLVMBuildOr(b, old, mask, c"".as_ptr()),
                BitAction::Clear => LLVMBuildAnd(b, old, LLVMBuildNot(b, mask, c"".as_ptr()), c"".as_ptr()),
                BitAction::Flip => LLVMBuildXor(b, old, mask, c"".as_ptr()),
            };
            self.write(place, new);
        }
        Some(())
    }

    fn number(&self, width: u32, number: u64) -> LLVMValueRef {
        // SAFETY: the type is an integer type.
        unsafe { LLVMConstInt(self.state.int_type(width), number, 0) }
    }

    fn is_zero(&self, value: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: the value is an integer.
        unsafe {
            let zero = LLVMConstNull(LLVMTypeOf(value));
            LLVMBuildICmp(self.builder.0, LLVMIntPredicate::LLVMIntEQ, value, zero, c"".as_ptr())
        }
    }

    unsafe fn read(&mut self, place: Place, width: u32) -> LLVMValueRef {
        let kind = self.state.int_type(width);
        // SAFETY: the place was found to have this width.
        unsafe {
            match place {
                Place::Value(value) => value,
                Place::Memory(address, _) => {
                    let load = LLVMBuildLoad2(self.builder.0, kind, address, c"".as_ptr());
                    LLVMSetAlignment(load, 1);
                    load
                }
                Place::Result(index) => match self.results[index] {
                    Some(value) => value,
                    // A register that nothing was put in.
                    None => {
                        let origin = NondetOrigin::MadeUp(MadeUp::Assembly);
                        let value = self.state.build_nondet_int(self.builder, kind, &origin);
                        let value = value.unwrap_or_else(|| LLVMConstNull(kind));
                        self.results[index] = Some(value);
                        value
                    }
                },
            }
        }
    }

    unsafe fn write(&mut self, place: Place, value: LLVMValueRef) {
        match place {
            Place::Result(index) => self.results[index] = Some(value),
            // SAFETY: the address is one.
            Place::Memory(address, _) => unsafe {
                LLVMSetAlignment(LLVMBuildStore(self.builder.0, value, address), 1);
            },
            Place::Value(_) => {}
        }
    }
}

/// A value as one of another type of the same width; none if it cannot be one.
pub(super) fn as_type(
    state: &Preparation<'_>,
    builder: &Builder,
    value: LLVMValueRef,
    kind: LLVMTypeRef,
) -> Option<LLVMValueRef> {
    // SAFETY: value and type are of one context; conversions are built between types that have them.
    unsafe {
        let from = LLVMTypeOf(value);
        if from == kind {
            return Some(value);
        }
        let pointer = LLVMTypeKind::LLVMPointerTypeKind;
        let integer = LLVMTypeKind::LLVMIntegerTypeKind;
        let bits = 8 * inkwell::llvm_sys::target::LLVMPointerSize(state.layout);
        let is_word = |kind| LLVMGetTypeKind(kind) == integer && LLVMGetIntTypeWidth(kind) == bits;
        match (LLVMGetTypeKind(from), LLVMGetTypeKind(kind)) {
            (a, c) if a == pointer && c == integer && is_word(kind) => {
                Some(LLVMBuildPtrToInt(builder.0, value, kind, c"".as_ptr()))
            }
            (a, c) if a == integer && c == pointer && is_word(from) => {
                Some(LLVMBuildIntToPtr(builder.0, value, kind, c"".as_ptr()))
            }
            _ => None,
        }
    }
}
