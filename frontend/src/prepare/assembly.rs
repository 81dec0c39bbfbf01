//! Inline assembly.
//!
//! A statement says in its constraints what it reads and writes. The usual idioms of the Linux
//! kernel (atomic updates, bits of words, byte order, barriers, ports, traps) become what they do;
//! of others the outputs are any values, unless they may write to memory that they do not name.

mod emit;
mod template;

use super::{Preparation, calls};
use crate::module::Builder;
use emit::{Action, Emission, Place, Step};
use euclase_program::{MadeUp, NondetOrigin};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMInlineAsmDialect, LLVMTypeKind};
use std::ffi::c_char;
use template::{Instruction, Operand};

/// Gives a statement its meaning, or refuses it.
pub(super) unsafe fn prepare(state: &mut Preparation<'_>, call: LLVMValueRef) {
    // SAFETY: the caller's call is alive and calls assembly; it goes after its last use here.
    unsafe {
        let builder = Builder::before(state.context, call);
        let Some(statement) = Statement::of(call) else {
            state.build_unsupported(&builder, MadeUp::Assembly.to_string().into());
            return calls::remove(call);
        };
        let Some(value) = statement.build(state, &builder, call) else { return calls::remove(call) };
        LLVMReplaceAllUsesWith(call, value);
        LLVMInstructionEraseFromParent(call);
    }
}

/// A statement of assembly.
struct Statement {
    instructions: Vec<Instruction>,
    /// The operands by their numbers.
    operands: Vec<Place>,
    /// The types of the results that are in registers.
    results: Vec<LLVMTypeRef>,
    /// For each of them the input that is in the same register before, if there is one.
    before: Vec<Option<LLVMValueRef>>,
    /// The result that is in the accumulator.
    accumulator: Option<usize>,
    /// What is written of memory, and its type.
    written: Vec<(LLVMValueRef, LLVMTypeRef)>,
    /// Whether memory may change that is not named.
    changes_memory: bool,
    /// Whether an input has another type than the result in the same register.
    is_odd: bool,
}

impl Statement {
    /// Reads a statement; none if it is said in a way that is not known.
    unsafe fn of(call: LLVMValueRef) -> Option<Statement> {
        // SAFETY: the caller's call is alive and calls assembly.
        unsafe {
            let assembly = LLVMGetCalledValue(call);
            if LLVMGetInlineAsmDialect(assembly) != LLVMInlineAsmDialect::LLVMInlineAsmDialectATT {
                return None;
            }
            let mut statement = Statement {
                instructions: template::instructions(&text(assembly, LLVMGetInlineAsmAsmString)),
                operands: Vec::new(),
                results: result_types(LLVMTypeOf(call)),
                before: Vec::new(),
                accumulator: None,
                written: Vec::new(),
                changes_memory: false,
                is_odd: false,
            };
            statement.before = vec![None; statement.results.len()];
            let constraints = text(assembly, LLVMGetInlineAsmConstraintString);
            let mut arguments = 0..LLVMGetNumArgOperands(call);
            let mut results = 0..statement.results.len();
            for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
                if let Some(clobbered) = constraint.strip_prefix('~') {
                    statement.changes_memory |= clobbered == "{memory}";
                    continue;
                }
                let output = constraint.strip_prefix('=');
                let kind = output.unwrap_or(constraint).trim_start_matches('&');
                if constraint.starts_with(['!', '+']) || constraint.contains('|') {
                    return None;
                }
                if output.is_some() && !kind.starts_with('*') {
                    let result = results.next()?;
                    if kind == "{ax}" {
                        statement.accumulator = Some(result);
                    }
                    statement.operands.push(Place::Result(result));
                    continue;
                }
                let index = arguments.next()?;
                let argument = LLVMGetOperand(call, index);
                if kind.starts_with('*') {
                    let element = element_type(call, index)?;
                    if output.is_some() {
                        statement.written.push((argument, element));
                    }
                    statement.operands.push(Place::Memory(argument, element));
                } else {
                    let place = match kind.parse::<usize>() {
                        Ok(number) => *statement.operands.get(number)?,
                        Err(_) => Place::Value(argument),
                    };
                    // An input in the register of a result.
                    if let Place::Result(result) = place {
                        statement.before[result] = Some(argument);
                        statement.is_odd |= statement.results[result] != LLVMTypeOf(argument);
                    } else if place != Place::Value(argument) {
                        return None;
                    }
                    statement.operands.push(place);
                }
            }
            (arguments.next().is_none() && results.next().is_none()).then_some(statement)
        }
    }

    /// Builds what the statement does; its result, if it has one.
    unsafe fn build(&self, state: &mut Preparation<'_>, builder: &Builder, call: LLVMValueRef) -> Option<LLVMValueRef> {
        // SAFETY: the caller's call is alive, and what is built stands before it.
        unsafe {
            if let [first, ..] = &self.instructions[..]
                && first.name == "ud2"
            {
                state.build_exit(builder);
                return None;
            }
            let results = if let Some(steps) = self.plan(state) {
                Emission::new(state, builder, self.before.clone()).run(&steps)
            } else {
                let open = if self.leaves() { "that may go elsewhere" } else { "that may change memory" };
                if (self.changes_memory || self.leaves()) && !state.options.assume_pure_externals {
                    state.build_unsupported(builder, format!("inline assembly {open}").into());
                    return None;
                }
                self.havoc_memory(state, builder);
                vec![None; self.results.len()]
            };
            let origin = self.origin();
            let mut values = Vec::new();
            for (kind, result) in self.results.iter().zip(results) {
                let known = result.and_then(|value| emit::as_type(state, builder, value, *kind));
                let value = known.or_else(|| state.build_nondet(builder, *kind, &origin));
                let Some(value) = value else {
                    state.build_unsupported(builder, "the type of a result of inline assembly".into());
                    return None;
                };
                values.push(value);
            }
            if LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMTypeKind::LLVMStructTypeKind {
                return values.pop();
            }
            let mut whole = LLVMGetPoison(LLVMTypeOf(call));
            for (index, value) in values.into_iter().enumerate() {
                whole = LLVMBuildInsertValue(builder.0, whole, value, index as u32, c"".as_ptr());
            }
            Some(whole)
        }
    }

    /// Whether other code may run from here: calls, jumps, and machine code that is written as numbers.
    fn leaves(&self) -> bool {
        let goes = |name: &str| {
            ["j", ".", "call", "lcall", "ljmp", "ret", "lret", "iret", "int", "sys", "loop", "xbegin", "vm"]
                .iter()
                .any(|start| name.starts_with(start))
        };
        self.instructions.iter().any(|instruction| goes(&instruction.name))
    }

    /// What a port holds is any value; that of other outputs is not known.
    fn origin(&self) -> NondetOrigin {
        match &self.instructions[..] {
            [only] if matches!(only.name.as_str(), "inb" | "inw" | "inl") => {
                NondetOrigin::External("reading a port".into())
            }
            _ => NondetOrigin::MadeUp(MadeUp::Assembly),
        }
    }

    fn havoc_memory(&self, state: &mut Preparation<'_>, builder: &Builder) {
        for (address, kind) in &self.written {
            state.fill(builder, *address, *kind, &NondetOrigin::MadeUp(MadeUp::Assembly));
        }
    }

    /// What the instructions do, if all of them are known. The outputs of a statement that does nothing keep what is
    /// in their registers.
    fn plan(&self, state: &Preparation<'_>) -> Option<Vec<Step>> {
        if self.does_nothing() {
            return Some(Vec::new());
        }
        if self.is_odd {
            return None;
        }
        let (mut carry, mut zero) = (false, false);
        let mut steps = Vec::new();
        for instruction in &self.instructions {
            let step = self.step(state, instruction)?;
            match step.action {
                Action::SetIfZero | Action::SetUnlessZero if !zero => return None,
                Action::SetIfCarry | Action::CarryMask if !carry => return None,
                _ => {}
            }
            (carry, zero) = step.action.flags_after(carry, zero);
            steps.push(step);
        }
        Some(steps)
    }

    /// Whether there are only barriers, hints, and writing to ports.
    fn does_nothing(&self) -> bool {
        let mut rest = self.instructions.iter().peekable();
        while let Some(instruction) = rest.next() {
            let is_nothing = match instruction.name.as_str() {
                "nop" | "pause" | "mfence" | "lfence" | "sfence" | "cli" | "sti" => true,
                "rep" => rest.peek().is_some_and(|next| next.name == "nop"),
                "outb" | "outw" | "outl" => true,
                "addl" | "addq" => {
                    let stack = |text: &str| ["0(%esp)", "0(%rsp)", "(%esp)", "(%rsp)"].contains(&text);
                    matches!(&instruction.operands[..], [Operand::Literal(0), Operand::Other(at)] if stack(at))
                }
                name => name.starts_with("prefetch"),
            };
            if !is_nothing {
                return false;
            }
        }
        true
    }

    fn step(&self, state: &Preparation<'_>, instruction: &Instruction) -> Option<Step> {
        let name = instruction.name.as_str();
        let flag = match name {
            "sete" | "setz" => Some(Action::SetIfZero),
            "setne" | "setnz" => Some(Action::SetUnlessZero),
            "setc" | "setb" => Some(Action::SetIfCarry),
            _ => None,
        };
        let (action, width) = match flag {
            Some(action) => (action, Some(8)),
            None => Action::named(name)?,
        };
        let width = match (width, instruction.operands.last()?) {
            (Some(width), _) => width,
            (None, Operand::Number(number)) => self.width(*self.operands.get(*number)?)?,
            (None, _) => return None,
        };
        let place = |operand: &Operand| match operand {
            Operand::Number(number) => self.operands.get(*number).copied(),
            // SAFETY: the type is an integer type.
            Operand::Literal(number) => Some(Place::Value(unsafe { LLVMConstInt(state.int_type(width), *number, 0) })),
            Operand::Other(_) => None,
        };
        let places: Vec<Place> = instruction.operands.iter().map(place).collect::<Option<_>>()?;
        let fits = match (action, &places[..]) {
            (Action::CarryMask, [a, b]) => a == b && matches!(a, Place::Result(_)),
            (Action::Binary(_), [from, to]) => from != to && self.is_target(*to, width),
            (Action::Increment | Action::Decrement, [to]) | (Action::ReverseBytes, [to]) => self.is_target(*to, width),
            (Action::Move, [_, to]) => self.is_target(*to, width),
            (Action::Exchange | Action::ExchangeAdd, [from, to]) => {
                matches!(from, Place::Result(_)) && self.is_target(*from, width) && matches!(to, Place::Memory(..))
            }
            (Action::CompareExchange(_), [_, to]) => {
                let accumulator = self.accumulator.and_then(|result| self.width(Place::Result(result)));
                matches!(to, Place::Memory(..)) && accumulator == Some(width)
            }
            (Action::Bit(_), [_, to]) => matches!(to, Place::Memory(..)) && matches!(width, 32 | 64),
            (Action::SetIfZero | Action::SetUnlessZero | Action::SetIfCarry, [to]) => self.is_target(*to, 8),
            _ => false,
        };
        let action = match action {
            Action::CompareExchange(_) => Action::CompareExchange(self.accumulator?),
            other => other,
        };
        let is_width = |place: &Place| self.width(*place) == Some(width);
        // Only the number of a bit may have a width of its own.
        let fits = fits
            && places.iter().enumerate().all(|(index, place)| match (action, place) {
                (_, Place::Memory(..)) => true,
                (Action::Bit(_), Place::Value(_)) if index == 0 => self.width(*place).is_some(),
                (Action::CarryMask, _) => self.width(*place).is_some(),
                _ => is_width(place),
            });
        fits.then_some(Step { action, width, places })
    }

    /// Whether something of this width can be written there, and a register holds something known before.
    fn is_target(&self, place: Place, width: u32) -> bool {
        match place {
            Place::Memory(..) => true,
            Place::Result(_) => self.width(place) == Some(width),
            Place::Value(_) => false,
        }
    }

    /// How many bits a place has.
    fn width(&self, place: Place) -> Option<u32> {
        let kind = match place {
            Place::Result(index) => self.results[index],
            Place::Memory(_, kind) => kind,
            // SAFETY: the value is alive.
            Place::Value(value) => unsafe { LLVMTypeOf(value) },
        };
        // SAFETY: the type is alive.
        unsafe { (LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMIntegerTypeKind).then(|| LLVMGetIntTypeWidth(kind)) }
    }
}

/// The types of what a statement leaves in registers.
unsafe fn result_types(kind: LLVMTypeRef) -> Vec<LLVMTypeRef> {
    // SAFETY: the caller's type is alive.
    unsafe {
        match LLVMGetTypeKind(kind) {
            LLVMTypeKind::LLVMVoidTypeKind => Vec::new(),
            LLVMTypeKind::LLVMStructTypeKind => {
                (0..LLVMCountStructElementTypes(kind)).map(|index| LLVMStructGetTypeAtIndex(kind, index)).collect()
            }
            _ => vec![kind],
        }
    }
}

/// The type of what a pointer among the arguments points to.
unsafe fn element_type(call: LLVMValueRef, index: u32) -> Option<LLVMTypeRef> {
    let text = "elementtype";
    // SAFETY: the caller's call has this argument; the first attributes are those of the function.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(text.as_ptr().cast(), text.len());
        let attribute = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
        let element = if attribute.is_null() { return None } else { LLVMGetTypeAttributeValue(attribute) };
        (LLVMTypeIsSized(element) != 0).then_some(element)
    }
}

fn text(assembly: LLVMValueRef, get: unsafe extern "C" fn(LLVMValueRef, *mut usize) -> *const c_char) -> String {
    let mut length = 0;
    // SAFETY: the value is assembly, of which LLVM gives a pointer and a length.
    unsafe {
        let start = get(assembly, &mut length);
        if start.is_null() {
            return String::new();
        }
        String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length)).into_owned()
    }
}
