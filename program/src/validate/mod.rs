//! Checks that a program is well formed: types, single assignment, dominance, phis.

mod flow;
mod function;
mod types;

use crate::function::Constant;
use crate::id::SourceTypeId;
use crate::program::{CellData, Global, Initial, Program};
use crate::source_types::SourceTypeKind;
use crate::types::{LayoutKind, Type};
use rustc_hash::FxHashSet;
use std::fmt;

/// Something a program must not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// The function, by name, unless it is about the whole program.
    pub function: Option<String>,
    /// The block, by name as printed, unless it is about the whole function.
    pub block: Option<String>,
    /// Where that comes from in the source.
    pub location: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = &self.function {
            write!(f, "@{function}")?;
            if let Some(block) = &self.block {
                write!(f, ", block {block}")?;
            }
            if let Some(location) = &self.location {
                write!(f, " ({location})")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Defect {}

impl Program {
    /// Checks the whole program; everything that is wrong with it, if anything is.
    ///
    /// Ids that are out of range are found before anything is looked up with them.
    pub fn validate(&self) -> Result<(), Vec<Defect>> {
        let mut defects = Vec::new();
        let mut report = |message: String| {
            defects.push(Defect { function: None, block: None, location: None, message });
        };
        if self.pointer_width != 32 && self.pointer_width != 64 {
            report(format!("pointers have {} bits, not 32 or 64", self.pointer_width));
        }
        match self.entry {
            Some(entry) if entry.index() >= self.functions.len() => report("the entry does not exist".into()),
            Some(entry) if self.function(entry).is_declaration() => {
                report(format!("the entry @{} has no body", self.function(entry).name));
            }
            _ => {}
        }
        let mut names = FxHashSet::default();
        let all = self.functions.iter().map(|function| &function.name).chain(self.globals.iter().map(|g| &g.name));
        all.filter(|name| !names.insert(*name)).for_each(|name| report(format!("there are two of the name @{name}")));
        for (index, layout) in self.layouts.iter().enumerate() {
            let earlier = match &layout.kind {
                LayoutKind::Scalar(_) | LayoutKind::Opaque => true,
                LayoutKind::Array { element, .. } => element.index() < index,
                LayoutKind::Struct { fields, .. } => fields.iter().all(|field| field.layout.index() < index),
            };
            if !earlier {
                report(format!("layout ${index} refers to one that does not come before it"));
            }
            if !layout.align.is_power_of_two() {
                report(format!("layout ${index} has alignment {}, not a power of two", layout.align));
            }
        }
        for (index, location) in self.locations.iter().enumerate() {
            if location.inlined_at.is_some_and(|call| call.index() >= index) {
                report(format!("location !{index} refers to one that does not come before it"));
            }
        }
        for (index, ty) in self.source_types.iter().enumerate() {
            let exists = |ty: &SourceTypeId| ty.index() < self.source_types.len();
            let known = match &ty.kind {
                SourceTypeKind::Pointer(to) => to.as_ref().is_none_or(exists),
                SourceTypeKind::Array { element, .. } => exists(element),
                SourceTypeKind::Struct { fields, .. } => fields.iter().all(|field| exists(&field.ty)),
                SourceTypeKind::Scalar(_) | SourceTypeKind::Function | SourceTypeKind::Other => true,
            };
            if !known {
                report(format!("type #{index} refers to one that does not exist"));
            }
        }
        for (index, variable) in self.variables.iter().enumerate() {
            if variable.declared.is_some_and(|location| location.index() >= self.locations.len()) {
                report(format!("variable ?{index} is declared at a location that does not exist"));
            }
            if variable.ty.is_some_and(|ty| ty.index() >= self.source_types.len()) {
                report(format!("variable ?{index} has a type that does not exist"));
            }
        }
        for calls in &self.shared_calls {
            let places = calls.sites.iter().chain([&calls.place]);
            let known = places.into_iter().all(|place| place.index() < self.locations.len());
            if !known || calls.caller.index() >= self.variables.len() {
                report("shared calls name a location or a variable that does not exist".to_string());
            }
        }
        self.globals.iter().filter_map(|global| self.check_global(global)).for_each(&mut report);
        for function in &self.functions {
            function::FunctionChecker::new(self, function, &mut defects).check();
        }
        if defects.is_empty() { Ok(()) } else { Err(defects) }
    }

    fn check_global(&self, global: &Global) -> Option<String> {
        let name = &global.name;
        let Some(layout) = self.layouts.get(global.layout.index()) else {
            return Some(format!("@{name} has a layout that does not exist"));
        };
        if global.variable.is_some_and(|variable| variable.index() >= self.variables.len()) {
            return Some(format!("@{name} has a variable that does not exist"));
        }
        let Initial::Cells(cells) = &global.initial else { return None };
        for cell in cells {
            let size = match &cell.data {
                CellData::Bytes(bytes) => bytes.len() as u64,
                CellData::Value(ty, constant) => {
                    if let Some(defect) = self.check_constant(*ty, constant) {
                        return Some(format!("@{name}: {defect}"));
                    }
                    ty.bytes(self.pointer_width)
                }
            };
            if cell.offset.checked_add(size).is_none_or(|end| end > layout.size) {
                return Some(format!("@{name} has {} bytes, and a value at {}", layout.size, cell.offset));
            }
        }
        None
    }

    fn check_constant(&self, ty: Type, constant: &Constant) -> Option<String> {
        match constant {
            Constant::Bits(bits) if bits.width() != ty.width(self.pointer_width) => {
                Some(format!("a constant of type {ty} has {} bits", bits.width()))
            }
            Constant::Bits(_) => None,
            _ if ty != Type::Pointer => Some(format!("an address has type {ty}")),
            Constant::Global(global, _) if global.index() >= self.globals.len() => {
                Some("the address of a global that does not exist".into())
            }
            Constant::Function(function) if function.index() >= self.functions.len() => {
                Some("the address of a function that does not exist".into())
            }
            Constant::Global(..) | Constant::Function(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{BlockId, Program, Terminator};

    fn defects(body: &str) -> String {
        let text = format!(
            "program pointers 64\n!0 = \"x.c\":3:0 in \"f\"\nfunction @g(%a: i8) -> i8 {{\nentry:\n  return i8 %a\n}}\n\
             function @f(%x: i32, %c: i1) -> i32 {{\n{body}\n}}"
        );
        let found = Program::parse(&text).unwrap().validate();
        found.err().into_iter().flatten().map(|defect| defect.to_string()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_loop_is_fine() {
        let body = "e:\n  jump l\nl:\n  %i = phi i32 [0, e], [%n, l]\n  %n = add i32 %i, 1\n  branch %c, l, x\nx:\n  return i32 %n";
        assert_eq!(defects(body), "");
    }

    #[test]
    fn definitions_must_reach() {
        let wrong = "@f, block x: %n is used where its definition does not reach";
        assert_eq!(defects("e:\n  branch %c, l, x\nl:\n  %n = add i32 %x, 1\n  jump x\nx:\n  return i32 %n"), wrong);
        let body = "e:\n  %a = add i32 %b, 1 !0\n  %b = add i32 %x, 1\n  return i32 %a";
        assert_eq!(defects(body), "@f, block e (x.c:3): %b is used where its definition does not reach");
        // What cannot be reached may use anything.
        assert_eq!(defects("e:\n  %n = add i32 %x, 1\n  return i32 %n\ndead:\n  %m = add i32 %n, %m\n  exit"), "");
    }

    #[test]
    fn phis_must_match_the_predecessors() {
        let wrong = "@f, block l: the arguments of phi %i do not match the predecessors";
        assert_eq!(defects("e:\n  jump l\nl:\n  %i = phi i32 [0, e]\n  branch %c, l, x\nx:\n  return i32 0"), wrong);
        let body = "e:\n  jump e";
        assert_eq!(defects(body), "@f: control can return to the entry block");
    }

    #[test]
    fn types_must_fit() {
        let wrong = "@f, block e: it returns i8, not i32";
        assert_eq!(defects("e:\n  %r = call i8 @g(i8 1)\n  return i8 %r"), wrong);
        let wrong = "@f, block e: @g takes i8 and is called with i32";
        assert_eq!(defects("e:\n  %r = call i8 @g(i32 1)\n  return i32 0"), wrong);
        let wrong = "@f, block e: zext cannot go from i32 to i32";
        assert_eq!(defects("e:\n  %r = zext i32 %x to i32\n  return i32 %r"), wrong);
        let wrong = "@f, block e: an operand cannot have type ptr (a constant)";
        assert_eq!(defects("e:\n  %r = add ptr null, null\n  return i32 0"), wrong);
        assert_eq!(defects("e:\n  switch i32 %x [1: a, 1: a], a\na:\n  exit"), "@f, block e: a switch has two cases 1");
    }

    #[test]
    fn what_does_not_exist_is_found() {
        let mut program = Program::parse("program pointers 64\nfunction @f() -> void {\ne:\n  return\n}").unwrap();
        program.functions[0].blocks[0].terminator = Terminator::Jump(BlockId::new(7));
        let defects = program.validate().unwrap_err();
        assert_eq!(defects[0].to_string(), "@f: it refers to a block that does not exist");
    }

    #[test]
    fn globals_must_fit() {
        let text = "program pointers 64\nlayout $0 = i32 size 4 align 4\nglobal @g $0 = { 2: i32 1 }";
        let defects = Program::parse(text).unwrap().validate().unwrap_err();
        assert_eq!(defects[0].to_string(), "@g has 4 bytes, and a value at 2");
    }
}
