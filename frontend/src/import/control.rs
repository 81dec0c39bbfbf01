//! Terminators.

use super::function::FunctionImporter;
use super::llvm::{self, Opcode, Value};
use super::{Step, Stop};
use euclase_program::{BlockId, Terminator};

impl FunctionImporter<'_, '_> {
    /// Reads a terminator, which always ends the block.
    pub fn terminator(&mut self, opcode: Opcode, instruction: Value) -> Step<()> {
        let terminator = match opcode {
            Opcode::LLVMRet if instruction.operand_count() == 0 => Terminator::Return(Vec::new()),
            Opcode::LLVMRet => Terminator::Return(self.operand(instruction.operand(0))?),
            Opcode::LLVMBr => self.branch(instruction)?,
            Opcode::LLVMSwitch => self.switch(instruction)?,
            Opcode::LLVMUnreachable => Terminator::Unreachable,
            _ => Terminator::Unsupported { what: word(opcode).into() },
        };
        Err(Stop::End(terminator))
    }

    fn target(&self, block: llvm::Block) -> Step<BlockId> {
        self.blocks.get(&block).copied().ok_or(Stop::Cut)
    }

    fn branch(&mut self, instruction: Value) -> Step<Terminator> {
        let mut targets = instruction.successors();
        let (then, otherwise) = (targets.next(), targets.next());
        let then = self.target(then.ok_or(Stop::Cut)?)?;
        let (Some(condition), Some(otherwise)) = (instruction.branch_condition(), otherwise) else {
            return Ok(Terminator::Jump(then));
        };
        let otherwise = self.target(otherwise)?;
        if then == otherwise {
            return Ok(Terminator::Jump(then));
        }
        Ok(Terminator::Branch(self.scalar(condition)?, then, otherwise))
    }

    fn switch(&mut self, instruction: Value) -> Step<Terminator> {
        let value = self.scalar(instruction.operand(0))?;
        let mut targets = instruction.successors();
        let default = self.target(targets.next().ok_or(Stop::Cut)?)?;
        let mut cases = Vec::new();
        // The operands: the value, the default, then a constant and a block for each case.
        for (position, target) in targets.enumerate() {
            let constant = instruction.operand(2 + 2 * position as u32);
            cases.push((constant.int_bits(), self.target(target)?));
        }
        Ok(Terminator::Switch { value, cases, default })
    }
}

/// An instruction that is not imported, in words.
pub(super) fn word(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::LLVMIndirectBr => "a computed goto (indirectbr)",
        Opcode::LLVMInvoke => "a call that may throw (invoke)",
        Opcode::LLVMCallBr => "assembly with jumps (callbr)",
        Opcode::LLVMResume => "exception handling (resume)",
        Opcode::LLVMLandingPad => "exception handling (landingpad)",
        Opcode::LLVMCleanupRet => "exception handling (cleanupret)",
        Opcode::LLVMCatchRet => "exception handling (catchret)",
        Opcode::LLVMCatchPad => "exception handling (catchpad)",
        Opcode::LLVMCleanupPad => "exception handling (cleanuppad)",
        Opcode::LLVMCatchSwitch => "exception handling (catchswitch)",
        Opcode::LLVMVAArg => "a variadic argument (va_arg)",
        Opcode::LLVMExtractElement => "a vector (extractelement)",
        Opcode::LLVMInsertElement => "a vector (insertelement)",
        Opcode::LLVMShuffleVector => "a vector (shufflevector)",
        Opcode::LLVMAddrSpaceCast => "another address space (addrspacecast)",
        _ => "an unknown instruction",
    }
}
