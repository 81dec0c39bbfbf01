//! The types of operands and results.

use super::function::FunctionChecker;
use crate::command::{Callee, Command, CommandKind, MemoryCheck, Terminator};
use crate::id::{FunctionId, ValueId};
use crate::operator::CastOp;
use crate::text::Types;
use crate::types::Type;
use rustc_hash::FxHashSet;

impl FunctionChecker<'_> {
    pub(super) fn check_command(&mut self, command: &Command) {
        use CommandKind::*;
        let function = self.function;
        let results: Vec<Type> = command.results.iter().map(|value| function.type_of(*value)).collect();
        let expected = match &command.kind {
            Binary(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, Type::is_int);
                vec![function.type_of(*a)]
            }
            Compare(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, |ty| !ty.is_float());
                vec![Type::BOOL]
            }
            FloatUnary(_, a) => {
                self.expect("an operand", *a, Type::is_float);
                vec![function.type_of(*a)]
            }
            FloatBinary(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, Type::is_float);
                vec![function.type_of(*a)]
            }
            FloatCompare(_, a, b) => {
                self.same_type("the operands", *a, *b);
                self.expect("an operand", *a, Type::is_float);
                vec![Type::BOOL]
            }
            Cast(op, a) => {
                if let [to] = results[..] {
                    let from = function.type_of(*a);
                    if !cast_fits(*op, from, to, self.program.pointer_width) {
                        self.report(format!("{} cannot go from {from} to {to}", op.word()));
                    }
                    vec![to]
                } else {
                    vec![function.type_of(*a)]
                }
            }
            Select(condition, then, otherwise) => {
                self.expect("a condition", *condition, |ty| ty == Type::BOOL);
                self.same_type("the alternatives", *then, *otherwise);
                vec![function.type_of(*then)]
            }
            Freeze(a) => vec![function.type_of(*a)],
            Nondet(_) => one_of(&results),
            Assume(condition) => {
                self.expect("a condition", *condition, |ty| ty == Type::BOOL);
                Vec::new()
            }
            Alloca { count, .. } => {
                count.iter().for_each(|count| self.expect("a count", *count, Type::is_int));
                vec![Type::Pointer]
            }
            HeapAllocate { size, .. } => {
                self.expect("a size", *size, Type::is_int);
                vec![Type::Pointer]
            }
            HeapFree(address) | Enter(address) | Leave(address) => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                Vec::new()
            }
            Load { address } => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                one_of(&results)
            }
            Check(MemoryCheck::Access { address, size, .. }) => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                self.expect("a size", *size, Type::is_int);
                Vec::new()
            }
            Check(MemoryCheck::Free { address } | MemoryCheck::Text { address } | MemoryCheck::Called { address }) => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                Vec::new()
            }
            Check(MemoryCheck::End { .. }) => Vec::new(),
            Store { address, .. } => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                Vec::new()
            }
            Address { base, indices, .. } => {
                self.expect("an address", *base, |ty| ty == Type::Pointer);
                indices.iter().for_each(|(_, index)| self.expect("an index", *index, Type::is_int));
                vec![Type::Pointer]
            }
            MemoryCopy { to, from, size } => {
                [to, from].iter().for_each(|address| self.expect("an address", **address, |ty| ty == Type::Pointer));
                self.expect("a size", *size, Type::is_int);
                Vec::new()
            }
            MemorySet { to, byte, size } => {
                self.expect("an address", *to, |ty| ty == Type::Pointer);
                self.expect("a byte", *byte, |ty| ty == Type::Int(8));
                self.expect("a size", *size, Type::is_int);
                Vec::new()
            }
            MemoryHavoc { to, size, .. } => {
                self.expect("an address", *to, |ty| ty == Type::Pointer);
                self.expect("a size", *size, Type::is_int);
                Vec::new()
            }
            Call { callee: Callee::Indirect(address), .. } => {
                self.expect("an address", *address, |ty| ty == Type::Pointer);
                results.clone()
            }
            Call { callee: Callee::Direct(callee), arguments } => {
                self.check_call(*callee, arguments);
                self.program.function(*callee).results.clone()
            }
            Variable(..) => Vec::new(),
        };
        if results != expected {
            self.report(format!("a command has results {}, not {}", Types(&results), Types(&expected)));
        }
    }

    fn check_call(&mut self, callee: FunctionId, arguments: &[ValueId]) {
        let callee = self.program.function(callee);
        let parameters: Vec<Type> = callee.parameters.iter().map(|value| callee.type_of(*value)).collect();
        let arguments: Vec<Type> = arguments.iter().map(|value| self.function.type_of(*value)).collect();
        let fits = if callee.variadic { arguments.starts_with(&parameters) } else { arguments == parameters };
        if !fits {
            let (parameters, arguments) = (Types(&parameters), Types(&arguments));
            self.report(format!("@{} takes {parameters} and is called with {arguments}", callee.name));
        }
    }

    pub(super) fn check_terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Branch(condition, ..) => self.expect("a condition", *condition, |ty| ty == Type::BOOL),
            Terminator::Switch { value, cases, .. } => {
                self.expect("a switch", *value, Type::is_int);
                let width = self.function.type_of(*value).width(self.program.pointer_width);
                let mut seen = FxHashSet::default();
                for (constant, _) in cases {
                    if constant.width() != width {
                        self.report(format!("a case of {} bits in a switch of {width}", constant.width()));
                    }
                    if !seen.insert(constant) {
                        self.report(format!("a switch has two cases {}", constant.to_signed()));
                    }
                }
            }
            Terminator::Return(values) => {
                let types: Vec<Type> = values.iter().map(|value| self.function.type_of(*value)).collect();
                if types != self.function.results {
                    self.report(format!("it returns {}, not {}", Types(&types), Types(&self.function.results)));
                }
            }
            _ => {}
        }
    }
}

/// The one result that a command has whose operands do not say its type.
fn one_of(results: &[Type]) -> Vec<Type> {
    results.first().map_or(vec![Type::BOOL], |ty| vec![*ty])
}

fn cast_fits(op: CastOp, from: Type, to: Type, pointer_width: u32) -> bool {
    let (narrow, wide) = (from.width(pointer_width), to.width(pointer_width));
    match op {
        CastOp::Zext | CastOp::Sext => from.is_int() && to.is_int() && narrow < wide,
        CastOp::Trunc => from.is_int() && to.is_int() && narrow > wide,
        CastOp::Bitcast => narrow == wide,
        CastOp::PtrToInt => from == Type::Pointer && to.is_int(),
        CastOp::IntToPtr => from.is_int() && to == Type::Pointer,
        CastOp::FpTrunc => from.is_float() && to.is_float() && narrow > wide,
        CastOp::FpExt => from.is_float() && to.is_float() && narrow < wide,
        CastOp::FpToUi | CastOp::FpToSi => from.is_float() && to.is_int(),
        CastOp::UiToFp | CastOp::SiToFp => from.is_int() && to.is_float(),
    }
}
