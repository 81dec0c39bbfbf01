//! Phis that always have the same value.

use super::substitution::Substitution;
use crate::function::Function;
use crate::graph::Cfg;
use crate::id::ValueId;

/// Replaces phis whose arguments are all one value, or the phi itself, by that value. Blocks that
/// cannot be reached are left alone: the value need not reach them.
pub fn remove_trivial_phis(function: &mut Function) -> bool {
    let cfg = Cfg::of(function);
    let mut substitution = Substitution::new(function);
    let mut dropped = vec![false; function.value_count()];
    loop {
        let mut changed = false;
        for id in cfg.reverse_postorder() {
            for phi in &function.block(*id).phis {
                if dropped[phi.result.index()] {
                    continue;
                }
                let arguments = phi.arguments.iter().map(|(_, value)| *value);
                if let Some(value) = only_value(&mut substitution, phi.result, arguments) {
                    substitution.replace(phi.result, value);
                    dropped[phi.result.index()] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    if substitution.is_empty() {
        return false;
    }
    for block in &mut function.blocks {
        block.phis.retain(|phi| !dropped[phi.result.index()]);
    }
    substitution.apply(function);
    true
}

/// The one value besides the phi itself among the arguments, if there is just one.
fn only_value(
    substitution: &mut Substitution,
    result: ValueId,
    arguments: impl Iterator<Item = ValueId>,
) -> Option<ValueId> {
    let mut only = None;
    for argument in arguments {
        let argument = substitution.resolve(argument);
        if argument == result || only == Some(argument) {
            continue;
        }
        if only.is_some() {
            return None;
        }
        only = Some(argument);
    }
    only
}
