//! A thin layer over LLVM's C interface: inkwell has no constant expressions, no wide constants and
//! no debug information to read, so the importer works on plain handles. All `unsafe` of the
//! importer is here.
//!
//! A handle must not outlive the module it comes from. [`super::import`] borrows the module, and no
//! handle leaves it.

use euclase_program::BitVecValue;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind, LLVMValueKind,
};
use std::ffi::{CStr, c_char, c_uint};

pub(super) use inkwell::llvm_sys::debuginfo::LLVMMetadataKind as MetadataKind;
pub(super) use inkwell::llvm_sys::{
    LLVMAtomicRMWBinOp as AtomicOp, LLVMIntPredicate as IntPredicate, LLVMOpcode as Opcode,
    LLVMRealPredicate as RealPredicate, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};

/// A module, in the form of debug information that can be walked; dropping it restores the other.
pub(super) struct Module {
    raw: LLVMModuleRef,
    records: bool,
}

/// A value: instruction, argument, constant, function, global, or metadata as a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Value(LLVMValueRef);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Ty(LLVMTypeRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Block(LLVMBasicBlockRef);

/// A piece of metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Metadata(LLVMMetadataRef);

/// Sizes and alignments.
#[derive(Clone, Copy)]
pub(super) struct DataLayout(LLVMTargetDataRef);

/// Text that LLVM owns.
fn borrowed(start: *const c_char, length: usize) -> String {
    if start.is_null() || length == 0 {
        return String::new();
    }
    // LLVM gives the start and the length of a string that it keeps.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Text that LLVM gives away.
fn owned(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Walks one of LLVM's linked lists.
fn list<T>(first: *mut T, next: unsafe extern "C" fn(*mut T) -> *mut T) -> impl Iterator<Item = *mut T> {
    let some = |item: *mut T| (!item.is_null()).then_some(item);
    std::iter::successors(some(first), move |item| some(unsafe { next(*item) }))
}

impl Module {
    /// The module, with debug information as calls until the result is dropped.
    pub fn new(module: &inkwell::module::Module<'_>) -> Self {
        let raw = module.as_mut_ptr();
        unsafe {
            let records = LLVMIsNewDbgInfoFormat(raw) != 0;
            LLVMSetIsNewDbgInfoFormat(raw, 0);
            Module { raw, records }
        }
    }

    pub fn data_layout(&self) -> DataLayout {
        DataLayout(unsafe { LLVMGetModuleDataLayout(self.raw) })
    }

    pub fn functions(&self) -> impl Iterator<Item = Value> {
        list(unsafe { LLVMGetFirstFunction(self.raw) }, LLVMGetNextFunction).map(Value)
    }

    pub fn globals(&self) -> impl Iterator<Item = Value> {
        list(unsafe { LLVMGetFirstGlobal(self.raw) }, LLVMGetNextGlobal).map(Value)
    }

    fn context(&self) -> LLVMContextRef {
        unsafe { LLVMGetModuleContext(self.raw) }
    }

    /// The nodes of a list that the module has under a name.
    pub fn named(&self, name: &CStr) -> Vec<Metadata> {
        unsafe {
            let mut values =
                vec![std::ptr::null_mut(); LLVMGetNamedMetadataNumOperands(self.raw, name.as_ptr()) as usize];
            LLVMGetNamedMetadataOperands(self.raw, name.as_ptr(), values.as_mut_ptr());
            values.into_iter().filter_map(|value| Value::new(value)?.metadata()).collect()
        }
    }

    /// The operands of a metadata node.
    pub fn operands(&self, node: Metadata) -> Vec<Option<Value>> {
        unsafe {
            let value = LLVMMetadataAsValue(self.context(), node.0);
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(value) as usize];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands.into_iter().map(Value::new).collect()
        }
    }

    /// The metadata that is an operand of a node.
    pub fn node(&self, node: Metadata, position: usize) -> Option<Metadata> {
        self.operands(node).get(position).copied().flatten().and_then(Value::metadata)
    }

    /// A string that is an operand of a node.
    pub fn string(&self, node: Metadata, position: usize) -> String {
        let value = self.operands(node).get(position).copied().flatten();
        let string = value.filter(|value| unsafe { !LLVMIsAMDString(value.0).is_null() });
        string.map_or(String::new(), |value| unsafe {
            let mut length: c_uint = 0;
            let start = LLVMGetMDString(value.0, &mut length);
            borrowed(start, length as usize)
        })
    }

    /// A node as LLVM writes it, where the C interface does not give its fields. Does not look at
    /// the module, so the cost is that of the node.
    pub fn print(&self, node: Metadata) -> String {
        unsafe {
            // A node of our own has no users, and so LLVM does not number the whole module.
            let mut parts = [node.0];
            let tuple = LLVMMDNodeInContext2(self.context(), parts.as_mut_ptr(), 1);
            let value = match LLVMGetMetadataKind(node.0) {
                LLVMMetadataKind::LLVMDIExpressionMetadataKind => tuple,
                _ => node.0,
            };
            owned(LLVMPrintValueToString(LLVMMetadataAsValue(self.context(), value)))
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.records {
            unsafe { LLVMSetIsNewDbgInfoFormat(self.raw, 1) }
        }
    }
}

impl DataLayout {
    pub fn little_endian(self) -> bool {
        unsafe { LLVMByteOrder(self.0) == LLVMByteOrdering::LLVMLittleEndian }
    }

    pub fn pointer_bits(self) -> u32 {
        unsafe { LLVMPointerSize(self.0) * 8 }
    }

    /// The size in an array, in bytes.
    pub fn size(self, ty: Ty) -> u64 {
        unsafe { LLVMABISizeOfType(self.0, ty.0) }
    }

    pub fn align(self, ty: Ty) -> u64 {
        u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty.0) })
    }

    /// Where a field of a struct starts, in bytes.
    pub fn offset(self, ty: Ty, field: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.0, ty.0, field) }
    }
}

impl Ty {
    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// The type of the elements of an array.
    pub fn element(self) -> Ty {
        Ty(unsafe { LLVMGetElementType(self.0) })
    }

    pub fn array_length(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.0) }
    }

    pub fn struct_fields(self) -> Vec<Ty> {
        unsafe {
            let mut fields = vec![std::ptr::null_mut(); LLVMCountStructElementTypes(self.0) as usize];
            LLVMGetStructElementTypes(self.0, fields.as_mut_ptr());
            fields.into_iter().map(Ty).collect()
        }
    }

    pub fn struct_field(self, position: u32) -> Option<Ty> {
        unsafe {
            let there = position < LLVMCountStructElementTypes(self.0);
            there.then(|| Ty(LLVMStructGetTypeAtIndex(self.0, position)))
        }
    }

    /// The name of a struct, without the word that C puts before it.
    pub fn struct_tag(self) -> String {
        let name = unsafe {
            if LLVMIsLiteralStruct(self.0) != 0 {
                return String::new();
            }
            let name = LLVMGetStructName(self.0);
            if name.is_null() {
                return String::new();
            }
            CStr::from_ptr(name).to_string_lossy().into_owned()
        };
        let tag = name.strip_prefix("struct.").or(name.strip_prefix("union.")).unwrap_or(&name);
        if tag.starts_with("anon") { String::new() } else { tag.to_string() }
    }

    pub fn return_type(self) -> Ty {
        Ty(unsafe { LLVMGetReturnType(self.0) })
    }

    pub fn parameter_types(self) -> Vec<Ty> {
        unsafe {
            let mut types = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
            LLVMGetParamTypes(self.0, types.as_mut_ptr());
            types.into_iter().map(Ty).collect()
        }
    }

    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    pub fn print(self) -> String {
        owned(unsafe { LLVMPrintTypeToString(self.0) })
    }
}

impl Block {
    pub fn name(self) -> String {
        Value(unsafe { LLVMBasicBlockAsValue(self.0) }).name()
    }

    pub fn instructions(self) -> impl Iterator<Item = Value> {
        list(unsafe { LLVMGetFirstInstruction(self.0) }, LLVMGetNextInstruction).map(Value)
    }

    pub fn terminator(self) -> Option<Value> {
        Value::new(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}

impl Value {
    fn new(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }

    pub fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }

    pub fn ty(self) -> Ty {
        Ty(unsafe { LLVMTypeOf(self.0) })
    }

    pub fn name(self) -> String {
        unsafe {
            let mut length = 0;
            let start = LLVMGetValueName2(self.0, &mut length);
            borrowed(start, length)
        }
    }

    pub fn is_used(self) -> bool {
        unsafe { !LLVMGetFirstUse(self.0).is_null() }
    }

    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0) as u32 }
    }

    /// An operand; the position must be below the count.
    pub fn operand(self, position: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, position) })
    }

    pub fn is_undef(self) -> bool {
        unsafe { LLVMIsUndef(self.0) != 0 || LLVMIsPoison(self.0) != 0 }
    }

    pub fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// The bits of an integer constant.
    pub fn int_bits(self) -> BitVecValue {
        let width = self.ty().int_width();
        if width <= 64 {
            return BitVecValue::new(width, unsafe { LLVMConstIntGetZExtValue(self.0) });
        }
        // Only the text has all digits: `i128 -5`.
        let text = owned(unsafe { LLVMPrintValueToString(self.0) });
        let digits = text.rsplit(' ').next().unwrap_or_default();
        let ten = BitVecValue::new(width, 10);
        let number = digits.bytes().filter(u8::is_ascii_digit).fold(BitVecValue::zero(width), |number, digit| {
            number.mul(&ten).add(&BitVecValue::new(width, u64::from(digit - b'0')))
        });
        if digits.starts_with('-') { number.neg() } else { number }
    }

    /// An integer constant that fits, with its sign.
    pub fn signed(self) -> Option<i64> {
        let fits = self.kind() == LLVMValueKind::LLVMConstantIntValueKind && self.ty().int_width() <= 64;
        fits.then(|| unsafe { LLVMConstIntGetSExtValue(self.0) })
    }

    /// An integer constant that fits, without sign.
    pub fn unsigned(self) -> Option<u64> {
        let fits = self.kind() == LLVMValueKind::LLVMConstantIntValueKind && self.ty().int_width() <= 64;
        fits.then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
    }

    /// The bits of a floating-point constant of a width.
    pub fn float_bits(self, width: u32) -> Option<BitVecValue> {
        unsafe {
            let int = LLVMIntTypeInContext(LLVMGetTypeContext(self.ty().0), width);
            let bits = Value(LLVMConstBitCast(self.0, int));
            (bits.kind() == LLVMValueKind::LLVMConstantIntValueKind).then(|| bits.int_bits())
        }
    }

    /// An element of a constant array or struct.
    pub fn element(self, position: u32) -> Option<Value> {
        Value::new(unsafe { LLVMGetAggregateElement(self.0, position) })
    }

    /// The bytes of a constant array of `i8`.
    pub fn bytes(self) -> Option<Vec<u8>> {
        unsafe {
            if self.kind() != LLVMValueKind::LLVMConstantDataArrayValueKind || LLVMIsConstantString(self.0) == 0 {
                return None;
            }
            let mut length = 0;
            let start = LLVMGetAsString(self.0, &mut length);
            (!start.is_null()).then(|| std::slice::from_raw_parts(start.cast::<u8>(), length).to_vec())
        }
    }

    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    /// The operator of a constant expression.
    pub fn const_opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }

    /// The operator of an instruction.
    pub fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// The predicate of an integer comparison.
    pub fn int_predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    /// The predicate of a floating-point comparison.
    pub fn real_predicate(self) -> LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }

    /// The operation of an `atomicrmw`.
    pub fn atomic_op(self) -> LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }

    /// The indices of an `extractvalue` or `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        unsafe {
            let count = LLVMGetNumIndices(self.0) as usize;
            let start = LLVMGetIndices(self.0);
            if start.is_null() { Vec::new() } else { std::slice::from_raw_parts(start, count).to_vec() }
        }
    }

    /// What a `getelementptr` steps over.
    pub fn gep_type(self) -> Ty {
        Ty(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    pub fn allocated_type(self) -> Ty {
        Ty(unsafe { LLVMGetAllocatedType(self.0) })
    }

    /// The alignment of a stack object or global; zero if none is given.
    pub fn alignment(self) -> u64 {
        u64::from(unsafe { LLVMGetAlignment(self.0) })
    }

    /// What a phi takes, and from where; one for each edge.
    pub fn incoming(self) -> impl Iterator<Item = (Block, Value)> {
        let count = unsafe { LLVMCountIncoming(self.0) };
        (0..count).map(move |position| unsafe {
            (Block(LLVMGetIncomingBlock(self.0, position)), Value(LLVMGetIncomingValue(self.0, position)))
        })
    }

    /// Where a terminator can go; one for each edge.
    pub fn successors(self) -> impl Iterator<Item = Block> {
        let count = unsafe { LLVMGetNumSuccessors(self.0) };
        (0..count).map(move |position| Block(unsafe { LLVMGetSuccessor(self.0, position) }))
    }

    /// The condition of a branch, if it has one.
    pub fn branch_condition(self) -> Option<Value> {
        unsafe { (LLVMIsConditional(self.0) != 0).then(|| Value(LLVMGetCondition(self.0))) }
    }

    pub fn callee(self) -> Value {
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }

    pub fn called_type(self) -> Ty {
        Ty(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub fn argument_count(self) -> u32 {
        unsafe { LLVMGetNumArgOperands(self.0) }
    }

    /// The type that an attribute of a call's argument names, such as `byval`.
    pub fn argument_attribute(self, argument: u32, attribute: &CStr) -> Option<Ty> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(attribute.as_ptr(), attribute.count_bytes());
            let found = LLVMGetCallSiteEnumAttribute(self.0, argument + 1, kind);
            (!found.is_null()).then(|| Ty(LLVMGetTypeAttributeValue(found)))
        }
    }

    /// The name of the intrinsic that a function is, without its types.
    pub fn intrinsic(self) -> Option<String> {
        unsafe {
            let id = LLVMGetIntrinsicID(self.0);
            if id == 0 {
                return None;
            }
            let mut length = 0;
            let start = LLVMIntrinsicGetName(id, &mut length);
            Some(borrowed(start, length))
        }
    }

    pub fn assembly(self) -> (String, String) {
        unsafe {
            let mut length = 0;
            let code = borrowed(LLVMGetInlineAsmAsmString(self.0, &mut length), length);
            let mut length = 0;
            let constraints = borrowed(LLVMGetInlineAsmConstraintString(self.0, &mut length), length);
            (code, constraints)
        }
    }

    /// The type of what a global or function is, rather than of its address.
    pub fn value_type(self) -> Ty {
        Ty(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub fn initializer(self) -> Option<Value> {
        Value::new(unsafe { LLVMGetInitializer(self.0) })
    }

    pub fn is_externally_initialised(self) -> bool {
        unsafe { LLVMIsExternallyInitialized(self.0) != 0 }
    }

    pub fn is_global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    pub fn aliasee(self) -> Value {
        Value(unsafe { LLVMAliasGetAliasee(self.0) })
    }

    pub fn parameters(self) -> Vec<Value> {
        unsafe {
            let mut parameters = vec![std::ptr::null_mut(); LLVMCountParams(self.0) as usize];
            LLVMGetParams(self.0, parameters.as_mut_ptr());
            parameters.into_iter().map(Value).collect()
        }
    }

    pub fn blocks(self) -> impl Iterator<Item = Block> {
        list(unsafe { LLVMGetFirstBasicBlock(self.0) }, LLVMGetNextBasicBlock).map(Block)
    }

    /// The debug location of an instruction.
    pub fn debug_location(self) -> Option<Metadata> {
        Metadata::new(unsafe { LLVMInstructionGetDebugLoc(self.0) })
    }

    /// What the debug information says about a function.
    pub fn subprogram(self) -> Option<Metadata> {
        Metadata::new(unsafe { LLVMGetSubprogram(self.0) })
    }

    /// The variable that a global is in the source.
    pub fn global_variable(self) -> Option<Metadata> {
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let nodes = (0..count as u32).map(|entry| LLVMValueMetadataEntriesGetMetadata(entries, entry));
            let mut found = None;
            for node in nodes {
                if matches!(LLVMGetMetadataKind(node), MetadataKind::LLVMDIGlobalVariableExpressionMetadataKind) {
                    found = found.or(Metadata::new(LLVMDIGlobalVariableExpressionGetVariable(node)));
                }
            }
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    /// The metadata that this is, if it is metadata.
    pub fn metadata(self) -> Option<Metadata> {
        let is = self.kind() == LLVMValueKind::LLVMMetadataAsValueValueKind;
        is.then(|| Metadata::new(unsafe { LLVMValueAsMetadata(self.0) })).flatten()
    }

    /// The value that metadata wraps, as in the first argument of `llvm.dbg.value`.
    pub fn wrapped(self) -> Option<Value> {
        match self.metadata()?.kind() {
            LLVMMetadataKind::LLVMConstantAsMetadataMetadataKind
            | LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind => unsafe {
                let mut value = std::ptr::null_mut();
                LLVMGetMDNodeOperands(self.0, &mut value);
                Value::new(value)
            },
            _ => None,
        }
    }
}

impl Metadata {
    fn new(raw: LLVMMetadataRef) -> Option<Metadata> {
        (!raw.is_null()).then_some(Metadata(raw))
    }

    pub fn kind(self) -> LLVMMetadataKind {
        unsafe { LLVMGetMetadataKind(self.0) }
    }

    /// The DWARF tag of a node.
    pub fn tag(self) -> u16 {
        unsafe { LLVMGetDINodeTag(self.0) }
    }

    /// Line, column, scope and call of a location.
    pub fn location(self) -> (u32, u32, Option<Metadata>, Option<Metadata>) {
        unsafe {
            let scope = Metadata::new(LLVMDILocationGetScope(self.0));
            let call = Metadata::new(LLVMDILocationGetInlinedAt(self.0));
            (LLVMDILocationGetLine(self.0), LLVMDILocationGetColumn(self.0), scope, call)
        }
    }

    /// The file of a scope.
    pub fn scope_file(self) -> String {
        unsafe {
            let file = LLVMDIScopeGetFile(self.0);
            if file.is_null() {
                return String::new();
            }
            let mut length: c_uint = 0;
            let start = LLVMDIFileGetFilename(file, &mut length);
            borrowed(start, length as usize)
        }
    }

    /// The line of a function.
    pub fn subprogram_line(self) -> u32 {
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }

    /// Line and scope of a variable.
    pub fn variable(self) -> (u32, Option<Metadata>) {
        unsafe { (LLVMDIVariableGetLine(self.0), Metadata::new(LLVMDIVariableGetScope(self.0))) }
    }

    /// The name of a type.
    pub fn type_name(self) -> String {
        unsafe {
            let mut length = 0;
            let start = LLVMDITypeGetName(self.0, &mut length);
            borrowed(start, length)
        }
    }

    /// Where a member starts, and its size, in bits.
    pub fn type_extent(self) -> (u64, u64) {
        unsafe { (LLVMDITypeGetOffsetInBits(self.0), LLVMDITypeGetSizeInBits(self.0)) }
    }
}
