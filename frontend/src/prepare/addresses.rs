//! Numbers that may hold an address, or a part of one.
//!
//! A function of another file that gets such a number can make a pointer of it. Numbers become addresses by conversion, and
//! where memory that holds a pointer is read as something else: through a union, through a cast, or byte by byte. Where
//! they go is followed through values, variables, calls and memory, without regard to the order of what happens. Variables
//! whose address goes nowhere hold what is stored in them; all other memory is one. Comparisons tell nothing.

use crate::module::{self, callee, has_body};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// What may hold an address: parameters, and calls for one of their arguments.
#[derive(Default)]
pub(super) struct Addresses {
    numbers: FxHashSet<LLVMValueRef>,
    calls: FxHashSet<LLVMValueRef>,
}

impl Addresses {
    /// Whether a call has an argument that is no pointer and may hold an address.
    pub(super) fn are_passed(&self, call: LLVMValueRef) -> bool {
        self.calls.contains(&call)
    }

    /// Whether a parameter is no pointer and may hold an address.
    pub(super) fn has(&self, parameter: LLVMValueRef) -> bool {
        self.numbers.contains(&parameter)
    }

    /// Looks at a whole module.
    pub(super) fn of(module: LLVMModuleRef) -> Self {
        let mut search = Search::default();
        for global in module::globals(module) {
            // SAFETY: the variable is alive.
            let content = unsafe { LLVMGetInitializer(global) };
            if !content.is_null() && search.holds_address(content) {
                let place = search.memory(global);
                search.memories.insert(place);
            }
        }
        for function in module::functions(module) {
            // Labels and aliases count, too, which only makes more of them.
            let is_taken = |user: &LLVMValueRef| {
                // SAFETY: the user is alive.
                unsafe {
                    LLVMIsACallInst(*user).is_null() || callee(*user) != Some(function) || passes(*user, function)
                }
            };
            if module::users(function).iter().any(is_taken) {
                search.taken.push(function);
            }
        }
        let instructions: Vec<LLVMValueRef> =
            module::defined_functions(module).into_iter().flat_map(module::instructions).collect();
        loop {
            let before = search.size();
            for &instruction in &instructions {
                // SAFETY: the instruction is alive.
                unsafe { search.follow(instruction) };
            }
            if search.size() == before {
                return Addresses { numbers: search.numbers, calls: search.calls };
            }
        }
    }
}

/// Where something may be: in a variable whose address goes nowhere, or anywhere else.
type Memory = Option<LLVMValueRef>;

#[derive(Default)]
struct Search {
    /// Values that are no pointers and may hold an address.
    numbers: FxHashSet<LLVMValueRef>,
    /// Memory that holds a pointer, or such a number.
    memories: FxHashSet<Memory>,
    /// Calls with such an argument.
    calls: FxHashSet<LLVMValueRef>,
    /// Functions that return such a number; none stands for those that pointers lead to.
    results: FxHashSet<Option<LLVMValueRef>>,
    /// Functions whose address is taken.
    taken: Vec<LLVMValueRef>,
    /// What is known of variables: whether their address goes nowhere.
    contained: FxHashMap<LLVMValueRef, bool>,
    /// What is known of constants: whether there is an address in them.
    constants: FxHashMap<LLVMValueRef, bool>,
}

impl Search {
    fn size(&self) -> usize {
        self.numbers.len() + self.memories.len() + self.calls.len() + self.results.len()
    }

    /// Whether a value that is no pointer may hold an address.
    fn is_number(&mut self, value: LLVMValueRef) -> bool {
        !is_pointer(value) && (self.numbers.contains(&value) || is_constant(value) && self.holds_address(value))
    }

    /// Whether there is an address in a value that is stored.
    unsafe fn is_address(&mut self, value: LLVMValueRef) -> bool {
        // SAFETY: the caller's value is alive.
        unsafe {
            if is_constant(value) {
                return self.holds_address(value);
            }
            may_hold_pointer(LLVMTypeOf(value)) || self.numbers.contains(&value)
        }
    }

    /// Whether there is an address in a constant.
    fn holds_address(&mut self, constant: LLVMValueRef) -> bool {
        if let Some(known) = self.constants.get(&constant) {
            return *known;
        }
        // SAFETY: the constant is alive, and asked for operands that it has.
        let found = unsafe {
            if !LLVMIsAGlobalValue(constant).is_null() || !LLVMIsABlockAddress(constant).is_null() {
                true
            } else if LLVMIsAUser(constant).is_null() {
                false
            } else {
                (0..LLVMGetNumOperands(constant)).any(|at| self.holds_address(LLVMGetOperand(constant, at as u32)))
            }
        };
        self.constants.insert(constant, found);
        found
    }

    fn memory(&mut self, address: LLVMValueRef) -> Memory {
        let object = object(address);
        // SAFETY: the object is alive.
        let is_variable = unsafe { !LLVMIsAAllocaInst(object).is_null() || !LLVMIsAGlobalVariable(object).is_null() };
        if !is_variable {
            return None;
        }
        let is_contained = match self.contained.get(&object) {
            Some(known) => *known,
            None => {
                // SAFETY: the object is alive.
                let found = unsafe { goes_nowhere(object) };
                self.contained.insert(object, found);
                found
            }
        };
        is_contained.then_some(object)
    }

    unsafe fn follow(&mut self, instruction: LLVMValueRef) {
        // SAFETY: the caller's instruction is alive, and asked for operands that it has.
        unsafe {
            let operand = |at: u32| LLVMGetOperand(instruction, at);
            let any = |search: &mut Self| {
                (0..LLVMGetNumOperands(instruction)).any(|at| {
                    let operand = LLVMGetOperand(instruction, at as u32);
                    !operand.is_null() && search.is_number(operand)
                })
            };
            let is_found = match LLVMGetInstructionOpcode(instruction) {
                LLVMOpcode::LLVMStore => {
                    if self.is_address(operand(0)) {
                        let place = self.memory(operand(1));
                        self.memories.insert(place);
                    }
                    false
                }
                LLVMOpcode::LLVMLoad => {
                    let place = self.memory(operand(0));
                    self.memories.contains(&place)
                }
                LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg => {
                    let place = self.memory(operand(0));
                    if (1..LLVMGetNumOperands(instruction)).any(|at| self.is_address(operand(at as u32))) {
                        self.memories.insert(place);
                    }
                    self.memories.contains(&place)
                }
                LLVMOpcode::LLVMPtrToInt => LLVMIsAConstantPointerNull(operand(0)).is_null(),
                LLVMOpcode::LLVMSub if is_distance(operand(0), operand(1)) => false,
                LLVMOpcode::LLVMICmp | LLVMOpcode::LLVMFCmp => false,
                LLVMOpcode::LLVMSelect => self.is_number(operand(1)) || self.is_number(operand(2)),
                LLVMOpcode::LLVMCall => self.follow_call(instruction),
                LLVMOpcode::LLVMRet => {
                    if any(self) {
                        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
                        self.results.insert(Some(function));
                        if self.taken.contains(&function) {
                            self.results.insert(None);
                        }
                    }
                    false
                }
                _ => any(self),
            };
            if is_found && !is_pointer(instruction) {
                self.numbers.insert(instruction);
            }
        }
    }

    /// Whether the result of a call may hold an address.
    unsafe fn follow_call(&mut self, call: LLVMValueRef) -> bool {
        // SAFETY: the caller's call is alive, and asked for arguments that it has.
        unsafe {
            let arguments: Vec<LLVMValueRef> =
                (0..LLVMGetNumArgOperands(call)).map(|at| LLVMGetOperand(call, at)).collect();
            if ["llvm.memcpy", "llvm.memmove"].iter().any(|name| module::calls_intrinsic(call, name)) {
                let (target, source) = (self.memory(arguments[0]), self.memory(arguments[1]));
                if self.memories.contains(&source) {
                    self.memories.insert(target);
                }
                return false;
            }
            let mut passed = Vec::new();
            for &argument in &arguments {
                passed.push(is_value(argument) && self.is_number(argument));
            }
            let is_any_passed = passed.contains(&true);
            if is_any_passed {
                self.calls.insert(call);
            }
            let Some(function) = callee(call) else {
                let gets = is_any_passed || arguments.iter().any(|argument| is_pointer(*argument));
                if !LLVMIsAInlineAsm(LLVMGetCalledValue(call)).is_null() {
                    // It may do anything with what it gets.
                    if gets {
                        self.memories.insert(None);
                    }
                    return gets;
                }
                if is_any_passed {
                    for function in self.taken.clone() {
                        let parameters = (0..LLVMCountParams(function)).map(|at| LLVMGetParam(function, at));
                        self.numbers.extend(parameters.filter(|parameter| !is_pointer(*parameter)));
                    }
                    // Some of them may have further arguments.
                    self.memories.insert(None);
                }
                return self.results.contains(&None);
            };
            if LLVMGetIntrinsicID(function) != 0 || !has_body(function) {
                // Texts that are printed may have been printed from addresses.
                let is_printed = module::name(function).starts_with("euclase_any_text");
                return is_any_passed || is_printed && self.memories.contains(&None);
            }
            let count = LLVMCountParams(function) as usize;
            for (at, argument) in arguments.iter().enumerate() {
                if at >= count && is_value(*argument) && self.is_address(*argument) {
                    self.memories.insert(None);
                } else if passed[at] && at < count && !is_pointer(LLVMGetParam(function, at as u32)) {
                    self.numbers.insert(LLVMGetParam(function, at as u32));
                }
            }
            self.results.contains(&Some(function))
        }
    }
}

fn is_value(argument: LLVMValueRef) -> bool {
    // SAFETY: the argument is alive.
    unsafe { LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMTypeKind::LLVMMetadataTypeKind }
}

fn is_pointer(value: LLVMValueRef) -> bool {
    // SAFETY: the value is alive.
    unsafe { LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMTypeKind::LLVMPointerTypeKind }
}

fn is_constant(value: LLVMValueRef) -> bool {
    // SAFETY: the value is alive.
    unsafe { LLVMIsConstant(value) != 0 }
}

/// Whether a value of a type that is no constant may be an address or have one as a part.
unsafe fn may_hold_pointer(kind: LLVMTypeRef) -> bool {
    // SAFETY: the caller's type is alive.
    unsafe {
        matches!(
            LLVMGetTypeKind(kind),
            LLVMTypeKind::LLVMPointerTypeKind
                | LLVMTypeKind::LLVMStructTypeKind
                | LLVMTypeKind::LLVMArrayTypeKind
                | LLVMTypeKind::LLVMVectorTypeKind
        )
    }
}

/// Whether a call has a value among its arguments.
fn passes(call: LLVMValueRef, value: LLVMValueRef) -> bool {
    // SAFETY: the call is alive.
    unsafe { (0..LLVMGetNumArgOperands(call)).any(|at| LLVMGetOperand(call, at) == value) }
}

/// What an address is in, as far as places in it are computed from one address.
fn object(mut address: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: the address is alive, and asked as what it is.
    unsafe {
        loop {
            let is_expression = !LLVMIsAConstantExpr(address).is_null();
            let is_step = !LLVMIsAGetElementPtrInst(address).is_null()
                || is_expression && LLVMGetConstOpcode(address) == LLVMOpcode::LLVMGetElementPtr;
            if !is_step {
                return address;
            }
            address = LLVMGetOperand(address, 0);
        }
    }
}

/// Whether two numbers are addresses in one object: their distance tells nothing of where it is.
unsafe fn is_distance(left: LLVMValueRef, right: LLVMValueRef) -> bool {
    // SAFETY: the caller's values are alive.
    unsafe {
        let address = |value: LLVMValueRef| {
            let is_cast = !LLVMIsAPtrToIntInst(value).is_null()
                || !LLVMIsAConstantExpr(value).is_null() && LLVMGetConstOpcode(value) == LLVMOpcode::LLVMPtrToInt;
            is_cast.then(|| object(LLVMGetOperand(value, 0)))
        };
        address(left).is_some_and(|object| address(right) == Some(object))
    }
}

/// Whether a variable is only read, written and copied under its own name.
unsafe fn goes_nowhere(variable: LLVMValueRef) -> bool {
    let mut pointers = vec![variable];
    while let Some(pointer) = pointers.pop() {
        for user in module::users(pointer) {
            // SAFETY: the user is alive, and asked for operands that it has.
            unsafe {
                let is_instruction = !LLVMIsAInstruction(user).is_null();
                if !is_instruction {
                    let is_step = !LLVMIsAConstantExpr(user).is_null()
                        && LLVMGetConstOpcode(user) == LLVMOpcode::LLVMGetElementPtr;
                    if !is_step {
                        return false;
                    }
                    pointers.push(user);
                    continue;
                }
                match LLVMGetInstructionOpcode(user) {
                    LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMICmp => {}
                    LLVMOpcode::LLVMStore if LLVMGetOperand(user, 0) != pointer => {}
                    LLVMOpcode::LLVMGetElementPtr => pointers.push(user),
                    LLVMOpcode::LLVMCall => {
                        let is_harmless = ["llvm.dbg", "llvm.lifetime", "llvm.memcpy", "llvm.memmove", "llvm.memset"];
                        if !is_harmless.iter().any(|name| module::calls_intrinsic(user, name)) {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
        }
    }
    true
}
