//! What all steps share: terms, names, constants, state variables and inputs.

use crate::EncodeError;
use crate::derived::Derived;
use crate::locations::Locations;
use crate::memory::MemoryLevel;
use crate::names::Names;
use crate::operators::{constant, sort_of};
use crate::places::Places;
use crate::prepare::Prepared;
use crate::source_map::{InputEntry, InputReason, MemoryInput, MemoryPart, Place};
use euclase_logic::{Sort, TermId, Terms};
use euclase_program::{
    BlockId, Constant, Definition, FunctionId, GlobalId, Liveness, LocationId, MadeUp, NondetOrigin, Program, RegionId,
    ValueId,
};
use rustc_hash::FxHashMap;

/// An address that is the same in all states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Base {
    Global(GlobalId),
    Function(FunctionId),
}

/// A state variable that never changes: the address of something.
pub(crate) struct Rigid {
    /// The variable.
    pub variable: TermId,
    /// Its name.
    pub symbol: String,
    /// A constant of the function that it is, possibly but for an offset.
    pub value: ValueId,
}

/// Everything that is known or made while steps are encoded.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub prepared: &'a Prepared,
    pub liveness: &'a Liveness,
    /// The values that are computed again where they are used.
    pub derived: Derived,
    pub locations: &'a Locations,
    pub places: &'a Places<'a>,
    pub definitions: Vec<Definition>,
    pub terms: Terms,
    pub names: Names,
    /// For each value that is state, the variable.
    pub states: Vec<Option<TermId>>,
    /// The addresses met so far, in the order in which they were met.
    pub rigid: Vec<Rigid>,
    rigid_of: FxHashMap<Base, usize>,
    /// The inputs, and where they come from.
    pub inputs: Vec<TermId>,
    pub input_entries: Vec<InputEntry>,
    constants: Vec<Option<TermId>>,
}

impl<'a> Context<'a> {
    pub fn new(
        program: &'a Program,
        prepared: &'a Prepared,
        liveness: &'a Liveness,
        locations: &'a Locations,
        places: &'a Places<'a>,
    ) -> Self {
        let count = prepared.function.value_count();
        Context {
            program,
            prepared,
            liveness,
            derived: Derived::default(),
            locations,
            places,
            definitions: prepared.function.definitions(),
            terms: Terms::new(),
            names: Names::default(),
            states: vec![None; count],
            rigid: Vec::new(),
            rigid_of: FxHashMap::default(),
            inputs: Vec::new(),
            input_entries: Vec::new(),
            constants: vec![None; count],
        }
    }

    /// The sort of a value.
    pub fn sort(&mut self, value: ValueId) -> Sort {
        if let Some(sort) = self.prepared.memory.sort(&mut self.terms, value, self.program.pointer_width) {
            return sort;
        }
        sort_of(self.prepared.function.type_of(value), self.program.pointer_width)
    }

    /// Whether a value is alive where a block begins.
    pub fn is_live(&self, value: ValueId, block: BlockId) -> bool {
        self.liveness.is_live(value, block) || self.prepared.memory.is_live(value, block)
    }

    /// The values that are alive where a block begins.
    pub fn alive_at(&self, block: BlockId) -> Vec<ValueId> {
        let memory = self.prepared.memory.at_entry(block);
        self.liveness.at_entry(block).iter().chain(memory).copied().collect()
    }

    /// The term of a value that is a constant.
    pub fn constant(&mut self, value: ValueId) -> Option<TermId> {
        if let Some(term) = self.constants[value.index()] {
            return Some(term);
        }
        let (width, prepared) = (self.program.pointer_width, self.prepared);
        if let Some(address) = prepared.memory.fixed.get(&value) {
            return Some(self.terms.bv(width, *address));
        }
        let exact = prepared.level != MemoryLevel::Registers;
        let term = match prepared.function.constant_of(value)? {
            Constant::Bits(bits) => constant(&mut self.terms, bits),
            Constant::Global(global, offset) if exact => {
                let address = prepared.memory.addresses.global(*global).wrapping_add_signed(*offset);
                self.terms.bv(width, address)
            }
            Constant::Function(function) if exact => {
                self.terms.bv(width, prepared.memory.addresses.function(*function))
            }
            Constant::Global(global, offset) => {
                let base = self.rigid(Base::Global(*global), value);
                let offset = self.terms.bv(self.program.pointer_width, *offset as u64);
                self.terms.bv_add(base, offset)
            }
            Constant::Function(function) => self.rigid(Base::Function(*function), value),
        };
        self.constants[value.index()] = Some(term);
        Some(term)
    }

    fn rigid(&mut self, base: Base, value: ValueId) -> TermId {
        if let Some(known) = self.rigid_of.get(&base) {
            return self.rigid[*known].variable;
        }
        let name = match base {
            Base::Global(global) => &self.program.global(global).name,
            Base::Function(function) => &self.program.function(function).name,
        };
        let symbol = self.names.unique(&format!("address.{name}"));
        let variable = self.terms.var(&symbol, Sort::BitVec(self.program.pointer_width));
        self.rigid_of.insert(base, self.rigid.len());
        self.rigid.push(Rigid { variable, symbol, value });
        variable
    }

    /// A new input: a value that is arbitrary in the step from a location.
    pub fn input(&mut self, location: usize, value: ValueId, reason: Reason<'_>, at: Option<LocationId>) -> TermId {
        let place = self.place(at);
        let (stem, reason) = match (reason, self.prepared.reasons.get(&value)) {
            (_, Some(reason @ (InputReason::Approximated(what) | InputReason::Address(what)))) => {
                let stem = what.split(' ').next().unwrap_or("approximated");
                (stem.to_string(), reason.clone())
            }
            (_, Some(reason @ InputReason::Nondet(what))) => (what.clone(), reason.clone()),
            (Reason::Parameter(name), None) => {
                (name.to_string(), InputReason::Nondet(format!("argument '{name}' of the program")))
            }
            (Reason::Origin(origin), None) => (stem(origin), InputReason::Nondet(origin.to_string())),
        };
        let line = place.as_ref().map(|place| place.line).filter(|line| *line > 0);
        let symbol = self.names.unique(&line.map_or(stem.clone(), |line| format!("{stem}.{line}")));
        let sort = self.sort(value);
        let input = self.terms.var(&symbol, sort);
        self.inputs.push(input);
        self.input_entries.push(InputEntry { symbol, location, value: value.0, memory: None, reason, place });
        if !self.prepared.addresses.contains(&value) {
            return input;
        }
        // Any address but null, without a constraint on steps.
        let (zero, one) = (self.terms.bv(self.program.pointer_width, 0), self.terms.bv(self.program.pointer_width, 1));
        let null = self.terms.eq(input, zero);
        self.terms.ite(null, one, input)
    }

    /// A new input that is a part of memory; what is filled starts at an address.
    pub fn memory_input(
        &mut self,
        location: usize,
        (part, address): (MemoryInput, ValueId),
        reason: InputReason,
        at: Option<LocationId>,
    ) -> TermId {
        let (place, prepared) = (self.place(at), self.prepared);
        let region = RegionId(part.region);
        let sort = match part.part {
            MemoryPart::Cell(_) | MemoryPart::StartCell(_) => Sort::BitVec(8 * prepared.memory.cell_bytes(region)),
            MemoryPart::Start | MemoryPart::All => {
                prepared.memory.content_sort(&mut self.terms, region, self.program.pointer_width)
            }
        };
        let symbol = self.names.unique(&format!("{}.any", prepared.memory.regions.region(region).name));
        let input = self.terms.var(&symbol, sort);
        self.inputs.push(input);
        self.input_entries.push(InputEntry { symbol, location, value: address.0, memory: Some(part), reason, place });
        input
    }

    /// A new input that is a value of memory after a call.
    pub fn changed_content(&mut self, location: usize, content: ValueId, at: Option<LocationId>) -> TermId {
        let name = self.prepared.function.value(content).name.as_deref().unwrap_or("memory");
        let symbol = self.names.unique(&format!("{name}.after"));
        let sort = self.sort(content);
        let input = self.terms.var(&symbol, sort);
        let (place, reason) = (self.place(at), InputReason::Approximated("what a call does".into()));
        self.inputs.push(input);
        self.input_entries.push(InputEntry { symbol, location, value: content.0, memory: None, reason, place });
        input
    }

    /// A place in the source.
    pub fn place(&self, location: Option<LocationId>) -> Option<Place> {
        let location = self.program.location(location?);
        let (file, function) = (location.file.clone(), location.scope.clone());
        let inlined_at = location.inlined_at.map(|call| call.0);
        Some(Place { file, line: location.line, column: location.column, function, inlined_at })
    }

    /// An error that a valid program cannot cause.
    pub fn invalid(&self, value: ValueId) -> EncodeError {
        let name = &self.prepared.function.name;
        EncodeError { message: format!("value {} of '{name}' is used where it is not defined", value.0) }
    }
}

/// Why a value is arbitrary.
pub(crate) enum Reason<'a> {
    /// It is a parameter of the program.
    Parameter(&'a str),
    /// A command says so.
    Origin(&'a NondetOrigin),
}

/// How an input is named after where it comes from.
fn stem(origin: &NondetOrigin) -> String {
    match origin {
        NondetOrigin::Input(name) => name.strip_prefix("__VERIFIER_").unwrap_or(name).to_string(),
        NondetOrigin::Uninitialised(name) | NondetOrigin::External(name) | NondetOrigin::Havoc(name) => {
            name.to_string()
        }
        NondetOrigin::Fails(name) => format!("{name}.fails"),
        NondetOrigin::MadeUp(MadeUp::Library(name)) => name.to_string(),
        NondetOrigin::MadeUp(MadeUp::Printing) => "printing".into(),
        NondetOrigin::MadeUp(MadeUp::Assembly) => "assembly".into(),
        NondetOrigin::Watched => "watched".into(),
        NondetOrigin::Undef => "undefined".into(),
    }
}
