//! Which memory an address can be in: whole globals and allocas, told apart where that is sure.
//!
//! An object whose address is only computed with, loaded from and stored to cannot be reached
//! through any other address. All other memory, the heap included, is one.

use euclase_program::{
    CellData, Cfg, CommandKind, Constant, Function, FunctionId, GlobalId, Initial, Program, ValueId, evaluate,
};
use rustc_hash::FxHashSet;

/// A global or an alloca.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) enum Object {
    Global(GlobalId),
    Alloca(FunctionId, ValueId),
}

/// Where an address points: how far into an object, if that is constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub object: Object,
    pub offset: Option<i64>,
}

/// Memory that cannot overlap with other memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) enum Region {
    /// An object whose address does not escape.
    Own(Object),
    /// All the rest.
    Shared,
}

/// What is known about all addresses of a program.
pub(super) struct Objects {
    places: Vec<Vec<Option<Place>>>,
    escaped: FxHashSet<Object>,
    compared: FxHashSet<Object>,
    written: FxHashSet<Object>,
}

impl Objects {
    /// Looks at all functions. Blocks that cannot be reached count as well.
    pub fn of(program: &Program) -> Objects {
        let mut objects = Objects {
            places: Vec::with_capacity(program.functions.len()),
            escaped: FxHashSet::default(),
            compared: FxHashSet::default(),
            written: FxHashSet::default(),
        };
        for global in &program.globals {
            let Initial::Cells(cells) = &global.initial else { continue };
            for cell in cells {
                if let CellData::Value(_, Constant::Global(target, _)) = &cell.data {
                    objects.escaped.insert(Object::Global(*target));
                }
            }
        }
        for id in program.function_ids() {
            objects.places.push(places(program, id));
            objects.look_at_uses(program.function(id), id);
        }
        objects
    }

    /// Where an address points, if that is into one object for sure.
    pub fn place(&self, function: FunctionId, address: ValueId) -> Option<Place> {
        self.places[function.index()][address.index()]
    }

    /// The memory an address can be in.
    pub fn region(&self, function: FunctionId, address: ValueId) -> Region {
        match self.place(function, address) {
            Some(place) if !self.escaped.contains(&place.object) => Region::Own(place.object),
            _ => Region::Shared,
        }
    }

    /// Whether an object is only loaded from, stored to, copied and set, as a whole or in parts.
    pub fn is_private(&self, object: Object) -> bool {
        !self.escaped.contains(&object) && !self.compared.contains(&object)
    }

    /// Whether something may write to a global.
    pub fn may_be_written(&self, program: &Program, global: GlobalId) -> bool {
        let object = Object::Global(global);
        !program.global(global).constant && (self.escaped.contains(&object) || self.written.contains(&object))
    }

    fn look_at_uses(&mut self, function: &Function, id: FunctionId) {
        let Objects { places, escaped, compared, written } = self;
        let places = &places[id.index()];
        let object = |value: ValueId| places[value.index()].map(|place| place.object);
        for block in &function.blocks {
            let mut escape = |value: ValueId| escaped.extend(object(value));
            block.phis.iter().flat_map(|phi| &phi.arguments).for_each(|(_, value)| escape(*value));
            block.terminator.for_each_operand(&mut escape);
            for command in &block.commands {
                match &command.kind {
                    // An address computed from an unknown one has no place; its base has escaped then.
                    CommandKind::Address { indices, .. } => indices.iter().for_each(|(_, index)| escape(*index)),
                    CommandKind::Load { .. } | CommandKind::Variable(..) => {}
                    CommandKind::Store { address, value } => {
                        written.extend(object(*address));
                        escape(*value);
                    }
                    CommandKind::MemoryCopy { to, size, .. } => {
                        written.extend(object(*to));
                        escape(*size);
                    }
                    CommandKind::MemorySet { to, byte, size } => {
                        written.extend(object(*to));
                        escape(*byte);
                        escape(*size);
                    }
                    CommandKind::Compare(_, a, b) => compared.extend([object(*a), object(*b)].into_iter().flatten()),
                    kind => kind.for_each_operand(&mut escape),
                }
            }
        }
    }
}

/// Where the addresses of a function point.
fn places(program: &Program, id: FunctionId) -> Vec<Option<Place>> {
    let function = program.function(id);
    let mut places: Vec<Option<Place>> = (0..function.value_count())
        .map(|index| match function.constant_of(ValueId::new(index)) {
            Some(Constant::Global(global, offset)) => {
                Some(Place { object: Object::Global(*global), offset: Some(*offset) })
            }
            _ => None,
        })
        .collect();
    let cfg = Cfg::of(function);
    // Definitions come before uses in this order; what cannot be reached comes last, in any order.
    let unreachable = function.block_ids().filter(|block| !cfg.is_reachable(*block));
    for block in cfg.reverse_postorder().iter().copied().chain(unreachable) {
        for command in &function.block(block).commands {
            let [result] = command.results[..] else { continue };
            places[result.index()] = match &command.kind {
                CommandKind::Alloca { .. } => Some(Place { object: Object::Alloca(id, result), offset: Some(0) }),
                CommandKind::Address { base, offset, indices } => places[base.index()].map(|base| Place {
                    object: base.object,
                    offset: add(program, function, base.offset, *offset, indices),
                }),
                _ => None,
            };
        }
    }
    places
}

fn add(
    program: &Program,
    function: &Function,
    base: Option<i64>,
    offset: i64,
    indices: &[(i64, ValueId)],
) -> Option<i64> {
    let mut sum = base?.checked_add(offset)?;
    for (scale, index) in indices {
        let index = evaluate::resize_signed(function.bits_of(*index)?, program.pointer_width).to_signed();
        sum = sum.checked_add(i64::try_from(index).ok()?.checked_mul(*scale)?)?;
    }
    Some(sum)
}
