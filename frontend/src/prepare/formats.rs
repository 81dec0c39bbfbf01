//! What functions such as `printf` may write to: a conversion `%n` stores how much was printed.

use super::calls::constant_string;
use crate::module::{self, callee, has_body};
use euclase_runtime_stubs::{Effect, row};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

/// How many functions a format is followed back through, to where it is written in the source.
const MAX_DEPTH: usize = 4;

/// Whether a format is known, whichever way it comes from, and has no conversion that writes to memory.
pub(crate) fn never_writes(format: LLVMValueRef) -> bool {
    never_writes_within(format, MAX_DEPTH)
}

fn never_writes_within(format: LLVMValueRef, depth: usize) -> bool {
    if let Some(text) = constant_string(format) {
        return !writes(&text);
    }
    // SAFETY: each kind of value is checked before it is taken for one.
    unsafe {
        if !LLVMIsAArgument(format).is_null() {
            return depth > 0 && given(format, depth - 1);
        }
        if LLVMIsALoadInst(format).is_null() {
            return false;
        }
        // A parameter has a place on the stack, where it is put once.
        let place = LLVMGetOperand(format, 0);
        if LLVMIsAAllocaInst(place).is_null() {
            return false;
        }
        let mut stored = None;
        for user in module::users(place) {
            match LLVMIsAInstruction(user).is_null().then_some(LLVMOpcode::LLVMCall) {
                Some(_) => return false,
                None if LLVMGetInstructionOpcode(user) == LLVMOpcode::LLVMLoad => {}
                None if !LLVMIsADbgInfoIntrinsic(user).is_null() || module::calls_intrinsic(user, "llvm.lifetime") => {}
                None if !LLVMIsAStoreInst(user).is_null() && LLVMGetOperand(user, 1) == place && stored.is_none() => {
                    stored = Some(LLVMGetOperand(user, 0));
                }
                None => return false,
            }
        }
        stored.is_some_and(|stored| never_writes_within(stored, depth))
    }
}

/// Whether a parameter is a format that never writes in every call of its function, all of which are here.
unsafe fn given(parameter: LLVMValueRef, depth: usize) -> bool {
    // SAFETY: the caller's parameter is alive, and so is its function.
    unsafe {
        let function = LLVMGetParamParent(parameter);
        let Some(position) = (0..LLVMCountParams(function)).position(|at| LLVMGetParam(function, at) == parameter)
        else {
            return false;
        };
        has_body(function)
            && module::users(function).into_iter().all(|user| {
                !LLVMIsACallInst(user).is_null()
                    && callee(user) == Some(function)
                    && (position as u32) < LLVMGetNumArgOperands(user)
                    && never_writes_within(LLVMGetOperand(user, position as u32), depth)
            })
    }
}

/// Whether everything that a program prints to memory is a text without zeros, and cannot fail: its formats are known, and
/// have neither characters and wide texts nor widths that are large or come from arguments.
pub(super) fn are_plain(module: LLVMModuleRef) -> bool {
    module::functions(module).into_iter().all(|function| {
        let Some(row) = row(&module::name(function)).filter(|row| row.effect == Effect::Model("print.c")) else {
            return true;
        };
        let position = row.format().unwrap_or_default() as u32;
        module::users(function).into_iter().all(|user| {
            // SAFETY: the user is alive, and a call is asked for arguments that it has.
            unsafe {
                !LLVMIsACallInst(user).is_null()
                    && callee(user) == Some(function)
                    && position < LLVMGetNumArgOperands(user)
                    && constant_string(LLVMGetOperand(user, position)).is_some_and(|format| is_plain(&format))
            }
        })
    })
}

/// The longest number in a format that is plain.
const MOST_DIGITS: usize = 5;

fn is_plain(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, conversion)) = rest.split_once('%') {
        let unsized_part = conversion.trim_start_matches(|c: char| c.is_ascii_digit() || "-+ #.'".contains(c));
        let numbers = &conversion[..conversion.len() - unsized_part.len()];
        let is_short = numbers.split(|c: char| !c.is_ascii_digit()).all(|number| number.len() <= MOST_DIGITS);
        let kind = unsized_part.trim_start_matches(['h', 'l', 'j', 'z', 't', 'L', 'q']);
        let is_long = kind.len() < unsized_part.len();
        let mut characters = kind.chars();
        let is_known = match characters.next() {
            Some('d' | 'i' | 'u' | 'o' | 'x' | 'X' | 'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G') => true,
            Some('s' | 'p' | '%') => !is_long,
            _ => false,
        };
        if !is_short || !is_known {
            return false;
        }
        rest = characters.as_str();
    }
    true
}

/// Whether a format has a conversion that writes to memory.
pub(super) fn writes(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, conversion)) = rest.split_once('%') {
        // Flags, width, precision, number of the argument, and length, in any order that there is.
        let kind = conversion.trim_start_matches(|c: char| c.is_ascii_digit() || "-+ #'I*.$hlLqjztZ".contains(c));
        if kind.starts_with('n') {
            return true;
        }
        let mut characters = kind.chars();
        characters.next();
        rest = characters.as_str();
    }
    false
}

/// Which of the arguments behind a format of `printf` are texts; none if the format has conversions that are not known to leave
/// memory alone or to read a text to its end.
pub(super) fn texts(format: &str) -> Option<Vec<usize>> {
    let (mut found, mut argument, mut rest) = (Vec::new(), 0, format);
    while let Some((_, conversion)) = rest.split_once('%') {
        let unsized_part = conversion.trim_start_matches(|c: char| c.is_ascii_digit() || "-+ #'".contains(c));
        let (behind, has_precision) = match unsized_part.strip_prefix('.') {
            Some(rest) => (rest.trim_start_matches(|c: char| c.is_ascii_digit()), true),
            None => (unsized_part, false),
        };
        let kind = behind.trim_start_matches(['h', 'l', 'j', 'z', 't', 'L', 'q']);
        let mut characters = kind.chars();
        match characters.next()? {
            '%' => {}
            's' if !has_precision && kind.len() == behind.len() => {
                found.push(argument);
                argument += 1;
            }
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'c' | 'p' => {
                argument += 1
            }
            _ => return None,
        }
        rest = characters.as_str();
    }
    Some(found)
}

/// What a conversion of `scanf` stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    /// An integer of so many bits.
    Integer(u32),
    /// An integer of the width of an address.
    Word,
    /// An address.
    Pointer,
    Float,
    Double,
    LongDouble,
    /// How many characters were read.
    Count,
}

/// Something that a format of `scanf` stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stored {
    /// What is stored.
    pub(super) conversion: Conversion,
    /// Whether it may be any value of its type: a number of at most so many characters, or how many there were, is not.
    pub(super) is_any: bool,
}

/// What a format of `scanf` stores, in order; none if it has conversions for texts, or such that are not known.
pub(super) fn conversions(format: &str) -> Option<Vec<Stored>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((_, conversion)) = rest.split_once('%') {
        let suppressed = conversion.starts_with('*');
        let conversion = conversion.trim_start_matches('*');
        let unsized_part = conversion.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_width = unsized_part.len() < conversion.len();
        let lengths = unsized_part.len() - unsized_part.trim_start_matches(['h', 'l', 'L', 'q', 'j', 'z', 't']).len();
        let (length, behind) = unsized_part.split_at(lengths);
        let mut characters = behind.chars();
        let kind = characters.next()?;
        rest = characters.as_str();
        let conversion = match (kind, length) {
            ('%', _) => continue,
            ('d' | 'i' | 'u' | 'o' | 'x' | 'X', length) => match length {
                "hh" => Conversion::Integer(8),
                "h" => Conversion::Integer(16),
                "" => Conversion::Integer(32),
                "ll" | "L" | "q" | "j" => Conversion::Integer(64),
                "l" | "z" | "t" => Conversion::Word,
                _ => return None,
            },
            ('a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G', length) => match length {
                "" => Conversion::Float,
                "l" => Conversion::Double,
                "L" => Conversion::LongDouble,
                _ => return None,
            },
            ('c', "") if !has_width => Conversion::Integer(8),
            ('p', "") => Conversion::Pointer,
            ('n', "") => Conversion::Count,
            _ => return None,
        };
        if !suppressed {
            found.push(Stored { conversion, is_any: !has_width && conversion != Conversion::Count });
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{Conversion, Stored, conversions, is_plain, writes};

    #[test]
    fn conversions_have_the_types_of_what_they_store() {
        use Conversion::*;
        let any = |conversion| Stored { conversion, is_any: true };
        let certain = |conversion| Stored { conversion, is_any: false };
        let all = vec![any(Integer(32)), any(Integer(16)), any(Word), any(Double)];
        assert_eq!(conversions("%d %hx,%*d %lu%%%lf"), Some(all));
        let all = vec![any(Integer(8)), any(Integer(64)), certain(Float), certain(Count)];
        assert_eq!(conversions("%c%lld%3f%n"), Some(all));
        assert_eq!(conversions("no conversion"), Some(Vec::new()));
        for text in ["%s", "%5s", "%[abc]", "%3c", "%ls", "%"] {
            assert_eq!(conversions(text), None, "{text}");
        }
    }

    #[test]
    fn characters_and_large_widths_are_not_plain() {
        for format in ["", "x = %d, %5.2lf %s%%", "%08lx", "%.3s", "%p"] {
            assert!(is_plain(format), "{format}");
        }
        for format in ["%c", "%ls", "%lc", "%S", "%*d", "%.*s", "%2147483648d", "%", "%m", "%n"] {
            assert!(!is_plain(format), "{format}");
        }
    }

    #[test]
    fn only_a_conversion_n_writes() {
        for format in ["%n", "abc%hhn", "%5$n", "%d%%%-08.*lln", "%s %n %s"] {
            assert!(writes(format), "{format}");
        }
        for format in ["", "n", "%%n", "%dn", "%d %s %5.2lf\n", "100%", "%%%d n"] {
            assert!(!writes(format), "{format}");
        }
    }
}
