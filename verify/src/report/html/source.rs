//! The source files of a page: numbered lines, with what the answer says about them.

use super::highlight::{Highlighter, escape};
use super::steps::Walk;
use crate::report::document::Document;
use crate::report::sources::SourceFile;
use crate::units::count;
use euclase_result::{Answer, LoopInvariant};
use std::collections::{BTreeMap, BTreeSet};

/// Files with more lines are shown only around what the answer speaks of.
const LONG_FILE: usize = 20_000;

/// How much is shown around.
const AROUND: u32 = 200;

/// All files that the answer speaks of or that the user named.
pub fn files(document: &Document, walk: &Walk, mark: Option<(usize, u32)>) -> String {
    let files = &document.sources.files;
    let mut text = String::new();
    let several = files.len() > 1;
    if several {
        text.push_str("<div class=tabs role=tablist>\n");
        for file in files {
            let (name, path) = (escape(file.name()), escape(&file.path));
            text.push_str(&format!("<button role=tab type=button title=\"{path}\">{name}</button>\n"));
        }
        text.push_str("</div>\n");
    }
    text.push_str(if several { "<div class=\"files several\">\n" } else { "<div class=files>\n" });
    for (index, file) in files.iter().enumerate() {
        let page = FilePage {
            index,
            file,
            on_path: on_path(walk, index),
            bad: walk.steps.iter().filter(|step| step.is_violation).filter_map(|step| step.place).collect(),
            mark,
            invariants: invariants(document, index),
            induction_depth: induction_depth(document),
        };
        page.write(&mut text);
    }
    text.push_str("</div>\n");
    text
}

struct FilePage<'a> {
    index: usize,
    file: &'a SourceFile,
    on_path: BTreeSet<u32>,
    bad: BTreeSet<(usize, u32)>,
    mark: Option<(usize, u32)>,
    invariants: BTreeMap<u32, Vec<&'a LoopInvariant>>,
    induction_depth: usize,
}

impl FilePage<'_> {
    fn write(&self, text: &mut String) {
        text.push_str(&format!("<div class=file id=f{}>\n<h2>{}</h2>\n", self.index, escape(&self.file.path)));
        if self.file.lines.is_empty() {
            text.push_str("<p class=gap>the text of this file is not there</p>\n</div>\n");
            return;
        }
        text.push_str("<div class=lines tabindex=0><div class=rows>\n");
        let mut highlighter = Highlighter::default();
        let mut before = 0;
        let shown = self.shown();
        for (number, line) in &self.file.lines {
            let line = highlighter.line(line);
            if shown.as_ref().is_some_and(|shown| !shown.contains(number)) {
                continue;
            }
            if *number > before + 1 {
                text.push_str(&format!("<div class=gap>⋯ {}</div>\n", count((number - before - 1) as usize, "line")));
            }
            before = *number;
            self.write_line(text, *number, &line);
        }
        text.push_str("</div></div>\n</div>\n");
    }

    fn write_line(&self, text: &mut String, number: u32, line: &str) {
        for invariant in self.invariants.get(&number).into_iter().flatten() {
            text.push_str(&invariant_box(invariant, self.induction_depth));
        }
        let here = (self.index, number);
        let is_bad = self.bad.contains(&here) || self.mark == Some(here);
        let class = match (is_bad, self.on_path.contains(&number)) {
            (true, _) => "l bad",
            (_, true) => "l on",
            _ => "l",
        };
        let mark = if self.bad.contains(&here) { "<span class=mark>◀ violated</span>" } else { "" };
        let id = format!("f{}-{number}", self.index);
        text.push_str(&format!(
            "<div class=\"{class}\" id={id}><a class=n href=\"#{id}\">{number}</a><code>{line}</code>{mark}</div>\n"
        ));
    }

    /// The lines that are shown; all if there are none.
    fn shown(&self) -> Option<BTreeSet<u32>> {
        if self.file.lines.len() <= LONG_FILE {
            return None;
        }
        let marks = self.mark.iter().filter(|(file, _)| *file == self.index).map(|(_, line)| *line);
        let all = self.on_path.iter().copied().chain(self.invariants.keys().copied()).chain(marks);
        let ranges = all.chain([1]).map(|line| line.saturating_sub(AROUND)..=line.saturating_add(AROUND));
        Some(ranges.flatten().collect())
    }
}

fn on_path(walk: &Walk, file: usize) -> BTreeSet<u32> {
    walk.steps.iter().filter_map(|step| step.place).filter(|(at, _)| *at == file).map(|(_, line)| line).collect()
}

fn invariants(document: &Document, file: usize) -> BTreeMap<u32, Vec<&LoopInvariant>> {
    let mut found: BTreeMap<u32, Vec<&LoopInvariant>> = BTreeMap::new();
    for invariant in document.report.loop_invariants().unwrap_or_default() {
        if document.sources.position(&invariant.place.file) == Some(file) {
            found.entry(invariant.place.line).or_default().push(invariant);
        }
    }
    found
}

/// How many steps the proof looks at at once.
pub fn induction_depth(document: &Document) -> usize {
    match &document.report.answer {
        Answer::True(proof) => proof.invariant.induction_depth,
        Answer::False(_) | Answer::Unknown { .. } | Answer::Error { .. } => 0,
    }
}

fn invariant_box(invariant: &LoopInvariant, induction_depth: usize) -> String {
    format!(
        "<div class=inv><b>holds whenever the head of this loop is reached</b>{}</div>\n",
        said(invariant, induction_depth)
    )
}

/// What an invariant says, as code, and how much it leaves out.
pub fn said(invariant: &LoopInvariant, induction_depth: usize) -> String {
    let mut text: String =
        invariant.conjuncts.iter().map(|conjunct| format!("<code>{}</code>", escape(conjunct))).collect();
    match (invariant.conjuncts.len(), invariant.omitted) {
        (0, 0) if induction_depth > 1 => {
            text.push_str(&format!("<em>nothing: the proof looks at {induction_depth} steps at once</em>"));
        }
        (0, 0) => text.push_str("<em>nothing that the proof needs</em>"),
        (_, 0) => {}
        (_, omitted) => {
            text.push_str(&format!("<em>and {} that cannot be said in C</em>", count(omitted, "more condition")));
        }
    }
    text
}
