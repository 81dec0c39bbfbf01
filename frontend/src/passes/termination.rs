//! Loops that surely end, and the branches that decide whether the others do.
//!
//! A loop that never ends keeps everything behind it from happening, an error included. Slicing
//! therefore keeps the branches that can leave a loop, unless it counts: where a counter changes
//! by an odd number, it takes all values its type has before it repeats one, so a test against a
//! bound that does not change fails sooner or later if there is any value for which it fails.

use euclase_program::{
    BinaryOp, BitVecValue, BlockId, Cfg, CommandKind, Definition, Function, Loop, Predicate, Terminator, ValueId,
};
use rustc_hash::FxHashSet;

/// The blocks whose ends decide whether a loop is left, for all loops that may run for ever.
pub(super) fn deciding_branches(function: &Function, cfg: &Cfg) -> Vec<BlockId> {
    let mut found = Vec::new();
    let branches = |block: &BlockId| cfg.successors(*block).count() > 1;
    if !cfg.is_reducible() {
        for component in cfg.cyclic_components() {
            found.extend(component.into_iter().filter(branches));
        }
        return found;
    }
    let definitions = function.definitions();
    for cycle in cfg.loops() {
        let body: FxHashSet<BlockId> = cycle.blocks.iter().copied().collect();
        let leaves = |block: &BlockId| cfg.successors(*block).any(|target| !body.contains(&target));
        let counter = Counting { function, cfg, definitions: &definitions, cycle: &cycle, body: &body };
        let exits: Vec<BlockId> = cycle.blocks.iter().copied().filter(leaves).collect();
        if !exits.iter().any(|exit| counter.surely_taken(*exit)) {
            found.extend(exits);
        }
    }
    found
}

struct Counting<'a> {
    function: &'a Function,
    cfg: &'a Cfg,
    definitions: &'a [Definition],
    cycle: &'a Loop,
    body: &'a FxHashSet<BlockId>,
}

impl Counting<'_> {
    /// Whether control leaves the loop at the end of a block in some round, for sure.
    fn surely_taken(&self, exit: BlockId) -> bool {
        let Terminator::Branch(condition, then, otherwise) = self.function.block(exit).terminator else { return false };
        let stays_if = match (self.body.contains(&then), self.body.contains(&otherwise)) {
            (true, false) => true,
            (false, true) => false,
            _ => return false,
        };
        if !self.cycle.latches.iter().all(|latch| self.cfg.dominates(exit, *latch)) {
            return false;
        }
        let Some(CommandKind::Compare(predicate, a, b)) = self.command(condition) else { return false };
        let (predicate, bound) = if self.counts(*a) && self.is_invariant(*b) {
            (*predicate, *b)
        } else if self.counts(*b) && self.is_invariant(*a) {
            (swapped(*predicate), *a)
        } else {
            return false;
        };
        let stays = if stays_if { predicate } else { negated(predicate) };
        can_fail(stays, self.function.bits_of(bound))
    }

    fn command(&self, value: ValueId) -> Option<&CommandKind> {
        match self.definitions[value.index()] {
            Definition::Command(block, position) => Some(&self.function.block(block).commands[position].kind),
            _ => None,
        }
    }

    fn is_invariant(&self, value: ValueId) -> bool {
        self.definitions[value.index()].block().is_none_or(|block| !self.body.contains(&block))
    }

    /// Whether a value changes by the same odd number in each round.
    fn counts(&self, value: ValueId) -> bool {
        if self.is_phi_that_counts(value) {
            return true;
        }
        self.step(value).is_some_and(|(phi, _)| self.is_phi_that_counts(phi))
    }

    fn is_phi_that_counts(&self, value: ValueId) -> bool {
        let Definition::Phi(block, position) = self.definitions[value.index()] else { return false };
        if block != self.cycle.head {
            return false;
        }
        let phi = &self.function.block(block).phis[position];
        let mut steps = self.cycle.latches.iter().map(|latch| phi.argument(*latch).and_then(|next| self.step(next)));
        let Some(Some(first)) = steps.next() else { return false };
        first.0 == value && first.1.bit(0) && steps.all(|step| step.as_ref() == Some(&first))
    }

    /// What a value is the sum of, if one part is constant.
    fn step(&self, value: ValueId) -> Option<(ValueId, BitVecValue)> {
        let Some(CommandKind::Binary(op, a, b)) = self.command(value) else { return None };
        match (op, self.function.bits_of(*a), self.function.bits_of(*b)) {
            (BinaryOp::Add, None, Some(step)) => Some((*a, step.clone())),
            (BinaryOp::Sub, None, Some(step)) => Some((*a, step.neg())),
            (BinaryOp::Add, Some(step), None) => Some((*b, step.clone())),
            _ => None,
        }
    }
}

fn swapped(predicate: Predicate) -> Predicate {
    use Predicate::*;
    match predicate {
        Eq | Ne => predicate,
        Ugt => Ult,
        Uge => Ule,
        Ult => Ugt,
        Ule => Uge,
        Sgt => Slt,
        Sge => Sle,
        Slt => Sgt,
        Sle => Sge,
    }
}

fn negated(predicate: Predicate) -> Predicate {
    use Predicate::*;
    match predicate {
        Eq => Ne,
        Ne => Eq,
        Ugt => Ule,
        Uge => Ult,
        Ult => Uge,
        Ule => Ugt,
        Sgt => Sle,
        Sge => Slt,
        Slt => Sge,
        Sle => Sgt,
    }
}

/// Whether there is a value for which a comparison with a bound is false, whatever the bound is.
fn can_fail(predicate: Predicate, bound: Option<&BitVecValue>) -> bool {
    use Predicate::*;
    match predicate {
        // A value other than the bound, or the bound itself.
        Eq | Ne | Ugt | Ult | Sgt | Slt => true,
        Uge => bound.is_some_and(|bound| !bound.is_zero()),
        Ule => bound.is_some_and(|bound| !bound.is_ones()),
        Sge => bound.is_some_and(|bound| *bound != BitVecValue::signed_min(bound.width())),
        Sle => bound.is_some_and(|bound| *bound != BitVecValue::signed_max(bound.width())),
    }
}
