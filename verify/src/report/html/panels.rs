//! What stands beside the source: the steps of an execution or the loops of a proof, the calls, what is assumed, what
//! it cost.

use super::highlight::escape;
use super::source;
use super::steps::{Change, Item, Step, Walk};
use crate::report::document::Document;
use crate::report::{assumptions, path, statistics, terminal, words};
use euclase_result::{Answer, Certificate, EngineOutcome, InvariantText, Reason};

/// More calls than this are not drawn.
const MOST_CALLS: usize = 2000;

/// All panels, one below the other.
pub fn all(document: &Document, walk: &Walk) -> String {
    let report = &document.report;
    let mut text = String::new();
    match &report.answer {
        Answer::True(proof) => self::proof(&mut text, document, &proof.invariant, &proof.certificate),
        Answer::False(counterexample) => execution(&mut text, document, walk, &counterexample.certificate),
        Answer::Unknown { reason } => unknown_panel(&mut text, document, reason),
        Answer::Error { error } => {
            text.push_str(&section("What is wrong", &format!("<pre>{}</pre>", escape(&error.message))));
        }
    }
    let assumed = assumptions::sentences(report);
    if !assumed.is_empty() {
        text.push_str(&section("Assumed", &list(&assumed)));
    }
    let table = escape(&statistics::table(report));
    text.push_str(&format!("<details class=more><summary>Statistics</summary><pre>{table}</pre></details>\n"));
    text
}

fn section(title: &str, content: &str) -> String {
    format!("<section><h2>{title}</h2>\n{content}</section>\n")
}

fn list(sentences: &[String]) -> String {
    let items: String = sentences.iter().map(|sentence| format!("<li>{}</li>\n", escape(sentence))).collect();
    format!("<ul>\n{items}</ul>\n")
}

fn execution(text: &mut String, document: &Document, walk: &Walk, certificate: &Certificate) {
    let last = walk.steps.len().saturating_sub(1);
    let mut content = format!(
        "<div class=controls><button type=button id=first title=\"first step (Home)\">|◀</button>\
         <button type=button id=back title=\"one step back (←)\">◀</button>\
         <input type=range id=slider min=0 max={last} value=0 aria-label=\"step\">\
         <button type=button id=forward title=\"one step on (→)\">▶</button>\
         <button type=button id=last title=\"last step (End)\">▶|</button><output id=position></output></div>\n\
         <div class=variables aria-live=polite><table><tbody></tbody></table></div>\n<ol class=steps>\n"
    );
    for item in &walk.list {
        match item {
            Item::Step(number) => content.push_str(&step_item(*number, &walk.steps[*number])),
            Item::Left(what) => {
                content.push_str(&format!("<li><span></span><span class=fold>⋯ {}</span></li>\n", escape(what)));
            }
        }
    }
    content.push_str("</ol>\n");
    text.push_str(&section("The execution", &content));
    if walk.calls.len() > 1 {
        text.push_str(&section("Calls", &calls(walk)));
    }
    let checked = match document.report.violation() {
        Some(violation) => path::checked(violation, certificate.replayed_steps),
        None => format!("replayed by the system's evaluator ({} steps)", certificate.replayed_steps.unwrap_or(0)),
    };
    text.push_str(&section("Checked", &format!("<p>{}</p>\n", escape(&checked))));
}

fn step_item(number: usize, step: &Step) -> String {
    let class = if step.is_violation { " class=violation" } else { "" };
    let at = match step.place {
        Some((file, line)) => format!("<a href=\"#f{file}-{line}\">{}</a>", escape(&step.label)),
        None => escape(&step.label),
    };
    let what = match (step.what.is_empty(), step.is_source) {
        (true, _) => String::new(),
        (_, true) => format!("<code>{}</code>", escape(step.what.trim())),
        _ => escape(&step.what),
    };
    let set: String = step.changes.iter().map(change).collect();
    let violated = if step.is_violation && step.is_source { " <b>violated</b>" } else { "" };
    format!(
        "<li{class} data-step={number}><span class=at>{at}</span>\
         <span class=what style=\"--depth:{}\">{what}{violated}{set}</span></li>\n",
        step.depth
    )
}

fn change(change: &Change) -> String {
    let chosen = if change.chosen { " <span class=chosen>← chosen</span>" } else { "" };
    format!("<span class=\"set value\">{} = {}{chosen}</span>", escape(&change.name), escape(&change.value))
}

/// The calls as a tree that can be folded. What is entered is left again without recursion: a tree can be deep.
fn calls(walk: &Walk) -> String {
    enum Todo {
        Open(usize),
        Close,
    }
    let mut children = vec![Vec::new(); walk.calls.len()];
    for (index, call) in walk.calls.iter().enumerate() {
        if let Some(parent) = call.parent {
            children[parent].push(index);
        }
    }
    let roots = (0..walk.calls.len()).filter(|call| walk.calls[*call].parent.is_none());
    let mut todo: Vec<Todo> = roots.rev().map(Todo::Open).collect();
    let (mut text, mut drawn) = (String::from("<div class=calls>\n"), 0);
    while let Some(next) = todo.pop() {
        let Todo::Open(index) = next else {
            text.push_str("</details>\n");
            continue;
        };
        drawn += 1;
        if drawn > MOST_CALLS {
            continue;
        }
        let call = &walk.calls[index];
        let place = call.place.as_ref().map(super::steps::label).unwrap_or_default();
        let place = match (walk.call_steps.get(index).copied().flatten(), place.is_empty()) {
            (_, true) => String::new(),
            (Some(step), _) => format!(" <a href=\"#\" data-step={step}>{}</a>", escape(&place)),
            (None, _) => format!(" <a>{}</a>", escape(&place)),
        };
        let name = format!("<code>{}()</code>{place}", escape(&call.function));
        if children[index].is_empty() {
            text.push_str(&format!("<div class=leaf>{name}</div>\n"));
        } else {
            text.push_str(&format!("<details open><summary>{name}</summary>\n"));
            todo.push(Todo::Close);
            todo.extend(children[index].iter().rev().map(|child| Todo::Open(*child)));
        }
    }
    text.push_str("</div>\n");
    if drawn > MOST_CALLS {
        text.push_str(&format!("<p>and {} more calls</p>\n", drawn - MOST_CALLS));
    }
    text
}

fn proof(text: &mut String, document: &Document, invariant: &InvariantText, certificate: &Certificate) {
    let report = &document.report;
    let depth = source::induction_depth(document);
    if let Answer::True(proof) = &report.answer
        && let Some(execution) = &proof.execution
    {
        text.push_str(&section("The proof", &format!("<p>{}</p>\n", escape(&terminal::all_executions(execution)))));
        text.push_str(&section("Checked", &format!("<p>{}</p>\n", escape(&terminal::executed_again(execution)))));
        return;
    }
    let mut content = format!("<p>{}</p>\n", escape(&terminal::size_of_proof(invariant)));
    let loops = report.loop_invariants().unwrap_or_default();
    if !loops.is_empty() {
        content.push_str("<ul class=clauses>\n");
        for invariant in loops {
            let place = &invariant.place;
            let label = escape(&super::steps::label(place));
            let link = match document.sources.position(&place.file) {
                Some(file) => format!("<a href=\"#f{file}-{}\">{label}</a>", place.line),
                None => label,
            };
            let function = escape(&place.function);
            let said = source::said(invariant, depth).replace("</code><code>", "</code><br><code>");
            content.push_str(&format!("<li>{link} in <code>{function}</code>, at the loop:<br>{said}</li>\n"));
        }
        content.push_str("</ul>\n");
    } else if report.program.is_some() {
        content.push_str("<p>No loop of the program needs an invariant.</p>\n");
    }
    text.push_str(&section("The proof", &content));
    text.push_str(&section("Checked", &format!("<p>{}</p>\n", escape(&terminal::how_checked(certificate)))));
    text.push_str(&format!(
        "<details class=more><summary>The invariant in SMT-LIB</summary><pre>{}</pre></details>\n",
        escape(&terminal::show_invariant(invariant))
    ));
}

fn unknown_panel(text: &mut String, document: &Document, reason: &Reason) {
    let report = &document.report;
    text.push_str(&section("Why there is no answer", &format!("<p>{}</p>\n", escape(&words::reason(reason)))));
    let advice = escape(terminal::what_to_try(report, reason));
    text.push_str(&section("What to try", &format!("<p>{advice}</p>\n")));
    if !report.engines.is_empty() {
        let mut table = String::from("<table class=engines>\n");
        for engine in &report.engines {
            let mut outcome = engine.outcome.to_string();
            if matches!(engine.outcome, EngineOutcome::Searching) && engine.progress.depth > 0 {
                outcome = format!("{outcome} at depth {}", engine.progress.depth);
            }
            table.push_str(&format!("<tr><td><code>{}</code></td><td>{}</td></tr>\n", engine.engine, escape(&outcome)));
        }
        table.push_str("</table>\n");
        text.push_str(&section("Engines", &table));
    }
}
