//! Writing programs: everything but the bodies of functions.

use super::print_function::{print_constant, print_function};
use crate::function::Constant;
use crate::program::{Cell, CellData, Global, Initial, Program};
use crate::source::{Location, SharedCalls, Variable};
use crate::source_types::{SourceField, SourceType, SourceTypeKind};
use crate::types::{Layout, LayoutKind, Type};
use std::fmt::{self, Write};

impl Program {
    /// The program as text that [`Program::parse`] reads.
    pub fn print(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        write!(out, "program pointers {}", self.pointer_width)?;
        if let Some(entry) = self.entry {
            write!(out, " entry @{}", Name(&self.function(entry).name))?;
        }
        out.push('\n');
        let separate = |out: &mut String, empty: bool| {
            if !empty {
                out.push('\n')
            }
        };
        separate(out, self.locations.is_empty());
        for (index, location) in self.locations.iter().enumerate() {
            write_location(out, index, location)?;
        }
        separate(out, self.source_types.is_empty());
        for (index, ty) in self.source_types.iter().enumerate() {
            write_source_type(out, index, ty)?;
        }
        separate(out, self.variables.is_empty());
        for (index, variable) in self.variables.iter().enumerate() {
            write_variable(out, index, variable)?;
        }
        separate(out, self.shared_calls.is_empty());
        for SharedCalls { place, caller, sites } in &self.shared_calls {
            write!(out, "calls !{} by ?{} from {{", place.0, caller.0)?;
            for (position, site) in sites.iter().enumerate() {
                write!(out, "{}!{}", if position == 0 { " " } else { ", " }, site.0)?;
            }
            out.push_str(if sites.is_empty() { "}\n" } else { " }\n" });
        }
        separate(out, self.layouts.is_empty());
        for (index, layout) in self.layouts.iter().enumerate() {
            write_layout(out, index, layout)?;
        }
        separate(out, self.globals.is_empty());
        for global in &self.globals {
            self.write_global(out, global)?;
        }
        for function in &self.functions {
            out.push('\n');
            print_function(self, function, out)?;
        }
        Ok(())
    }

    fn write_global(&self, out: &mut String, global: &Global) -> fmt::Result {
        let kind = if global.constant { "constant" } else { "global" };
        write!(out, "{kind} @{} ${} = ", Name(&global.name), global.layout.0)?;
        match &global.initial {
            Initial::Any => out.push_str("any"),
            Initial::Cells(cells) => {
                out.push('{');
                for (position, Cell { offset, data }) in cells.iter().enumerate() {
                    write!(out, "{}{offset}: ", if position == 0 { " " } else { ", " })?;
                    match data {
                        CellData::Value(ty, constant) => {
                            write!(out, "{ty} ")?;
                            print_constant(self, *ty, constant, out)?;
                        }
                        CellData::Bytes(bytes) => write!(out, "bytes {}", Quoted(bytes))?,
                    }
                }
                out.push_str(if cells.is_empty() { "}" } else { " }" });
            }
        }
        if let Some(variable) = global.variable {
            write!(out, " ?{}", variable.0)?;
        }
        out.push('\n');
        Ok(())
    }
}

fn write_location(out: &mut String, index: usize, location: &Location) -> fmt::Result {
    let Location { file, line, column, scope, inlined_at } = location;
    write!(out, "!{index} = {}:{line}:{column} in {}", quoted(file), quoted(scope))?;
    if let Some(call) = inlined_at {
        write!(out, " inlined !{}", call.0)?;
    }
    out.push('\n');
    Ok(())
}

fn write_variable(out: &mut String, index: usize, variable: &Variable) -> fmt::Result {
    let Variable { name, type_name, encoding, ty, scope, declared } = variable;
    write!(out, "variable ?{index} = {} {} {}", quoted(name), quoted(type_name), encoding.word())?;
    if let Some(ty) = ty {
        write!(out, " #{}", ty.0)?;
    }
    if let Some(scope) = scope {
        write!(out, " in {}", quoted(scope))?;
    }
    if let Some(location) = declared {
        write!(out, " at !{}", location.0)?;
    }
    out.push('\n');
    Ok(())
}

fn write_source_type(out: &mut String, index: usize, ty: &SourceType) -> fmt::Result {
    write!(out, "type #{index} = {} size {} ", quoted(&ty.name), ty.size)?;
    match &ty.kind {
        SourceTypeKind::Scalar(encoding) => out.push_str(encoding.word()),
        SourceTypeKind::Pointer(None) => out.push_str("pointer"),
        SourceTypeKind::Pointer(Some(to)) => write!(out, "pointer #{}", to.0)?,
        SourceTypeKind::Array { element, count } => write!(out, "array {count} #{}", element.0)?,
        SourceTypeKind::Struct { fields, union } => {
            out.push_str(if *union { "union {" } else { "struct {" });
            for (position, SourceField { name, offset, width, ty }) in fields.iter().enumerate() {
                let comma = if position == 0 { " " } else { ", " };
                write!(out, "{comma}{offset}: {width} {} #{}", quoted(name), ty.0)?;
            }
            out.push_str(if fields.is_empty() { "}" } else { " }" });
        }
        SourceTypeKind::Function => out.push_str("code"),
        SourceTypeKind::Other => out.push_str("unknown"),
    }
    out.push('\n');
    Ok(())
}

fn write_layout(out: &mut String, index: usize, layout: &Layout) -> fmt::Result {
    write!(out, "layout ${index} = ")?;
    match &layout.kind {
        LayoutKind::Scalar(ty) => write!(out, "{ty}")?,
        LayoutKind::Array { element, count } => write!(out, "array {count} ${}", element.0)?,
        LayoutKind::Struct { name, fields } => {
            write!(out, "struct {} {{", quoted(name))?;
            for (position, field) in fields.iter().enumerate() {
                let comma = if position == 0 { " " } else { ", " };
                write!(out, "{comma}{}: {} ${}", field.offset, quoted(&field.name), field.layout.0)?;
            }
            out.push_str(if fields.is_empty() { "}" } else { " }" });
        }
        LayoutKind::Opaque => out.push_str("opaque"),
    }
    writeln!(out, " size {} align {}", layout.size, layout.align)
}

/// A name as it stands after a sigil or as a label: plain if it can be, quoted if not.
pub(super) struct Name<'a>(pub &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_plain(self.0) { f.write_str(self.0) } else { Quoted(self.0.as_bytes()).fmt(f) }
    }
}

/// Whether a name needs no quotes.
pub(super) fn is_plain(name: &str) -> bool {
    let mut characters = name.bytes();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_' || c == b'.')
        && characters.all(|c| c.is_ascii_alphanumeric() || c == b'_' || c == b'.')
}

pub(super) fn quoted(text: &str) -> Quoted<'_> {
    Quoted(text.as_bytes())
}

/// Bytes in quotes; what is not printable ASCII as two hexadecimal digits after a backslash.
pub(super) struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{byte:02x}")?,
                b' '..=b'~' => f.write_char(char::from(*byte))?,
                _ => write!(f, "\\{byte:02x}")?,
            }
        }
        f.write_char('"')
    }
}

/// The text of a constant's bits: a signed number, or a word, or hexadecimal for floats.
pub(super) fn write_bits(ty: Type, constant: &Constant, out: &mut String) -> fmt::Result {
    let Constant::Bits(bits) = constant else { return Ok(()) };
    match ty {
        Type::BOOL => out.write_str(if bits.is_zero() { "false" } else { "true" }),
        Type::Int(_) => write!(out, "{}", bits.to_signed()),
        Type::Pointer if bits.is_zero() => out.write_str("null"),
        Type::Pointer | Type::Float(_) => write!(out, "0x{:x}", bits.to_big()),
    }
}
