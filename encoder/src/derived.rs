//! Values that are computed again where they are used instead of being kept.
//!
//! A size `4 * n` that is computed before a loop and used in it would be a variable of the state beside `n`, and a proof would first
//! have to find out that the two belong together. So what can be computed from values that are state anyway is no state: its
//! term stands where it is used. Nothing is lost, since such a value has no choice.

use crate::locations::Locations;
use crate::prepare::Prepared;
use crate::region::Region;
use euclase_program::{
    BinaryOp, BlockId, CastOp, Cfg, CommandKind, Definition, Function, Liveness, Program, Type, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many values deep a computation may be.
const MOST_DEEP: usize = 6;

/// The values that are computed again.
#[derive(Default)]
pub(crate) struct Derived {
    /// For each, the values that it is computed from, which are kept. What lies between is computed with it.
    leaves: FxHashMap<ValueId, Vec<ValueId>>,
}

impl Derived {
    /// Finds the values of a function; also gives which values are alive where, the derived ones left out.
    pub fn of(program: &Program, prepared: &Prepared, cfg: &Cfg, locations: &Locations) -> (Derived, Liveness) {
        let function = &prepared.function;
        let liveness = Liveness::of_values_alive_at(function, cfg, &locations.blocks);
        let mut finder = Finder {
            program,
            prepared,
            function,
            definitions: function.definitions(),
            alive_at: alive_at(&liveness, &locations.blocks),
            redefined: redefined(function, locations, &liveness),
            candidates: FxHashMap::default(),
        };
        let mut alive: Vec<ValueId> = finder.alive_at.keys().copied().collect();
        alive.sort_unstable();
        alive.iter().for_each(|value| drop(finder.leaves(*value, MOST_DEEP)));
        let found = finder.candidates.into_iter().filter_map(|(value, leaves)| Some((value, leaves?)));
        let derived = Derived { leaves: found.collect() };
        if derived.leaves.is_empty() {
            return (derived, liveness);
        }
        let leaves = |value: ValueId| derived.leaves.get(&value).map(Vec::as_slice);
        let liveness = Liveness::of_values_made_of(function, cfg, &locations.blocks, &leaves);
        (derived, liveness)
    }

    /// Whether a value is computed again where it is used.
    pub fn contains(&self, value: ValueId) -> bool {
        self.leaves.contains_key(&value)
    }
}

/// The locations at which each value is alive.
fn alive_at(liveness: &Liveness, blocks: &[BlockId]) -> FxHashMap<ValueId, Vec<BlockId>> {
    let mut found: FxHashMap<ValueId, Vec<BlockId>> = FxHashMap::default();
    for block in blocks {
        liveness.at_entry(*block).iter().for_each(|value| found.entry(*value).or_default().push(*block));
    }
    found
}

/// The values of which a step may need what they were before it and what they are in it.
fn redefined(function: &Function, locations: &Locations, liveness: &Liveness) -> FxHashSet<ValueId> {
    let definitions = function.definitions();
    let mut found = FxHashSet::default();
    for start in &locations.blocks {
        let region = Region::of(function, locations, *start);
        let is_in_region = |value: &&ValueId| {
            let home = definitions[value.index()].block();
            home.is_some_and(|home| region.last_part.contains_key(&home))
        };
        found.extend(liveness.at_entry(*start).iter().filter(is_in_region));
    }
    found
}

struct Finder<'a> {
    program: &'a Program,
    prepared: &'a Prepared,
    function: &'a Function,
    definitions: Vec<Definition>,
    alive_at: FxHashMap<ValueId, Vec<BlockId>>,
    redefined: FxHashSet<ValueId>,
    /// What values could be computed from, as far as that was asked for.
    candidates: FxHashMap<ValueId, Option<Vec<ValueId>>>,
}

impl Finder<'_> {
    /// Whether computing a value from others costs no more state than the value does.
    fn is_worth(&self, value: ValueId, leaves: &[ValueId]) -> bool {
        let Some(homes) = self.alive_at.get(&value) else { return true };
        let width = |value: ValueId| self.function.type_of(value).width(self.program.pointer_width);
        let is_alive = |leaf: &ValueId| {
            let at = self.alive_at.get(leaf).map(Vec::as_slice).unwrap_or_default();
            // The phis of a location are state there.
            let own = |home: &BlockId| self.definitions[leaf.index()].block() == Some(*home);
            homes.iter().all(|home| at.contains(home) || own(home))
        };
        let takes_its_place = leaves.len() == 1 && width(leaves[0]) <= width(value);
        takes_its_place || leaves.iter().all(is_alive)
    }

    /// The values that a value is computed from and that are not computed themselves; none if it is kept.
    fn leaves(&mut self, value: ValueId, depth: usize) -> Option<Vec<ValueId>> {
        if let Some(known) = self.candidates.get(&value) {
            return known.clone();
        }
        let found = self.find_leaves(value, depth).filter(|leaves| self.is_worth(value, leaves));
        self.candidates.insert(value, found.clone());
        found
    }

    fn find_leaves(&mut self, value: ValueId, depth: usize) -> Option<Vec<ValueId>> {
        if depth == 0 || self.redefined.contains(&value) || self.prepared.reasons.contains_key(&value) {
            return None;
        }
        let Definition::Command(block, position) = self.definitions[value.index()] else { return None };
        let kind = &self.function.block(block).commands[position].kind;
        if !self.is_simple(kind, value) {
            return None;
        }
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        let mut leaves = Vec::new();
        for operand in operands {
            if self.is_constant(operand) {
                continue;
            }
            // What cannot be computed itself is kept.
            let of_operand = self.leaves(operand, depth - 1).unwrap_or_else(|| vec![operand]);
            leaves.extend(of_operand.into_iter().filter(|leaf| !leaves.contains(leaf)).collect::<Vec<_>>());
        }
        (!leaves.is_empty()).then_some(leaves)
    }

    fn is_constant(&self, value: ValueId) -> bool {
        self.function.constant_of(value).is_some() || self.prepared.memory.fixed.contains_key(&value)
    }

    /// Whether a command is cheap to say twice: what solvers see through at once.
    fn is_simple(&self, kind: &CommandKind, result: ValueId) -> bool {
        let is_number = |value: ValueId| match self.function.type_of(value) {
            Type::Int(width) => width > 1,
            Type::Pointer => true,
            Type::Float(_) => false,
        };
        if !is_number(result) {
            return false;
        }
        match kind {
            CommandKind::Cast(CastOp::Zext | CastOp::Sext | CastOp::PtrToInt | CastOp::IntToPtr, from) => {
                is_number(*from)
            }
            CommandKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => true,
            CommandKind::Binary(BinaryOp::Mul | BinaryOp::Shl, a, b) => self.is_constant(*a) || self.is_constant(*b),
            CommandKind::Address { indices, .. } => indices.len() <= 1,
            _ => false,
        }
    }
}
