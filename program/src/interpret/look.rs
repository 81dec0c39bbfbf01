//! What a program is about to do with memory, judged by the objects that its pointers belong to.

use super::machine::{Machine, Step};
use super::memory::{Area, Seen};
use super::misuse::{Doing, Found, Misuse};
use super::pointers::{Made, Pointer};
use super::{ByteNeed, Outcome};
use crate::check::CheckKind;
use crate::command::MemoryCheck;
use crate::id::{LocationId, ValueId};
use crate::types::Type;
use rustc_hash::FxHashSet;

/// No object lies below.
const PAGE: u64 = 4096;

impl Machine<'_> {
    /// Ends the run if something is wrong.
    pub(super) fn look(&mut self, check: &MemoryCheck) -> Step<()> {
        self.look_count += 1;
        let misuse = match check {
            MemoryCheck::Access { address, size, is_write } => {
                let size = self.address(*size)?;
                let doing = if *is_write { Doing::Writing(size) } else { Doing::Reading(size) };
                if size == 0 { None } else { self.access(*address, doing, size)? }
            }
            MemoryCheck::Text { address } => self.text(*address)?,
            MemoryCheck::Free { address } => self.free(*address)?,
            MemoryCheck::Called { address } => self.called(*address)?,
            MemoryCheck::End { check: CheckKind::Leak, is_return } => self.lost(*is_return),
            MemoryCheck::End { .. } => self.not_freed(),
        };
        misuse.map_or(Ok(()), |misuse| self.violated(misuse))
    }

    /// Ends the run with a misuse of memory.
    pub(super) fn violated<T>(&self, misuse: Misuse) -> Step<T> {
        let (location, library) = self.user_location();
        let what = misuse.describe(self.program);
        let message = match library {
            Some(function) if !function.starts_with("euclase_") => format!("{what}, in '{function}'"),
            _ => what,
        };
        Err(Box::new(Outcome::ErrorReached { check: misuse.check(), message, location }))
    }

    /// Where in the program of the user the run is, and which function of the library it has called there.
    pub(super) fn user_location(&self) -> (Option<LocationId>, Option<String>) {
        let places = std::iter::once(self.location).chain(self.call_locations());
        let mut function = None;
        for mut place in places {
            while let Some(location) = place {
                let data = self.program.location(location);
                if !data.is_library() {
                    return (Some(location), function);
                }
                function = Some(data.scope.clone());
                place = data.inlined_at;
            }
        }
        (self.location, None)
    }

    fn access(&self, address: ValueId, doing: Doing, size: u64) -> Step<Option<Misuse>> {
        let number = self.address(address)?;
        let pointer = self.pointer(address);
        let (seen, offset) = match self.object(number, pointer, doing) {
            Ok(found) => found,
            Err(misuse) => return Ok(Some(misuse)),
        };
        let offset = offset.saturating_sub(seen.front as i64);
        let found = Found { made: seen.made, size: seen.size, offset };
        let inside = u64::try_from(offset).is_ok_and(|offset| offset <= seen.size && size <= seen.size - offset);
        if !inside {
            return Ok(Some(match pointer {
                Some(_) => Misuse::Outside(doing, found),
                None => Misuse::Nowhere(doing, number),
            }));
        }
        let is_constant = matches!(doing, Doing::Writing(_)) && seen.area == Area::Global { constant: true };
        Ok(is_constant.then_some(Misuse::Constant(doing, found)))
    }

    /// The object that a pointer belongs to, and where in it the pointer leads. What belongs to none is judged by its number.
    fn object(&self, number: u64, pointer: Option<Pointer>, doing: Doing) -> Result<(Seen, i64), Misuse> {
        match pointer {
            Some(pointer) if pointer.is_unset() => Err(Misuse::Unset(doing)),
            Some(pointer) => match self.memory.owner(pointer) {
                Ok(seen) => Ok((seen, pointer.offset)),
                Err(Some(dead)) => Err(Misuse::Dead(doing, dead, pointer.offset)),
                Err(None) => Err(Misuse::Gone(doing)),
            },
            None if number < PAGE => Err(Misuse::Null(doing)),
            None if self.addresses.function_at(number).is_some() => Err(Misuse::Function(doing)),
            None => match self.memory.at(number) {
                Some(seen) if !seen.is_left => Ok((seen, number.wrapping_sub(seen.base) as i64)),
                _ => Err(Misuse::Nowhere(doing, number)),
            },
        }
    }

    /// Reads a text up to its end.
    fn text(&mut self, address: ValueId) -> Step<Option<Misuse>> {
        let (number, pointer) = (self.address(address)?, self.pointer(address));
        let (seen, offset) = match self.object(number, pointer, Doing::ReadingText) {
            Ok(found) => found,
            Err(misuse) => return Ok(Some(misuse)),
        };
        let start = seen.base.wrapping_add_signed(offset);
        let offset = offset.saturating_sub(seen.front as i64);
        let first = u64::try_from(offset).unwrap_or(u64::MAX);
        for at in first..seen.size {
            if self.read(address, start.wrapping_add(at - first), 1, ByteNeed::Loaded)?.first() == Some(&0) {
                return Ok(None);
            }
        }
        let offset = if first < seen.size { seen.size as i64 } else { offset };
        Ok(Some(Misuse::Outside(Doing::ReadingText, Found { made: seen.made, size: seen.size, offset })))
    }

    fn free(&self, address: ValueId) -> Step<Option<Misuse>> {
        let number = self.address(address)?;
        let pointer = self.pointer(address);
        if number == 0 && pointer.is_none() {
            return Ok(None);
        }
        let (seen, offset) = match self.object(number, pointer, Doing::Freeing) {
            Ok(found) => found,
            Err(misuse) => return Ok(Some(misuse)),
        };
        let found = Found { made: seen.made, size: seen.size, offset };
        Ok(match seen.area {
            Area::Heap if seen.made == Made::Library => Some(Misuse::NotOnHeap(found)),
            Area::Heap if offset == 0 => None,
            Area::Heap => Some(Misuse::Middle(found)),
            Area::Global { .. } | Area::Stack => Some(Misuse::NotOnHeap(found)),
        })
    }

    /// Whether a pointer through which is called leads to a function of the type that is called.
    fn called(&self, address: ValueId) -> Step<Option<Misuse>> {
        let number = self.address(address)?;
        let Some((arguments, results)) = self.next_call() else { return Ok(None) };
        let Some(id) = self.addresses.function_at(number) else {
            return Ok(Some(match self.pointer(address) {
                Some(pointer) if pointer.is_unset() => Misuse::Unset(Doing::Calling),
                None if number < PAGE => Misuse::Null(Doing::Calling),
                _ => Misuse::Nowhere(Doing::Calling, number),
            }));
        };
        let function = self.program.function(id);
        let wanted: Vec<Type> = function.parameters.iter().map(|parameter| function.type_of(*parameter)).collect();
        // Of a function without a body it is not known what else it takes.
        let fits = function.is_declaration() || wanted == arguments && function.results == results;
        Ok((!fits).then_some(Misuse::OtherType(id)))
    }

    /// What is still allocated at the end.
    fn not_freed(&self) -> Option<Misuse> {
        let seen = self.memory.all().find(is_to_be_freed)?;
        Some(Misuse::NotFreed { found: Found { made: seen.made, size: seen.size, offset: 0 }, is_lost: false })
    }

    /// What is still allocated at the end, and cannot be reached from variables that are there. Where `main` returns, its own
    /// are gone.
    fn lost(&self, is_return: bool) -> Option<Misuse> {
        let is_root = |seen: &Seen| match seen.area {
            Area::Global { .. } => true,
            Area::Stack => !is_return && !seen.is_left,
            // What the library keeps leads to what it keeps.
            Area::Heap => seen.made == Made::Library,
        };
        let mut waiting: Vec<u64> = self.memory.all().filter(is_root).map(|seen| seen.base).collect();
        let mut reached: FxHashSet<u64> = waiting.iter().copied().collect();
        if !is_return {
            let held = self.held_pointers().filter(|pointer| self.memory.owner(*pointer).is_ok());
            waiting.extend(held.map(|pointer| pointer.base).filter(|base| reached.insert(*base)));
        }
        while let Some(base) = waiting.pop() {
            for pointer in self.memory.stored(base) {
                if self.memory.owner(pointer).is_ok() && reached.insert(pointer.base) {
                    waiting.push(pointer.base);
                }
            }
        }
        let seen = self.memory.all().find(|seen| is_to_be_freed(seen) && !reached.contains(&seen.base))?;
        Some(Misuse::NotFreed { found: Found { made: seen.made, size: seen.size, offset: 0 }, is_lost: true })
    }
}

/// Whether an object is one that the program has allocated.
fn is_to_be_freed(seen: &Seen) -> bool {
    seen.area == Area::Heap && seen.made != Made::Library
}
