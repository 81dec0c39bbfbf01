//! Witnesses in GraphML, version 1.0 of the format.
//!
//! An edge of a violation witness that says nothing that can be looked at is taken at any time, so the nodes at its
//! ends are one. The others become rules for the fitting places of their line.
//!
//! An invariant holds when its node is entered: at the head of a loop, when a condition on a line has turned out as the
//! edge says, or when a function has been entered. Of an edge that says anything else, nobody knows here where it leads.

use super::expression::{normal, shorten};
use super::model::{Condition, Content, Flaw, Invariant, Moment, Position, Rule, Site, Step, Task, Witness};
use super::tokens::{Tokens, same_file};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{BTreeMap, BTreeSet};

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
    permit_data(graph)?;
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
    let (mut rest, mut end) = (text, 0);
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        end = end.max(text.len() - rest.len());
        // Where the tag ends: what has been looked at for one is not looked at again.
        if !text[..end].ends_with('>') || end <= text.len() - rest.len() {
            end = text[end..].find('>').map_or(text.len(), |length| end + length + 1);
        }
        let is_empty = text[..end].ends_with("/>");
        if rest.starts_with('/') {
            open = open.saturating_sub(1);
        } else if !rest.starts_with(['!', '?']) && !is_empty {
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

/// What is said under a name: all of its text, also around comments.
fn data(node: Node, name: &str) -> Option<String> {
    let found = children(node, "data").find(|data| data.attribute("key") == Some(name))?;
    let text: String = found.children().filter(Node::is_text).filter_map(|part| part.text()).collect();
    Some(text.trim().to_string())
}

/// Refuses what is said twice, and text with elements in it.
fn permit_data(node: Node) -> Result<(), Flaw> {
    let mut known = BTreeSet::new();
    for data in children(node, "data") {
        let key = data.attribute("key").ok_or_else(|| wrong(data, "data has a key"))?;
        if !known.insert(key) {
            return Err(wrong(data, &format!("'{key}' is said twice")));
        }
        if data.children().any(|child| child.is_element()) {
            return Err(wrong(data, &format!("'{key}' is a text")));
        }
    }
    Ok(())
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
    entered: Option<String>,
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
            permit_data(node)?;
            let id = node.attribute("id").ok_or_else(|| wrong(node, "a node has an id"))?;
            if names.insert(id.to_string(), read.vertices.len()).is_some() {
                return Err(wrong(node, &format!("there are two nodes '{id}'")));
            }
            read.vertices.push(Vertex {
                entry: is_set(node, "entry"),
                violation: is_set(node, "violation"),
                sink: is_set(node, "sink"),
                invariant: data(node, "invariant").map(|text| normal(&text)),
                scope: data(node, "invariant.scope"),
            });
        }
        if read.vertices.iter().filter(|vertex| vertex.entry).count() != 1 {
            return Err(wrong(graph, "an automaton has one entry"));
        }
        let file = data(graph, "programfile").unwrap_or_default();
        for edge in children(graph, "edge") {
            permit_data(edge)?;
            if let Some(named) = data(edge, "originfile").filter(|named| !same_file(named, &file)) {
                let what = format!("the witness speaks of '{}', which is another file", shorten(&named));
                return Err(Flaw::Unsupported(what));
            }
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
                assumption: data(edge, "assumption").map(|text| normal(&text)).filter(|text| !text.is_empty()),
                result_of: data(edge, "assumption.resultfunction"),
                control,
                loop_head: is_set(edge, "enterLoopHead"),
                entered: data(edge, "enterFunction"),
            });
        }
        Ok(read)
    }

    /// The rules of a violation witness.
    fn rules(&self) -> Result<Vec<Rule>, Flaw> {
        if !self.vertices.iter().any(|vertex| vertex.violation) {
            return Err(Flaw::Malformed(None, "no node is a violation".to_string()));
        }
        // How many edges lead to a node, and away from it.
        let mut coming: Vec<usize> = self.vertices.iter().map(|vertex| usize::from(vertex.entry)).collect();
        let mut leaving = vec![0usize; self.vertices.len()];
        for edge in self.edges.iter().filter(|edge| edge.from != edge.to) {
            coming[edge.to] += 1;
            leaving[edge.from] += 1;
        }
        // Nodes that an edge without anything to look at connects are one.
        let mut state: Vec<usize> = (0..self.vertices.len()).collect();
        for edge in self.edges.iter().filter(|edge| !self.vertices[edge.to].sink) {
            if self.rule(edge)?.is_some() {
                continue;
            }
            if self.vertices[edge.to].violation {
                return Err(Flaw::Unsupported("an edge to the violation has no startline".to_string()));
            }
            let (from, to) = (root(&mut state, edge.from), root(&mut state, edge.to));
            // They are if nothing else leads to its end, or away from its start.
            if from == to {
                continue;
            }
            if leaving[from] > 1 && coming[to] > 1 {
                let what =
                    "an edge that says nothing, between nodes that are come to or left otherwise, is not supported";
                return Err(Flaw::Unsupported(what.to_string()));
            }
            coming[from] = (coming[from] + coming[to]).saturating_sub(1);
            leaving[from] = (leaving[from] + leaving[to]).saturating_sub(1);
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
            let Some((site, condition)) = self.rule(edge)? else { continue };
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
    fn rule(&self, edge: &Edge) -> Result<Option<(Site, Condition)>, Flaw> {
        let unsupported = |what: &str| Err(Flaw::Unsupported(format!("an edge with control {what} is not supported")));
        let Some(line) = edge.line else {
            // It would be taken for one that says nothing.
            return if edge.control.is_some() { unsupported("and without a startline") } else { Ok(None) };
        };
        if self.vertices[edge.to].violation {
            let at = Position { line, column: None };
            if edge.assumption.is_some() {
                return Err(Flaw::Unsupported(
                    "an assumption on an edge to the violation is not supported".to_string(),
                ));
            }
            // The call is looked at, not the way to it.
            let target = Some((Site::Target(at), Condition::Always));
            return if edge.control.is_some() { unsupported("to the violation") } else { Ok(target) };
        }
        let said = edge.assumption.as_ref().map(|assumption| conjunction(assumption));
        Ok(match (edge.control, said, &edge.result_of) {
            (None, None, _) => None,
            (None, Some(said), Some(function)) => {
                Some((Site::ReturnOf(line, function.clone()), Condition::Expression(said)))
            }
            (None, Some(said), None) => Some((Site::After(line), Condition::Expression(said))),
            (Some(taken), None, _) => Some((Site::BranchOn(line), Condition::Taken(taken))),
            (Some(taken), Some(said), None) => Some((Site::BranchOn(line), Condition::TakenWith(taken, said))),
            (Some(_), Some(_), Some(_)) => return unsupported("and with the result of a function"),
        })
    }

    /// The invariants of a correctness witness.
    fn invariants(&self) -> Result<Vec<Invariant>, Flaw> {
        let mut found: Vec<Invariant> = Vec::new();
        for (index, vertex) in self.vertices.iter().enumerate() {
            let Some(value) = vertex.invariant.as_ref().filter(|value| !["true", "1", ""].contains(&value.as_str()))
            else {
                continue;
            };
            let moments: Option<Vec<Moment>> =
                self.edges.iter().filter(|edge| edge.to == index).map(Edge::moment).collect();
            // What is said about a node that nothing leads to, or the start of the program, cannot be looked at.
            let Some(moments) = moments.filter(|moments| !moments.is_empty() && !vertex.entry) else {
                let what = "an invariant is supported only behind edges to the head of a loop, edges with control, and \
                            edges into a function from anywhere";
                return Err(Flaw::Unsupported(what.to_string()));
            };
            for moment in moments {
                let invariant = Invariant { moment, function: vertex.scope.clone(), value: value.clone() };
                if !found.contains(&invariant) {
                    found.push(invariant);
                }
            }
        }
        Ok(found)
    }
}

impl Edge {
    /// When the edge has been taken, if that can be told.
    fn moment(&self) -> Option<Moment> {
        match (self.loop_head, self.line, self.control, &self.entered) {
            (true, Some(line), ..) => Some(Moment::HeadOn(line)),
            // It would hold for some of the executions only.
            _ if self.assumption.is_some() => None,
            (false, Some(line), Some(outcome), None) => Some(Moment::Decided(line, outcome)),
            (false, None, None, Some(function)) => Some(Moment::Entered(function.clone())),
            _ => None,
        }
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
    let tokens = Tokens::scan(text);
    let semicolons = (0..tokens.tokens.len()).filter(|at| tokens.word(*at) == ";").map(|at| tokens.tokens[at].start);
    let mut parts = Vec::new();
    let mut start = 0;
    for end in semicolons.chain([text.len()]) {
        parts.push(text[start..end].trim());
        start = end + 1;
    }
    parts.retain(|part| !part.is_empty());
    match parts.as_slice() {
        [one] => one.to_string(),
        _ => parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" && "),
    }
}

#[cfg(test)]
mod tests {
    use super::depth;
    use std::time::Instant;

    #[test]
    fn depth_is_counted() {
        for (text, expected) in
            [("<a><b/><c>x</c></a>", 2), ("<?xml?><!-- a --><a x='/'/>", 0), ("<a><a><a>", 3), ("", 0), ("<", 1)]
        {
            assert_eq!(depth(text), expected, "{text}");
        }
        let start = Instant::now();
        depth(&"<".repeat(600_000));
        assert!(start.elapsed().as_secs() < 20);
    }
}
