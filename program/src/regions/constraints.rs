//! What commands say about places: pointers flow, memory is accessed.
//!
//! One pass over the program, definitions before uses, finds the place of every value that may be an address: pointers,
//! and integers as wide as these. An integer is followed where it is copied and where a constant is added. Whatever else
//! happens to it exposes what it points to, and integers that come about otherwise are made: whether pointers made of
//! those can point to what was exposed is decided when all is known, with everything else that depends on it
//! ([`super::solve`]).

use super::Outside;
use super::classes::{Classes, Marks, Place};
use super::fields::Field;
use super::owners::{Owners, constant};
use crate::command::{Callee, CommandKind, Terminator};
use crate::function::{Constant, Function};
use crate::id::{FunctionId, ValueId};
use crate::operator::{BinaryOp, CastOp};
use crate::program::{CellData, Initial, Program};
use crate::source::NondetOrigin;
use crate::types::Type;
use euclase_logic::BitVecValue;

/// Bytes that are copied.
pub(super) struct Copy {
    pub to: Place,
    pub from: Place,
    pub size: Option<u64>,
}

/// A call of a function at an address.
pub(super) struct IndirectCall {
    pub caller: FunctionId,
    pub address: Place,
    pub arguments: Vec<ValueId>,
    pub results: Vec<ValueId>,
    /// The functions that it was linked with.
    pub linked: rustc_hash::FxHashSet<FunctionId>,
}

/// What has been found out, and what is left to be decided.
pub(super) struct Constraints<'a> {
    pub program: &'a Program,
    pub outside: Outside,
    pub owners: Owners,
    pub classes: Classes,
    /// The places of values, by function; none for those that are no addresses, or none of anything.
    pub places: Vec<Vec<Option<Place>>>,
    pub globals: Vec<Place>,
    functions: Vec<Place>,
    results: Vec<Vec<Option<Place>>>,
    pub copies: Vec<Copy>,
    /// Bytes that are written at once.
    pub ranges: Vec<(Place, Option<u64>)>,
    pub calls: Vec<IndirectCall>,
    /// Differences of two integers that may be addresses.
    pub differences: Vec<(Place, Place)>,
    /// Integers that are compared: whoever knows that one is an address can make a pointer of the other.
    pub comparisons: Vec<(Place, Place)>,
    /// Addresses with an index that may be an address itself.
    pub indexed: Vec<(Place, Place)>,
    /// Addresses in the initial values of globals: where, and what.
    pub initial: Vec<(Place, Place)>,
}

impl<'a> Constraints<'a> {
    pub fn of(program: &'a Program, outside: Outside) -> Constraints<'a> {
        let owners = Owners::of(program);
        let mut classes = Classes::new(program.pointer_width);
        let mut object = |index: usize| {
            let place = classes.fresh();
            classes.content_mut(place.node).objects.push((index as u32, 0));
            place
        };
        let globals = (0..program.globals.len()).map(&mut object).collect();
        let mut functions = Vec::with_capacity(program.functions.len());
        for id in program.function_ids() {
            let place = classes.fresh();
            classes.content_mut(place.node).functions.push(id);
            functions.push(place);
        }
        let places = program.functions.iter().map(|function| vec![None; function.value_count()]).collect();
        let mut constraints = Constraints {
            program,
            outside,
            owners,
            classes,
            places,
            globals,
            functions,
            results: Vec::new(),
            copies: Vec::new(),
            ranges: Vec::new(),
            calls: Vec::new(),
            differences: Vec::new(),
            comparisons: Vec::new(),
            indexed: Vec::new(),
            initial: Vec::new(),
        };
        constraints.initial_values();
        constraints.interfaces();
        for id in program.function_ids() {
            constraints.function(id);
        }
        constraints
    }

    /// Whether values of a type are followed.
    pub fn is_followed(&self, ty: Type) -> bool {
        ty == Type::Pointer || ty == Type::Int(self.program.pointer_width)
    }

    fn constant_place(&self, constant: &Constant) -> Option<Place> {
        match constant {
            Constant::Bits(_) => None,
            Constant::Global(global, offset) => Some(self.globals[global.index()].plus(*offset)),
            Constant::Function(function) => Some(self.functions[function.index()]),
        }
    }

    fn initial_values(&mut self) {
        for (index, global) in self.program.globals.iter().enumerate() {
            let place = self.globals[index];
            match &global.initial {
                Initial::Any => self.classes.mark(place, Marks::HAVOCKED),
                Initial::Cells(cells) => {
                    for cell in cells {
                        if let CellData::Value(ty, constant) = &cell.data
                            && let Some(target) = self.constant_place(constant)
                        {
                            self.initial.push((place.plus(cell.offset as i64), target));
                            if !self.is_followed(*ty) {
                                self.classes.mark(target, Marks::EXPOSED);
                            }
                        }
                    }
                }
            }
        }
    }

    /// The places of constants, parameters, results and phis.
    fn interfaces(&mut self) {
        for id in self.program.function_ids() {
            let function = self.program.function(id);
            for value in (0..function.value_count()).map(ValueId::new) {
                let place = function.constant_of(value).and_then(|constant| self.constant_place(constant));
                if let Some(place) = place.filter(|_| !self.is_followed(function.type_of(value))) {
                    self.classes.mark(place, Marks::EXPOSED);
                }
                self.places[id.index()][value.index()] = place;
            }
            let is_entry = self.program.entry == Some(id);
            for parameter in &function.parameters {
                let ty = function.type_of(*parameter);
                if self.is_followed(ty) {
                    let marks = match ty {
                        Type::Pointer if is_entry => Marks::OPEN,
                        _ => Marks::default(),
                    };
                    self.places[id.index()][parameter.index()] = Some(self.classes.marked(marks));
                }
            }
            let followed: Vec<bool> = function.results.iter().map(|ty| self.is_followed(*ty)).collect();
            let results = followed.into_iter().map(|is_followed| is_followed.then(|| self.classes.fresh()));
            let results = results.collect();
            self.results.push(results);
            for phi in function.blocks.iter().flat_map(|block| &block.phis) {
                if self.is_followed(function.type_of(phi.result)) {
                    self.places[id.index()][phi.result.index()] = Some(self.classes.fresh());
                }
            }
        }
    }

    fn function(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        for block in self.owners.order[id.index()].clone() {
            for command in &function.block(block).commands {
                let place = self.command(id, function, &command.kind, &command.results);
                if let (Some(result), Some(_)) = (command.results.first(), place) {
                    self.places[id.index()][result.index()] = place;
                }
            }
            if let Terminator::Return(values) = &function.block(block).terminator {
                for (index, value) in values.iter().enumerate() {
                    let to = self.results[id.index()].get(index).copied().flatten();
                    self.flow(self.place(id, *value), to);
                }
            }
        }
        for block in self.owners.order[id.index()].clone() {
            for phi in &function.block(block).phis {
                let to = self.place(id, phi.result);
                phi.arguments.iter().for_each(|(_, value)| self.flow(self.place(id, *value), to));
            }
        }
    }

    /// The place of a value, if it is an address.
    pub fn place(&self, function: FunctionId, value: ValueId) -> Option<Place> {
        self.places[function.index()][value.index()]
    }

    /// A value becomes another.
    fn flow(&mut self, from: Option<Place>, to: Option<Place>) {
        match (from, to) {
            (Some(from), Some(to)) => self.classes.join(from, to),
            (Some(from), None) => self.classes.mark(from, Marks::EXPOSED),
            // Constants are not made of anything.
            (None, _) => {}
        }
    }

    /// What a command does; the place is that of its only result, if that is an address.
    fn command(
        &mut self,
        id: FunctionId,
        function: &Function,
        kind: &CommandKind,
        results: &[ValueId],
    ) -> Option<Place> {
        use CommandKind::*;
        let to = results.first().map(|result| function.type_of(*result));
        let is_followed = to.is_some_and(|ty| self.is_followed(ty));
        match kind {
            Binary(op, a, b) if is_followed => Some(self.binary(id, function, *op, *a, *b)),
            Cast(op, a) => self.cast(*op, self.place(id, *a), function.type_of(*a), to?),
            Select(_, a, b) if is_followed => match (self.place(id, *a), self.place(id, *b)) {
                (Some(one), Some(other)) => {
                    self.classes.join(one, other);
                    Some(one)
                }
                (one, other) => one.or(other),
            },
            Freeze(a) => self.place(id, *a),
            Nondet(origin) if is_followed => Some(self.nondet(origin, to?)),
            Compare(_, a, b) if function.type_of(*a) != Type::Pointer => {
                self.comparisons.extend(self.place(id, *a).zip(self.place(id, *b)));
                None
            }
            Binary(..) | Compare(..) | Select(..) | Nondet(_) | FloatUnary(..) | FloatBinary(..) => None,
            FloatCompare(..) | Assume(_) | HeapFree(_) | Variable(..) | Check(_) | Enter(_) | Leave(_) => None,
            Alloca { .. } | HeapAllocate { .. } => {
                let place = self.classes.fresh();
                if let Some(object) = results.first().and_then(|result| self.owners.made.get(&(id, *result))) {
                    self.classes.content_mut(place.node).objects.push((*object, 0));
                }
                Some(place)
            }
            Load { address } => {
                let size = to?.bytes(self.program.pointer_width);
                let Some(place) = self.place(id, *address) else {
                    return is_followed.then(|| self.classes.fresh());
                };
                let access = Field { exposes: !is_followed, ..Field::access(size, true) };
                self.classes.access(place, access);
                is_followed.then(|| self.classes.pointee(place))
            }
            Store { address, value } => {
                let place = self.place(id, *address)?;
                let ty = function.type_of(*value);
                let makes = !self.is_followed(ty) && function.constant_of(*value).is_none();
                let access = Field { makes, ..Field::access(ty.bytes(self.program.pointer_width), false) };
                self.classes.access(place, access);
                if let Some(value) = self.place(id, *value) {
                    let pointee = self.classes.pointee(place);
                    self.flow(Some(value), Some(pointee));
                }
                None
            }
            Address { base, offset, indices } => Some(self.address(id, function, *base, *offset, indices)),
            MemoryCopy { to, from, size } => {
                let (to, from) = (self.place(id, *to)?, self.place(id, *from)?);
                let size = constant(function, *size);
                if size != Some(0) {
                    self.classes.touch(to);
                    self.classes.touch(from);
                    self.ranges.push((to, size));
                    self.copies.push(Copy { to, from, size });
                }
                None
            }
            MemorySet { to, size, .. } => {
                self.write_range(id, function, *to, *size);
                None
            }
            MemoryHavoc { to, size, origin } => {
                self.write_range(id, function, *to, *size);
                if !matches!(origin, NondetOrigin::Uninitialised(_) | NondetOrigin::Undef)
                    && let Some(place) = self.place(id, *to)
                {
                    self.classes.mark(place, Marks::HAVOCKED);
                }
                None
            }
            Call { callee, arguments } => {
                for result in results {
                    if self.is_followed(function.type_of(*result)) {
                        self.places[id.index()][result.index()] = Some(self.classes.fresh());
                    }
                }
                match callee {
                    Callee::Direct(callee) => self.link(id, *callee, arguments, results),
                    Callee::Indirect(address) => {
                        let address = self.place(id, *address)?;
                        let (arguments, results) = (arguments.clone(), results.to_vec());
                        let linked = Default::default();
                        self.calls.push(IndirectCall { caller: id, address, arguments, results, linked });
                    }
                }
                None
            }
        }
    }

    /// What goes in and out of a call of a function.
    pub fn link(&mut self, caller: FunctionId, callee: FunctionId, arguments: &[ValueId], results: &[ValueId]) {
        let called = self.program.function(callee);
        for (parameter, argument) in called.parameters.iter().zip(arguments) {
            let (from, to) = (self.place(caller, *argument), self.place(callee, *parameter));
            let from_type = self.program.function(caller).type_of(*argument);
            if let Some(to) = to.filter(|_| !self.is_followed(from_type)) {
                self.classes.mark(to, Marks::MADE);
            }
            self.flow(from, to);
        }
        for (index, result) in results.iter().enumerate() {
            let from = self.results[callee.index()].get(index).copied().flatten();
            let to = self.place(caller, *result);
            if from.is_none()
                && let Some(to) = to
            {
                self.classes.mark(to, Marks::MADE);
            }
            // What an external function returns at one call is nothing to other calls of it.
            if called.is_declaration() {
                to.into_iter().for_each(|to| self.classes.mark(to, Marks::OPEN));
            } else {
                self.flow(from, to);
            }
        }
    }

    fn write_range(&mut self, id: FunctionId, function: &Function, to: ValueId, size: ValueId) {
        let size = constant(function, size);
        if let Some(place) = self.place(id, to).filter(|_| size != Some(0)) {
            self.classes.touch(place);
            self.ranges.push((place, size));
        }
    }

    fn nondet(&mut self, origin: &NondetOrigin, ty: Type) -> Place {
        let marks = match origin {
            // C does not say what is at an address that nobody has chosen.
            NondetOrigin::Uninitialised(_) | NondetOrigin::Fails(_) | NondetOrigin::Watched | NondetOrigin::Undef => {
                Marks::default()
            }
            NondetOrigin::Input(_) if ty != Type::Pointer => Marks::MADE,
            NondetOrigin::Input(_) | NondetOrigin::External(_) | NondetOrigin::Havoc(_) | NondetOrigin::MadeUp(_) => {
                Marks::OPEN
            }
        };
        self.classes.marked(marks)
    }

    /// Arithmetic on integers as wide as pointers.
    fn binary(&mut self, id: FunctionId, function: &Function, op: BinaryOp, a: ValueId, b: ValueId) -> Place {
        let number = |value: ValueId| function.bits_of(value).and_then(signed);
        match (op, self.place(id, a), self.place(id, b), number(a), number(b)) {
            (BinaryOp::Add, Some(place), _, _, Some(offset)) => return place.plus(offset),
            (BinaryOp::Add, _, Some(place), Some(offset), _) => return place.plus(offset),
            (BinaryOp::Sub, Some(place), _, _, Some(offset)) => return place.plus(offset.wrapping_neg()),
            (BinaryOp::Sub, Some(one), Some(other), _, _) => self.differences.push((one, other)),
            // The last bits of an address are no address.
            (BinaryOp::And, ..) if [a, b].iter().any(|value| number(*value).is_some_and(is_small)) => {}
            (BinaryOp::Urem | BinaryOp::Srem, .., Some(modulus)) if is_small(modulus) => {}
            (_, one, other, _, _) => {
                for place in [one, other].into_iter().flatten() {
                    self.classes.mark(place, Marks::EXPOSED);
                }
            }
        }
        self.classes.marked(Marks::MADE)
    }

    fn cast(&mut self, op: CastOp, from: Option<Place>, from_type: Type, to_type: Type) -> Option<Place> {
        use CastOp::*;
        match (self.is_followed(from_type), self.is_followed(to_type)) {
            (true, true) => match op {
                Bitcast | PtrToInt | IntToPtr => from,
                // No other conversion leaves the width as it is.
                Zext | Sext | Trunc | FpTrunc | FpExt | FpToUi | FpToSi | UiToFp | SiToFp => {
                    from.into_iter().for_each(|from| self.classes.mark(from, Marks::EXPOSED));
                    Some(self.classes.marked(Marks::MADE))
                }
            },
            (true, false) => {
                from.into_iter().for_each(|from| self.classes.mark(from, Marks::EXPOSED));
                None
            }
            (false, true) => Some(self.classes.marked(Marks::MADE)),
            (false, false) => None,
        }
    }

    fn address(
        &mut self,
        id: FunctionId,
        function: &Function,
        base: ValueId,
        offset: i64,
        indices: &[(i64, ValueId)],
    ) -> Place {
        let Some(base) = self.place(id, base) else {
            let is_null = function.bits_of(base).is_some_and(|bits| bits.is_zero());
            return self.address_without_base(id, function, is_null, offset, indices);
        };
        let mut place = base.plus(offset);
        for (scale, index) in indices {
            match function.bits_of(*index) {
                Some(bits) => match signed(bits) {
                    Some(index) => place = place.plus(scale.wrapping_mul(index)),
                    None => self.classes.restrict(place, 1),
                },
                None => {
                    self.classes.restrict(place, scale.unsigned_abs());
                    if let Some(index) = self.place(id, *index) {
                        self.indexed.push((place, index));
                    }
                }
            }
        }
        place
    }

    /// An address that starts from a number, such as null.
    fn address_without_base(
        &mut self,
        id: FunctionId,
        function: &Function,
        is_null: bool,
        offset: i64,
        indices: &[(i64, ValueId)],
    ) -> Place {
        let unknown: Vec<(i64, ValueId)> =
            indices.iter().copied().filter(|(_, index)| function.bits_of(*index).is_none()).collect();
        let from_null = is_null && unknown.len() == indices.len();
        let places: Vec<Place> = unknown.iter().filter_map(|(_, index)| self.place(id, *index)).collect();
        match (&unknown[..], &places[..]) {
            ([], _) => self.classes.fresh(),
            ([(1, _)], [place]) if from_null => place.plus(offset),
            _ => {
                places.iter().for_each(|place| self.classes.mark(*place, Marks::EXPOSED));
                self.classes.marked(Marks::MADE)
            }
        }
    }
}

/// The number that bits are with a sign, if it is not too long.
pub(super) fn signed(bits: &BitVecValue) -> Option<i64> {
    let beyond = 64u32.checked_sub(bits.width())?;
    bits.to_u64().map(|number| (number as i64) << beyond >> beyond)
}

/// Whether a number is below what may be the address of anything.
fn is_small(number: i64) -> bool {
    (0..4096).contains(&number)
}
