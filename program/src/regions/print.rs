//! Regions for people to look at: a table, and a drawing of what points to what.

use super::{Part, Region, RegionId, Regions, Shape};
use crate::command::CommandKind;
use crate::id::{LocationId, ValueId};
use crate::program::Program;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How a region is accessed: the word for it, and the file and line.
type Access = (&'static str, String);

impl Regions {
    /// A table of all regions: shape, where they lie, and where in the source they are accessed.
    pub fn print(&self, program: &Program) -> String {
        let accesses = self.accesses(program);
        let mut text = format!("{} regions, {} objects\n", self.regions.len(), self.objects.len());
        for (index, region) in self.regions.iter().enumerate() {
            let _ = writeln!(text, "\nregion {index} {:?} {}", region.name, properties(region));
            for part in &region.parts {
                let _ = writeln!(text, "  in {}", self.print_part(part));
            }
            for (word, line) in &accesses[index] {
                let _ = writeln!(text, "  {word}{line}");
            }
        }
        text
    }

    fn print_part(&self, part: &Part) -> String {
        let object = self.object(part.object);
        let mut text = format!("{} + {}", object.name, part.offset);
        match (part.stride, part.count) {
            (0, _) => {}
            (stride, Some(count)) => _ = write!(text, " + {stride} * (0..{count})"),
            (stride, None) => _ = write!(text, " + {stride} * (0..)"),
        }
        if let Some(size) = object.size {
            let _ = write!(text, ", of {size} bytes");
        }
        if !object.single {
            text.push_str(", more than one");
        }
        text
    }

    /// How each region is accessed, by lines of the source.
    fn accesses(&self, program: &Program) -> Vec<BTreeSet<Access>> {
        let mut accesses = vec![BTreeSet::new(); self.regions.len()];
        let mut note = |region: RegionId, word, location: Option<LocationId>| {
            let line = location.map(|location| program.location(location));
            let line = line.map_or(String::new(), |at| format!(" at {}:{} in {}", at.file, at.line, at.scope));
            accesses[region.0 as usize].insert((word, line));
        };
        for id in program.function_ids() {
            let function = program.function(id);
            for command in function.blocks.iter().flat_map(|block| &block.commands) {
                let constant = |value: ValueId| super::owners::constant(function, value);
                let spans = |address: ValueId, size: ValueId| self.spans(id, address, constant(size));
                let mut note = |region: RegionId, word| note(region, word, command.location);
                match &command.kind {
                    CommandKind::Load { address } => {
                        self.access(id, *address).into_iter().for_each(|region| note(region, "read"))
                    }
                    CommandKind::Store { address, .. } => {
                        self.access(id, *address).into_iter().for_each(|region| note(region, "written"))
                    }
                    CommandKind::MemoryCopy { to, from, size } => {
                        spans(*to, *size).iter().for_each(|span| note(span.region, "copied to"));
                        spans(*from, *size).iter().for_each(|span| note(span.region, "copied from"));
                    }
                    CommandKind::MemorySet { to, size, .. } => {
                        spans(*to, *size).iter().for_each(|span| note(span.region, "set"))
                    }
                    CommandKind::MemoryHavoc { to, size, .. } => {
                        spans(*to, *size).iter().for_each(|span| note(span.region, "made arbitrary"))
                    }
                    _ => {}
                }
            }
        }
        accesses
    }

    /// Classes of memory with their regions, and what the pointers in these point to, as a drawing of Graphviz.
    pub fn dot(&self) -> String {
        let mut text = String::from("digraph regions {\n  rankdir=LR;\n  node [shape=record, fontname=monospace];\n");
        let is_drawn = |group: usize| self.groups[group].fields.iter().any(|field| field.region.is_some());
        for (index, group) in self.groups.iter().enumerate().filter(|(index, _)| is_drawn(*index)) {
            let mut label = Vec::new();
            for (number, field) in group.fields.iter().enumerate() {
                if let Some(id) = field.region {
                    let region = self.region(id);
                    label.push(format!("<f{number}> {}: {} {}", id.0, escaped(&region.name), properties(region)));
                }
            }
            let _ = writeln!(text, "  c{index} [label=\"{}\"];", label.join("|"));
            for (number, field) in group.fields.iter().enumerate() {
                let Some((to, offset)) = field.pointee.filter(|(to, _)| is_drawn(*to as usize)) else { continue };
                let target = &self.groups[to as usize];
                let port = target.fields.iter().position(|f| target.field(offset).is_some_and(|t| t.start == f.start));
                let port = port.map_or(String::new(), |port| format!(":f{port}"));
                if field.region.is_some() {
                    let _ = writeln!(text, "  c{index}:f{number} -> c{to}{port};");
                }
            }
        }
        text.push_str("}\n");
        text
    }
}

fn properties(region: &Region) -> String {
    let mut text = match region.shape {
        Shape::Cell(size) => format!("cell {size}"),
        Shape::Words(size) => format!("words {size}"),
        Shape::Bytes => "bytes".to_string(),
    };
    let words = [
        (region.open, " open"),
        (region.numbered, " numbered"),
        (!region.read, " never read"),
        (!region.written, " never written"),
    ];
    words.iter().filter(|(holds, _)| *holds).for_each(|(_, word)| text.push_str(word));
    text
}

fn escaped(name: &str) -> String {
    let mut text = String::new();
    for character in name.chars() {
        if "{}|<>\"\\".contains(character) {
            text.push('\\');
        }
        text.push(character);
    }
    text
}
