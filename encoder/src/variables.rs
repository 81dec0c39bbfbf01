//! Which variables of the source have which values in the locations.

use crate::locations::Locations;
use euclase_program::{BlockId, Cfg, Command, CommandKind, Function, Program, ValueId, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How many values of variables are looked at before the flow of control is given up on, and only
/// what stands at the beginning of a location counts.
const LIMIT: usize = 10_000_000;

/// The values of variables, by variable. A variable that is missing may have any.
type Known = FxHashMap<VariableId, ValueId>;

/// What is known about the variables of a function.
pub(crate) struct Variables {
    /// For each location that is a block, the variables and their values, in the order of the variables.
    pub at: Vec<Vec<(VariableId, ValueId)>>,
    /// For each value, a variable that has it somewhere.
    pub names: FxHashMap<ValueId, VariableId>,
}

impl Variables {
    /// The variables in a function and its locations. The graph is that of the prepared function,
    /// in which control reaches the same blocks or fewer.
    pub fn of(program: &Program, function: &Function, cfg: &Cfg, locations: &Locations) -> Variables {
        let mut names = FxHashMap::default();
        for command in function.blocks.iter().flat_map(|block| &block.commands) {
            if let CommandKind::Variable(variable, value) = command.kind
                && !program.variable(variable).name.is_empty()
                && function.constant_of(value).is_none()
            {
                names.entry(value).or_insert(variable);
            }
        }
        let holders = holders(function);
        let entering = flow(function, cfg, &holders).unwrap_or_default();
        let at = locations.blocks.iter().map(|block| {
            let mut known = entering.get(block.index()).cloned().flatten().unwrap_or_default();
            forget_phis(&mut known, function, *block, &holders);
            let is_variable = |command: &&Command| matches!(command.kind, CommandKind::Variable(..));
            function.block(*block).commands.iter().take_while(is_variable).for_each(|c| apply(&mut known, c));
            let mut known: Vec<(VariableId, ValueId)> =
                known.iter().map(|(variable, value)| (*variable, *value)).collect();
            known.sort();
            known
        });
        Variables { at: at.collect(), names }
    }
}

/// For each value, the variables that have it somewhere.
type Holders = FxHashMap<ValueId, Vec<VariableId>>;

fn holders(function: &Function) -> Holders {
    let mut holders = Holders::default();
    for command in function.blocks.iter().flat_map(|block| &block.commands) {
        if let CommandKind::Variable(variable, value) = command.kind {
            let known = holders.entry(value).or_default();
            if !known.contains(&variable) {
                known.push(variable);
            }
        }
    }
    holders
}

/// A value is computed anew: variables keep the one from before, which is nowhere any more.
fn forget(known: &mut Rc<Known>, value: ValueId, holders: &Holders) {
    for variable in holders.get(&value).into_iter().flatten() {
        if known.get(variable) == Some(&value) {
            Rc::make_mut(known).remove(variable);
        }
    }
}

fn forget_phis(known: &mut Rc<Known>, function: &Function, block: BlockId, holders: &Holders) {
    function.block(block).phis.iter().for_each(|phi| forget(known, phi.result, holders));
}

fn apply(known: &mut Rc<Known>, command: &Command) {
    if let CommandKind::Variable(variable, value) = command.kind {
        Rc::make_mut(known).insert(variable, value);
    }
}

/// For each block that can be reached, what is known where it begins: on all ways there, the value
/// given last is the same. Nothing if that is too much to find out.
fn flow(function: &Function, cfg: &Cfg, holders: &Holders) -> Option<Vec<Option<Rc<Known>>>> {
    let mut entering: Vec<Option<Rc<Known>>> = vec![None; function.blocks.len()];
    let mut leaving: Vec<Option<Rc<Known>>> = vec![None; function.blocks.len()];
    let mut work = 0;
    let mut changed: FxHashSet<usize> = cfg.reverse_postorder().iter().map(|block| block.index()).collect();
    while !changed.is_empty() {
        for block in cfg.reverse_postorder() {
            if !changed.remove(&block.index()) {
                continue;
            }
            let mut known: Option<Rc<Known>> = None;
            for from in cfg.predecessors(*block) {
                let Some(other) = &leaving[from.index()] else { continue };
                match &mut known {
                    None => known = Some(Rc::clone(other)),
                    Some(known) if Rc::ptr_eq(known, other) => {}
                    Some(known) => {
                        work += known.len();
                        if known.iter().any(|(variable, value)| other.get(variable) != Some(value)) {
                            Rc::make_mut(known).retain(|variable, value| other.get(variable) == Some(value));
                        }
                    }
                }
            }
            let known = known.unwrap_or_default();
            // Once known, less can only become known if what comes before changed.
            if let Some(before) = &entering[block.index()] {
                work += known.len();
                if Rc::ptr_eq(before, &known) || **before == *known {
                    continue;
                }
            }
            entering[block.index()] = Some(Rc::clone(&known));
            let mut after = known;
            forget_phis(&mut after, function, *block, holders);
            for command in &function.block(*block).commands {
                command.results.iter().for_each(|result| forget(&mut after, *result, holders));
                if matches!(command.kind, CommandKind::Variable(..)) {
                    work += after.len();
                    apply(&mut after, command);
                }
            }
            leaving[block.index()] = Some(after);
            changed.extend(cfg.successors(*block).map(|to| to.index()));
            if work > LIMIT {
                return None;
            }
        }
    }
    Some(entering)
}
