//! Places in the source, from debug locations and the scopes they are in.

use super::Importer;
use super::llvm::{Metadata, MetadataKind, Value};
use crate::pipeline::CALLS;
use euclase_program::{Location, LocationId, SharedCalls};
use std::rc::Rc;

/// A scope: its file, and the function it belongs to.
pub(super) struct Scope {
    pub file: String,
    pub function: String,
}

impl Importer<'_> {
    /// Where an instruction stands.
    pub fn instruction_location(&mut self, instruction: Value) -> Option<LocationId> {
        let location = instruction.debug_location()?;
        Some(self.location(location))
    }

    /// A debug location, after those of the calls that brought it where it is.
    fn location(&mut self, node: Metadata) -> LocationId {
        if let Some(known) = self.locations.get(&node) {
            return *known;
        }
        let mut chain = Vec::new();
        let mut inlined_at = None;
        let mut next = Some(node);
        while let Some(node) = next {
            if let Some(known) = self.locations.get(&node) {
                inlined_at = Some(*known);
                break;
            }
            let (line, column, scope, call) = node.location();
            chain.push((node, line, column, scope));
            next = call;
        }
        let mut last = inlined_at;
        for (node, line, column, scope) in chain.into_iter().rev() {
            let (file, scope) = scope.map_or((String::new(), String::new()), |scope| {
                let scope = self.scope(scope);
                (scope.file.clone(), scope.function.clone())
            });
            let id = self.interned(Location { file, line, column, scope, inlined_at: last });
            self.locations.insert(node, id);
            last = Some(id);
        }
        // The chain had at least this location, so there is one.
        last.unwrap_or(LocationId(0))
    }

    /// The id of a place; the same for the same place.
    pub fn interned(&mut self, location: Location) -> LocationId {
        if let Some(known) = self.places.get(&location) {
            return *known;
        }
        let id = self.program.add_location(location.clone());
        self.places.insert(location, id);
        id
    }

    /// What is known about a scope.
    pub fn scope(&mut self, node: Metadata) -> Rc<Scope> {
        if let Some(known) = self.scopes.get(&node) {
            return Rc::clone(known);
        }
        let mut outer = Some(node);
        let mut function = String::new();
        // Blocks lie in blocks, and at last in a function.
        while let Some(scope) = outer {
            match scope.kind() {
                MetadataKind::LLVMDISubprogramMetadataKind => {
                    function = self.module.string(scope, 2);
                    break;
                }
                MetadataKind::LLVMDILexicalBlockMetadataKind | MetadataKind::LLVMDILexicalBlockFileMetadataKind => {
                    outer = self.module.node(scope, 1);
                }
                _ => break,
            }
        }
        let scope = Rc::new(Scope { file: node.scope_file(), function });
        self.scopes.insert(node, Rc::clone(&scope));
        scope
    }

    /// The functions that stand once for several calls, as the pipeline has listed them.
    pub fn shared_calls(&mut self) {
        for node in self.module.named(CALLS) {
            let parts: Vec<Metadata> =
                self.module.operands(node).into_iter().filter_map(|part| part.and_then(Value::metadata)).collect();
            let [variable, place, sites @ ..] = &parts[..] else { continue };
            let Some(caller) = self.variable(*variable, None) else { continue };
            let place = self.location(*place);
            let sites = sites.iter().map(|site| self.location(*site)).collect();
            self.program.shared_calls.push(SharedCalls { place, caller, sites });
        }
    }

    /// Where a function is defined.
    pub fn function_location(&mut self, function: Value) -> Option<LocationId> {
        let subprogram = function.subprogram()?;
        let scope = self.scope(subprogram);
        let location = Location {
            file: scope.file.clone(),
            line: subprogram.subprogram_line(),
            column: 0,
            scope: scope.function.clone(),
            inlined_at: None,
        };
        Some(self.interned(location))
    }
}
