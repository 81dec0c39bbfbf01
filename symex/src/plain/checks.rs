//! The checks of memory on pointers that are numbers, as the interpreter makes them.

use super::machine::{End, Machine, State};
use super::memory::{Area, Byte, Number, Object, Pointer, from_bytes};
use euclase_program::{CheckKind, MemoryCheck, ValueId};
use std::collections::BTreeSet;

impl Machine<'_> {
    /// Whether what is about to be done is allowed. The operands are constants by now.
    pub(super) fn allows(&mut self, state: &mut State, check: &MemoryCheck) -> Result<bool, End> {
        match check {
            MemoryCheck::Access { address, size, is_write } => {
                let size = self.size(state, *size)?;
                if size == 0 {
                    return Ok(true);
                }
                Ok(self.target(state, *address)?.is_some_and(|(object, offset)| {
                    let fits = u64::try_from(offset)
                        .is_ok_and(|offset| offset.checked_add(size).is_some_and(|end| end <= object.size()));
                    fits && !(*is_write && object.area == Area::Constant)
                }))
            }
            MemoryCheck::Free { address } => {
                let (number, pointer) = (self.word(state, *address)?, self.pointer(state, *address));
                if number == 0 && pointer.is_none() {
                    return Ok(true);
                }
                let target = self.target(state, *address)?;
                Ok(target.is_some_and(|(object, offset)| object.area == Area::Heap && offset == 0))
            }
            MemoryCheck::Text { address } => self.has_end(state, *address),
            // The call that comes judges its pointer itself.
            MemoryCheck::Called { .. } => Ok(true),
            MemoryCheck::End { check: CheckKind::Leak, is_return } => Ok(Self::nothing_lost(state, *is_return)),
            MemoryCheck::End { .. } => Ok(state.memory.objects.values().all(|object| object.area != Area::Heap)),
        }
    }

    /// The object that a pointer belongs to, or its number leads to, and where in it.
    fn target<'s>(&self, state: &'s State, address: ValueId) -> Result<Option<(&'s Object, i64)>, End> {
        const PAGE: u64 = 4096;
        let number = self.word(state, address)?;
        Ok(match self.pointer(state, address) {
            Some(pointer) if pointer.life == 0 => None,
            Some(pointer) => state.memory.owner(pointer).map(|object| (object, pointer.offset)),
            None if number < PAGE || self.addresses.function_at(number).is_some() => None,
            None => return Err(End::Refused("a pointer that is a number".into())),
        })
    }

    /// Whether there is a zero in the object from a place on. A byte that may be one is asked about.
    fn has_end(&mut self, state: &mut State, address: ValueId) -> Result<bool, End> {
        let Some((object, offset)) = self.target(state, address)? else { return Ok(false) };
        let (size, number) = (object.size(), self.word(state, address)?);
        let Ok(first) = u64::try_from(offset) else {
            return Err(End::Refused("a text that starts before its object".into()));
        };
        for at in first..size {
            let place = number.wrapping_add(at - first);
            let byte: Vec<Byte> = state.memory.read(&mut self.terms, place, 1).map_err(End::Refused)?;
            match from_bytes(&mut self.terms, &byte, 8) {
                Number::Word(0) => return Ok(true),
                Number::Word(_) => {}
                Number::Term(term) => {
                    let zero = self.terms.bv(8, 0);
                    let is_zero = self.terms.eq(term, zero);
                    if self.decide(state, is_zero)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether everything on the heap can be reached from variables that are there. What only a value on the way leads to counts as
    /// lost: it may be left over.
    fn nothing_lost(state: &State, is_return: bool) -> bool {
        let is_root = |object: &Object| match object.area {
            Area::Constant | Area::Global => true,
            Area::Stack => !is_return && !object.is_left,
            Area::Heap => false,
        };
        let roots = state.memory.objects.iter().filter(|(_, object)| is_root(object)).map(|(base, _)| *base);
        let mut reached: BTreeSet<u64> = roots.collect();
        let mut waiting: Vec<u64> = reached.iter().copied().collect();
        let follow = |pointer: Pointer, reached: &mut BTreeSet<u64>, waiting: &mut Vec<u64>| {
            if state.memory.owner(pointer).is_some() && reached.insert(pointer.base) {
                waiting.push(pointer.base);
            }
        };
        while let Some(base) = waiting.pop() {
            let Some(object) = state.memory.object(base) else { continue };
            object.pointers.values().for_each(|pointer| follow(*pointer, &mut reached, &mut waiting));
        }
        state.memory.objects.iter().all(|(base, object)| object.area != Area::Heap || reached.contains(base))
    }
}
