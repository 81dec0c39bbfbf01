//! LLVM's intrinsic functions: which family each belongs to. Those that compute something are
//! expanded into commands.

use super::function::FunctionImporter;
use super::llvm::Value;
use super::{Step, Stop};
use euclase_program::{CommandKind, Constant, Terminator, Type};

impl FunctionImporter<'_, '_> {
    /// Reads a call of an intrinsic, which is given without the types in its name.
    pub fn intrinsic(&mut self, intrinsic: &str, call: Value, name: Option<String>) -> Step<()> {
        let short = intrinsic.strip_prefix("llvm.").unwrap_or(intrinsic);
        match short {
            "dbg.value" => {
                self.variable_value(call);
                Ok(())
            }
            "dbg.declare" => {
                self.variable_object(call);
                Ok(())
            }
            // The user's hints are gone: what is left, LLVM has made of branches that cannot be taken.
            "assume" => {
                let condition = self.scalar(call.operand(0))?;
                self.perform(CommandKind::Assume(condition));
                Ok(())
            }
            // Hints, and marks for other tools.
            "dbg.assign"
            | "dbg.label"
            | "lifetime.start"
            | "lifetime.end"
            | "invariant.end"
            | "experimental.noalias.scope.decl"
            | "sideeffect"
            | "donothing"
            | "prefetch"
            | "var.annotation"
            | "pseudoprobe"
            | "stackrestore" => Ok(()),
            "stacksave" | "invariant.start" => self.constant_result(call, 0),
            "is.constant" => self.constant_result(call, 0),
            "objectsize" => {
                // The size is not known: the least or the most it can be.
                let least = call.operand(1).unsigned() == Some(1);
                self.constant_result(call, if least { 0 } else { u64::MAX })
            }
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "ssa.copy"
            | "arithmetic.fence" => {
                let operand = self.operand(call.operand(0))?;
                self.bind(call, &operand);
                Ok(())
            }
            "memcpy" | "memcpy.inline" | "memmove" => self.memory_copy(call),
            "memset" | "memset.inline" => {
                let (to, byte) = (self.scalar(call.operand(0))?, self.scalar(call.operand(1))?);
                let size = self.scalar(call.operand(2))?;
                self.perform(CommandKind::MemorySet { to, byte, size });
                Ok(())
            }
            // The program is killed.
            "trap" | "ubsantrap" | "debugtrap" => Err(Stop::End(Terminator::Exit)),
            _ => {
                if self.integer_intrinsic(short, call, &name)? || self.float_intrinsic(short, call, &name)? {
                    return Ok(());
                }
                Err(Stop::unsupported(format!("the intrinsic {intrinsic}")))
            }
        }
    }

    /// Makes a call's result a number, or an address.
    fn constant_result(&mut self, call: Value, number: u64) -> Step<()> {
        let ty = self.scalar_type(call)?;
        let width = ty.width(self.importer.program.pointer_width);
        let bits = euclase_program::BitVecValue::new(width, number);
        let constant = match ty {
            Type::Int(_) | Type::Pointer => self.function.constant(ty, Constant::Bits(bits)),
            Type::Float(_) => return Err(Stop::unsupported("a constant of a floating-point type")),
        };
        self.bind(call, &[constant]);
        Ok(())
    }
}
