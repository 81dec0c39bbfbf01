//! Witnesses in GraphML, version 1.0 of the format.
//!
//! An edge of a violation witness that says nothing that can be looked at is taken at any time, so the nodes at its
//! ends are one. The others become rules for the first fitting place of their line.

use super::model::{Condition, Content, Flaw, Invariant, Position, Rule, Site, Step, Task, Witness};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;

/// The largest file that is read.
const LARGEST: usize = 64 << 20;

/// The deepest nesting: more than any witness has.
const NESTING: usize = 64;

/// Reads a witness.
pub fn read(text: &str) -> Result<Witness, Flaw> {
    if text.len() > LARGEST || depth(text) > NESTING {
        return Err(Flaw::Malformed(None, "the file is too large or too deeply nested for a witness".to_string()));
    }
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| Flaw::Malformed(Some(error.pos().row as usize), error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        return Err(wrong(root, "this is no GraphML"));
    }
    let graph = children(root, "graph").next().ok_or_else(|| wrong(root, "there is no graph"))?;
    let kind = require(graph, "witness-type")?;
    let task = Task {
        files: vec![require(graph, "programfile")?],
        hashes: vec![(require(graph, "programfile")?, require(graph, "programhash")?)],
        specification: require(graph, "specification")?,
        data_model: match require(graph, "architecture")?.as_str() {
            "32bit" => Some("ILP32".to_string()),
            "64bit" => Some("LP64".to_string()),
            other => return Err(wrong(graph, &format!("'{other}' is no architecture: 32bit or 64bit"))),
        },
    };
    for name in ["sourcecodelang", "producer"] {
        require(graph, name)?;
    }
    let graph = Graph::read(graph)?;
    let content = match kind.as_str() {
        "violation_witness" => Content::Violation(graph.rules()?),
        "correctness_witness" => Content::Correctness(graph.invariants()?),
        other => return Err(Flaw::Malformed(None, format!("'{other}' is no type of witnesses"))),
    };
    Ok(Witness { task, content })
}

/// How deep elements lie in each other at the most: the parser recurses.
fn depth(text: &str) -> usize {
    let (mut open, mut most) = (0usize, 0);
    for (at, _) in text.match_indices('<') {
        let tag = text[at + 1..].split('>').next().unwrap_or_default();
        if tag.starts_with('/') {
            open = open.saturating_sub(1);
        } else if !tag.starts_with(['!', '?']) && !tag.ends_with('/') {
            open += 1;
        }
        most = most.max(open);
    }
    most
}

fn wrong(node: Node, what: &str) -> Flaw {
    let row = node.document().text_pos_at(node.range().start).row;
    Flaw::Malformed(Some(row as usize), what.to_string())
}

fn children<'a, 'b>(node: Node<'a, 'b>, name: &'static str) -> impl Iterator<Item = Node<'a, 'b>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// What is said under a name.
fn data(node: Node, name: &str) -> Option<String> {
    let found = children(node, "data").find(|data| data.attribute("key") == Some(name))?;
    Some(found.text().unwrap_or_default().trim().to_string())
}

fn require(node: Node, name: &str) -> Result<String, Flaw> {
    data(node, name).ok_or_else(|| wrong(node, &format!("'{name}' is missing")))
}

fn is_set(node: Node, name: &str) -> bool {
    data(node, name).as_deref() == Some("true")
}

/// A node of the automaton.
#[derive(Clone, Default, Debug)]
struct Vertex {
    entry: bool,
    violation: bool,
    sink: bool,
    invariant: Option<String>,
    scope: Option<String>,
}

/// An edge of the automaton.
#[derive(Clone, Default, Debug)]
struct Edge {
    from: usize,
    to: usize,
    line: Option<u32>,
    assumption: Option<String>,
    result_of: Option<String>,
    control: Option<bool>,
    loop_head: bool,
}

#[derive(Clone, Default, Debug)]
struct Graph {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
}

impl Graph {
    fn read(graph: Node) -> Result<Graph, Flaw> {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut read = Graph::default();
        for node in children(graph, "node") {
            let id = node.attribute("id").ok_or_else(|| wrong(node, "a node has an id"))?;
            if names.insert(id.to_string(), read.vertices.len()).is_some() {
                return Err(wrong(node, &format!("there are two nodes '{id}'")));
            }
            read.vertices.push(Vertex {
                entry: is_set(node, "entry"),
                violation: is_set(node, "violation"),
                sink: is_set(node, "sink"),
                invariant: data(node, "invariant"),
                scope: data(node, "invariant.scope"),
            });
        }
        if read.vertices.iter().filter(|vertex| vertex.entry).count() != 1 {
            return Err(wrong(graph, "an automaton has one entry"));
        }
        for edge in children(graph, "edge") {
            let end = |name: &str| {
                let id = edge.attribute(name).ok_or_else(|| wrong(edge, &format!("an edge has a {name}")))?;
                names.get(id).copied().ok_or_else(|| wrong(edge, &format!("there is no node '{id}'")))
            };
            let line = match data(edge, "startline") {
                None => None,
                Some(text) => Some(text.parse().map_err(|_| wrong(edge, "a startline is a number"))?),
            };
            let control = match data(edge, "control").as_deref() {
                None => None,
                Some("condition-true") => Some(true),
                Some("condition-false") => Some(false),
                Some(_) => return Err(wrong(edge, "control is condition-true or condition-false")),
            };
            read.edges.push(Edge {
                from: end("source")?,
                to: end("target")?,
                line,
                assumption: data(edge, "assumption").filter(|text| !text.is_empty()),
                result_of: data(edge, "assumption.resultfunction"),
                control,
                loop_head: is_set(edge, "enterLoopHead"),
            });
        }
        Ok(read)
    }

    /// The rules of a violation witness.
    fn rules(&self) -> Result<Vec<Rule>, Flaw> {
        if !self.vertices.iter().any(|vertex| vertex.violation) {
            return Err(Flaw::Malformed(None, "no node is a violation".to_string()));
        }
        // Nodes that an edge without anything to look at connects are one.
        let mut state: Vec<usize> = (0..self.vertices.len()).collect();
        for edge in self.edges.iter().filter(|edge| self.rule(edge).is_none() && !self.vertices[edge.to].sink) {
            if self.vertices[edge.to].violation {
                return Err(Flaw::Unsupported("an edge to the violation has no startline".to_string()));
            }
            let (from, to) = (root(&mut state, edge.from), root(&mut state, edge.to));
            state[to] = from;
        }
        let entry = self.vertices.iter().position(|vertex| vertex.entry).unwrap_or(0);
        let entry = root(&mut state, entry);
        let mut number = |vertex: usize| match root(&mut state, vertex) {
            // The automaton starts in state 0.
            vertex if vertex == entry => 0,
            vertex => vertex + 1,
        };
        let mut rules = Vec::new();
        for edge in &self.edges {
            let Some((site, condition)) = self.rule(edge) else { continue };
            let (from, to) = (number(edge.from), number(edge.to));
            let then = match &self.vertices[edge.to] {
                Vertex { violation: true, .. } => Step::Violation,
                Vertex { sink: true, .. } => Step::Stop,
                _ => Step::To(to),
            };
            rules.push(Rule { from, site, condition, then, strict: false, function: None });
        }
        Ok(rules)
    }

    /// Where an edge is looked at, and what is looked at.
    fn rule(&self, edge: &Edge) -> Option<(Site, Condition)> {
        let line = edge.line?;
        let at = Position { line, column: None };
        if self.vertices[edge.to].violation {
            return Some((Site::Target(at), Condition::Always));
        }
        if let Some(assumption) = &edge.assumption {
            let condition = Condition::Expression(conjunction(assumption));
            return Some(match &edge.result_of {
                Some(function) => (Site::ReturnOf(line, function.clone()), condition),
                None => (Site::After(line), condition),
            });
        }
        edge.control.map(|taken| (Site::Branch(at), Condition::Taken(taken)))
    }

    /// The invariants of a correctness witness.
    fn invariants(&self) -> Result<Vec<Invariant>, Flaw> {
        let mut found: Vec<Invariant> = Vec::new();
        for (index, vertex) in self.vertices.iter().enumerate() {
            let Some(value) = vertex.invariant.as_ref().filter(|value| !["true", "1", ""].contains(&value.as_str()))
            else {
                continue;
            };
            let heads = self.edges.iter().filter(|edge| edge.to == index && edge.loop_head);
            let lines: Vec<u32> = heads.filter_map(|edge| edge.line).collect();
            if lines.is_empty() {
                return Err(Flaw::Unsupported("an invariant that is at no loop head is not supported".to_string()));
            }
            for line in lines {
                let position = Position { line, column: None };
                let function = vertex.scope.clone();
                let invariant = Invariant { position, of_loop: true, function, value: value.clone() };
                if !found.contains(&invariant) {
                    found.push(invariant);
                }
            }
        }
        Ok(found)
    }
}

/// The representative of a node.
fn root(state: &mut [usize], vertex: usize) -> usize {
    let mut at = vertex;
    while state[at] != at {
        state[at] = state[state[at]];
        at = state[at];
    }
    at
}

/// Assumptions are separated by semicolons.
fn conjunction(text: &str) -> String {
    let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [one] => one.to_string(),
        _ => parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" && "),
    }
}
