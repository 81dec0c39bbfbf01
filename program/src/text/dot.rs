//! The control flow of a program as a Graphviz drawing.

use super::print_function::BlockPrinter;
use crate::command::Terminator;
use crate::graph::{Cfg, CutKind, CutSet};
use crate::id::FunctionId;
use crate::program::Program;
use std::fmt::Write;

impl Program {
    /// The control-flow graph of a function in the language of Graphviz's `dot`, with the text of
    /// the blocks and the cut points marked: loop heads blue, ends grey, errors red.
    pub fn dot(&self, id: FunctionId) -> String {
        let function = self.function(id);
        let cfg = Cfg::of(function);
        let cuts = CutSet::of(function, &cfg, &[]);
        let printer = BlockPrinter::new(self, function);
        let mut out = format!("digraph \"{}\" {{\n", escape(&function.name));
        out += "  node [shape=box, fontname=monospace, style=filled, fillcolor=white];\n";
        for id in function.block_ids() {
            let block = function.block(id);
            let color = match (&block.terminator, cuts.kind(id)) {
                (Terminator::Error { .. }, Some(_)) => ", fillcolor=tomato",
                (_, Some(CutKind::End)) => ", fillcolor=gray90",
                (_, Some(_)) => ", fillcolor=lightblue",
                _ if !cfg.is_reachable(id) => ", style=dashed",
                _ => "",
            };
            let border = if cuts.contains(id) { ", peripheries=2" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  b{} [label=\"{}\"{color}{border}];", id.0, escape(&printer.print(id)));
            let edge = |out: &mut String, to: u32, label: &str| {
                let _ = writeln!(out, "  b{} -> b{to} [label=\"{}\"];", id.0, escape(label));
            };
            match &block.terminator {
                Terminator::Branch(_, then, otherwise) => {
                    edge(&mut out, then.0, "true");
                    edge(&mut out, otherwise.0, "false");
                }
                Terminator::Switch { cases, default, .. } => {
                    cases.iter().for_each(|(case, to)| edge(&mut out, to.0, &case.to_signed().to_string()));
                    edge(&mut out, default.0, "default");
                }
                other => other.for_each_target(|to| edge(&mut out, to.0, "")),
            }
        }
        out += "}\n";
        out
    }
}

/// A text inside of quotes, with lines that start at the left.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\l",
            other => out.push(other),
        }
    }
    out
}
