//! Calls that print to memory by a format that is known and plain become calls that print each of its parts.
//!
//! The model of `sprintf` does not know what is printed. Where the format is a literal with nothing but text, `%s`, `%c` and plain
//! integers, what is printed is known exactly, and so is how long it is.

use crate::module::{self, Builder, callee, has_body, name};
use crate::prepare::constant_string;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMPointerSize};
use inkwell::module::Module;

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// These characters.
    Literal(String),
    /// `%s`.
    Text,
    /// `%c`.
    Character,
    /// An integer of so many bits (0 for those of `long`), with its sign or without, to a base.
    Integer { width: u32, is_signed: bool, base: u32 },
}

/// Expands the calls of a module; says whether there were any.
pub(crate) fn expand(module: &Module<'_>) -> bool {
    let raw = module.as_mut_ptr();
    let mut expanded = false;
    for (function, position) in [("sprintf", 1), ("snprintf", 2)] {
        let text = module::c_string(function);
        // SAFETY: the module is alive, and calls are asked for arguments that they have.
        unsafe {
            let function = LLVMGetNamedFunction(raw, text.as_ptr());
            if function.is_null() || has_body(function) {
                continue;
            }
            for call in module::users(function) {
                let is_call = !LLVMIsACallInst(call).is_null() && callee(call) == Some(function);
                if !is_call || LLVMGetNumArgOperands(call) <= position {
                    continue;
                }
                let format = constant_string(LLVMGetOperand(call, position));
                let Some(parts) = format.as_deref().and_then(parts) else { continue };
                expanded |= Expansion { module: raw, call, position }.run(&parts);
            }
        }
    }
    expanded
}

/// The parts of a format; none if it has others than those that are printed exactly.
fn parts(format: &str) -> Option<Vec<Part>> {
    let (mut found, mut literal, mut rest) = (Vec::new(), String::new(), format);
    while let Some((before, conversion)) = rest.split_once('%') {
        literal.push_str(before);
        let kind = conversion.trim_start_matches(['h', 'l', 'j', 'z', 't', 'q']);
        let length = &conversion[..conversion.len() - kind.len()];
        let mut characters = kind.chars();
        let letter = characters.next()?;
        rest = characters.as_str();
        if letter == '%' && length.is_empty() {
            literal.push('%');
            continue;
        }
        if !literal.is_empty() {
            found.push(Part::Literal(std::mem::take(&mut literal)));
        }
        let width = match length {
            "" => 32,
            "h" => 16,
            "hh" => 8,
            "l" | "z" | "t" => 0,
            "ll" | "j" | "q" => 64,
            _ => return None,
        };
        found.push(match letter {
            's' if length.is_empty() => Part::Text,
            'c' if length.is_empty() => Part::Character,
            'd' | 'i' => Part::Integer { width, is_signed: true, base: 10 },
            'u' => Part::Integer { width, is_signed: false, base: 10 },
            'x' => Part::Integer { width, is_signed: false, base: 16 },
            'o' => Part::Integer { width, is_signed: false, base: 8 },
            _ => return None,
        });
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        found.push(Part::Literal(literal));
    }
    Some(found)
}

/// A call that is expanded.
struct Expansion {
    module: LLVMModuleRef,
    call: LLVMValueRef,
    /// Which argument is the format.
    position: u32,
}

impl Expansion {
    fn run(&self, parts: &[Part]) -> bool {
        // SAFETY: the call is alive until it is replaced; all values are of one context.
        unsafe {
            let context = LLVMGetModuleContext(self.module);
            let bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(self.module));
            let word = LLVMIntTypeInContext(context, bits);
            let mut given =
                (self.position + 1..LLVMGetNumArgOperands(self.call)).map(|at| LLVMGetOperand(self.call, at));
            let mut arguments = Vec::new();
            for part in parts.iter().filter(|part| !matches!(part, Part::Literal(_))) {
                let Some(argument) = given.next().filter(|argument| fits(part, *argument, bits)) else { return false };
                arguments.push(argument);
            }
            let builder = Builder::before(context, self.call);
            let target = LLVMGetOperand(self.call, 0);
            let room = match self.position {
                1 => LLVMConstAllOnes(word),
                _ => LLVMBuildIntCast2(builder.0, LLVMGetOperand(self.call, 1), word, 0, c"".as_ptr()),
            };
            let mut at = LLVMConstNull(word);
            let mut arguments = arguments.into_iter();
            for part in parts {
                let argument = match part {
                    Part::Literal(_) => None,
                    _ => arguments.next(),
                };
                at = self.put(&builder, (target, room, at), part, argument, bits);
            }
            let int = LLVMInt32TypeInContext(context);
            let length = self.build(&builder, "euclase_put_end", int, &[target, room, at]);
            LLVMReplaceAllUsesWith(self.call, length);
            LLVMInstructionEraseFromParent(self.call);
        }
        true
    }

    /// Prints a part; gives how much is printed then.
    unsafe fn put(
        &self,
        builder: &Builder,
        (target, room, at): (LLVMValueRef, LLVMValueRef, LLVMValueRef),
        part: &Part,
        argument: Option<LLVMValueRef>,
        bits: u32,
    ) -> LLVMValueRef {
        // SAFETY: the caller's values are alive and of the types that are asked for.
        unsafe {
            let context = LLVMGetModuleContext(self.module);
            let (word, widest) = (LLVMTypeOf(at), LLVMIntTypeInContext(context, 64));
            let constant = |number: u64| LLVMConstInt(LLVMInt32TypeInContext(context), number, 0);
            match (part, argument) {
                (Part::Literal(text), _) => {
                    let text = module::c_string(text);
                    let literal = LLVMBuildGlobalStringPtr(builder.0, text.as_ptr(), c"".as_ptr());
                    self.build(builder, "euclase_put_text", word, &[target, room, at, literal])
                }
                (Part::Text, Some(text)) => self.build(builder, "euclase_put_text", word, &[target, room, at, text]),
                (Part::Character, Some(character)) => {
                    self.build(builder, "euclase_put_character", word, &[target, room, at, character])
                }
                (Part::Integer { width, is_signed, base }, Some(number)) => {
                    let width = if *width == 0 { bits } else { *width };
                    let narrow = LLVMIntTypeInContext(context, width);
                    let cast =
                        |value, kind| LLVMBuildIntCast2(builder.0, value, kind, i32::from(*is_signed), c"".as_ptr());
                    let number = cast(cast(number, narrow), widest);
                    let (sign, base) = (constant(u64::from(*is_signed)), constant(u64::from(*base)));
                    self.build(builder, "euclase_put_number", word, &[target, room, at, number, sign, base])
                }
                (_, None) => at,
            }
        }
    }

    /// Calls a function of the model.
    unsafe fn build(
        &self,
        builder: &Builder,
        function: &str,
        result: LLVMTypeRef,
        given: &[LLVMValueRef],
    ) -> LLVMValueRef {
        // SAFETY: the caller's values are alive.
        unsafe {
            let mut given = given.to_vec();
            let mut types: Vec<LLVMTypeRef> = given.iter().map(|value| LLVMTypeOf(*value)).collect();
            let kind = LLVMFunctionType(result, types.as_mut_ptr(), types.len() as u32, 0);
            let text = module::c_string(function);
            let known = LLVMGetNamedFunction(self.module, text.as_ptr());
            let called = if known.is_null() { LLVMAddFunction(self.module, text.as_ptr(), kind) } else { known };
            LLVMBuildCall2(builder.0, kind, called, given.as_mut_ptr(), given.len() as u32, c"".as_ptr())
        }
    }
}

/// Whether an argument has the type that a part prints.
unsafe fn fits(part: &Part, argument: LLVMValueRef, bits: u32) -> bool {
    // SAFETY: the caller's argument is alive; widths are asked of integers only.
    unsafe {
        let kind = LLVMTypeOf(argument);
        let is_int = |width: u32| {
            LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMIntegerTypeKind && LLVMGetIntTypeWidth(kind) == width
        };
        match part {
            Part::Literal(_) => true,
            Part::Text => LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMPointerTypeKind,
            Part::Character => is_int(32),
            Part::Integer { width: 0, .. } => is_int(bits),
            Part::Integer { width, .. } => is_int((*width).max(32)),
        }
    }
}

/// Whether a function of the model prints a part of a format.
pub(crate) fn prints_part(function: LLVMValueRef) -> bool {
    name(function).starts_with("euclase_put_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_formats_have_parts() {
        let literal = |text: &str| Part::Literal(text.to_string());
        assert_eq!(parts("%s"), Some(vec![Part::Text]));
        assert_eq!(
            parts("a%%b%d, %hhu%lx"),
            Some(vec![
                literal("a%b"),
                Part::Integer { width: 32, is_signed: true, base: 10 },
                literal(", "),
                Part::Integer { width: 8, is_signed: false, base: 10 },
                Part::Integer { width: 0, is_signed: false, base: 16 },
            ])
        );
        assert_eq!(parts("plain"), Some(vec![literal("plain")]));
        for open in ["%5d", "%-s", "%.3s", "%f", "%n", "%ls", "%*d", "%", "%p", "%1$d"] {
            assert_eq!(parts(open), None, "{open}");
        }
    }
}
