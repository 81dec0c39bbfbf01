//! Whether a function without a body is the one of the C library that has its name.
//!
//! A program may have a function `unlink` of its own in another file. It is the library's if it is declared as the library
//! declares it, as far as the difference can be seen: integers of all widths are alike, because old programs declare
//! functions by hand, but a struct is no text, and no result is no integer.

use euclase_runtime_stubs::{Effect, Row, row};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMTypeKind, LLVMValueKind};
use std::ffi::CStr;

/// The row of the library's table for a function without a body that is known under a name, if it is declared so.
pub(crate) fn library_row(function: LLVMValueRef, name: &str) -> Option<&'static Row> {
    let row = row(name)?;
    // Names that start so are not for programs.
    let is_meant = name.starts_with("__")
        || match declaration(function, row) {
            Declaration::Fits => true,
            // What never returns has no result.
            Declaration::OtherResult => row.effect == Effect::Ends,
            Declaration::Other => false,
        };
    is_meant.then_some(row)
}

/// Whether a function without a body may be the library's of this name, declared as old programs declare functions: not at
/// all, or without parameters, or with another result.
pub(crate) fn is_declared_otherwise(function: LLVMValueRef, name: &str) -> bool {
    !name.starts_with("__") && row(name).is_some_and(|row| declaration(function, row) == Declaration::OtherResult)
}

/// How a declaration is related to a function of the library.
#[derive(PartialEq, Eq)]
enum Declaration {
    /// It is one of that function.
    Fits,
    /// It could be, but for the result.
    OtherResult,
    /// It is one of another function.
    Other,
}

/// Whether a function is declared in one of the system's headers.
pub(crate) fn is_from_system_header(function: LLVMValueRef) -> bool {
    file_of(function).is_some_and(|path| path.starts_with("/usr/include/") || path.starts_with("/usr/lib/"))
}

/// The file that a function stands in.
pub(crate) fn file_of(function: LLVMValueRef) -> Option<String> {
    // SAFETY: the function is alive, and its description is asked for what it has.
    unsafe {
        let description = LLVMGetSubprogram(function);
        if description.is_null() {
            return None;
        }
        let file = LLVMDIScopeGetFile(description);
        if file.is_null() {
            return None;
        }
        let mut length = 0;
        let start = LLVMDIFileGetFilename(file, &mut length);
        Some(String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length as usize)).into_owned())
    }
}

/// Whether a function is declared not to return. Where clang checks that what it takes to be unreachable is not reached, calls of the
/// function lose it the attribute, and only its description has it.
pub(crate) fn never_returns(function: LLVMValueRef) -> bool {
    const ATTRIBUTE: &str = "noreturn";
    // SAFETY: the function is alive, and so is its description; the text is freed after its last use.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(ATTRIBUTE.as_ptr().cast(), ATTRIBUTE.len());
        if !LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind).is_null() {
            return true;
        }
        let description = LLVMGetSubprogram(function);
        if description.is_null() {
            return false;
        }
        let context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
        let text = LLVMPrintValueToString(LLVMMetadataAsValue(context, description));
        let flags = CStr::from_ptr(text).to_string_lossy().rsplit_once(", flags: ").map(|(_, flags)| flags.to_string());
        LLVMDisposeMessage(text);
        flags.is_some_and(|flags| flags.split(", ").next().is_some_and(|flags| flags.contains("DIFlagNoReturn")))
    }
}

fn declaration(function: LLVMValueRef, row: &Row) -> Declaration {
    // SAFETY: the function is alive, and so are its types.
    unsafe {
        let kind = LLVMGlobalGetValueType(function);
        let count = LLVMCountParamTypes(kind) as usize;
        // Structs and complex numbers are passed in several ways.
        if row.result == b'?' || row.parameters.contains('?') {
            return Declaration::Fits;
        }
        let of_parameters =
            if fits(LLVMGetReturnType(kind), row.result) { Declaration::Fits } else { Declaration::OtherResult };
        let is_variadic = LLVMIsFunctionVarArg(kind) != 0;
        // A declaration without a prototype says nothing of the parameters.
        if is_variadic && count == 0 {
            return of_parameters;
        }
        let named = row.parameters.trim_end_matches('.');
        if is_variadic != row.parameters.ends_with('.') || count != named.len() {
            return Declaration::Other;
        }
        let mut types = vec![std::ptr::null_mut(); count];
        LLVMGetParamTypes(kind, types.as_mut_ptr());
        let pointees = Pointees::of(function);
        let mut parameters = types.into_iter().zip(named.bytes()).enumerate();
        if parameters.all(|(index, (kind, letter))| fits(kind, letter) && pointees.may_be(index, letter)) {
            of_parameters
        } else {
            Declaration::Other
        }
    }
}

/// Whether a type is the one that a letter of the table means.
unsafe fn fits(kind: LLVMTypeRef, letter: u8) -> bool {
    // SAFETY: the caller's type is alive.
    let kind = unsafe { LLVMGetTypeKind(kind) };
    match letter {
        b'v' => kind == LLVMTypeKind::LLVMVoidTypeKind,
        b'i' => kind == LLVMTypeKind::LLVMIntegerTypeKind,
        b'f' => kind == LLVMTypeKind::LLVMFloatTypeKind,
        b'd' => kind == LLVMTypeKind::LLVMDoubleTypeKind,
        b'L' => matches!(kind, LLVMTypeKind::LLVMX86_FP80TypeKind | LLVMTypeKind::LLVMFP128TypeKind),
        _ => kind == LLVMTypeKind::LLVMPointerTypeKind,
    }
}

/// What the names of streams are.
const STREAMS: [&str; 5] = ["FILE", "_IO_FILE", "__sFILE", "__FILE", "_iobuf"];

/// DWARF's names for kinds of types.
mod tag {
    pub const STRUCT: u16 = 0x13;
    pub const UNION: u16 = 0x17;
    pub const POINTER: u16 = 0x0f;
    pub const TYPEDEF: u16 = 0x16;
    pub const BASE: u16 = 0x24;
    pub const CONST: u16 = 0x26;
    pub const VOLATILE: u16 = 0x35;
    pub const RESTRICT: u16 = 0x37;
}

/// Where the operands of nodes are.
mod operand {
    pub const TYPE_OF_SUBPROGRAM: usize = 4;
    pub const TYPES_OF_SUBROUTINE: usize = 3;
    pub const BASE: usize = 3;
}

/// What the parameters of a declaration lead to, as the debug information says; nothing where there is none.
struct Pointees {
    context: LLVMContextRef,
    /// Of the result and of the parameters.
    types: Vec<Option<LLVMMetadataRef>>,
}

impl Pointees {
    unsafe fn of(function: LLVMValueRef) -> Self {
        // SAFETY: the caller's function is alive.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(function));
            let description = LLVMGetSubprogram(function);
            let types = (!description.is_null())
                .then(|| node(context, description, operand::TYPE_OF_SUBPROGRAM))
                .flatten()
                .and_then(|kind| node(context, kind, operand::TYPES_OF_SUBROUTINE))
                .map(|types| operands(context, types))
                .unwrap_or_default();
            Pointees { context, types }
        }
    }

    /// Whether a parameter leads to what a letter of the table means.
    unsafe fn may_be(&self, parameter: usize, letter: u8) -> bool {
        if letter != b's' && letter != b'F' {
            return true;
        }
        // SAFETY: the nodes are of a module that is alive.
        unsafe {
            let Some(Some(kind)) = self.types.get(parameter + 1).copied() else { return true };
            let (kind, _) = self.bare(kind);
            let Some(kind) = kind.filter(|kind| LLVMGetDINodeTag(*kind) == tag::POINTER) else { return true };
            let Some(pointee) = node(self.context, kind, operand::BASE) else { return true };
            let (pointee, name) = self.bare(pointee);
            let Some(pointee) = pointee else { return true };
            let is_object = matches!(LLVMGetDINodeTag(pointee), tag::STRUCT | tag::UNION);
            if letter == b'F' {
                return is_object && STREAMS.iter().any(|stream| name == *stream || type_name(pointee) == *stream);
            }
            LLVMGetDINodeTag(pointee) == tag::BASE && LLVMDITypeGetSizeInBits(pointee) == 8
        }
    }

    /// The type behind names and qualifiers, and the last of the names; none for `void`.
    unsafe fn bare(&self, kind: LLVMMetadataRef) -> (Option<LLVMMetadataRef>, String) {
        let (mut kind, mut name) = (Some(kind), String::new());
        // SAFETY: as above.
        unsafe {
            while let Some(named) = kind {
                match LLVMGetDINodeTag(named) {
                    tag::TYPEDEF => name = type_name(named),
                    tag::CONST | tag::VOLATILE | tag::RESTRICT => {}
                    _ => break,
                }
                kind = node(self.context, named, operand::BASE);
            }
        }
        (kind, name)
    }
}

unsafe fn type_name(kind: LLVMMetadataRef) -> String {
    // SAFETY: the caller's node is a type that is alive.
    unsafe {
        let mut length = 0;
        let start = LLVMDITypeGetName(kind, &mut length);
        if start.is_null() {
            return String::new();
        }
        String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length)).into_owned()
    }
}

/// The nodes that are operands of a node.
unsafe fn operands(context: LLVMContextRef, parent: LLVMMetadataRef) -> Vec<Option<LLVMMetadataRef>> {
    // SAFETY: the caller's node is alive.
    unsafe {
        let value = LLVMMetadataAsValue(context, parent);
        let mut found = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(value) as usize];
        LLVMGetMDNodeOperands(value, found.as_mut_ptr());
        let is_node = |value: &LLVMValueRef| {
            !value.is_null() && LLVMGetValueKind(*value) == LLVMValueKind::LLVMMetadataAsValueValueKind
        };
        found.into_iter().map(|value| is_node(&value).then(|| LLVMValueAsMetadata(value))).collect()
    }
}

unsafe fn node(context: LLVMContextRef, parent: LLVMMetadataRef, position: usize) -> Option<LLVMMetadataRef> {
    // SAFETY: the caller's node is alive.
    unsafe { operands(context, parent).get(position).copied().flatten() }
}
