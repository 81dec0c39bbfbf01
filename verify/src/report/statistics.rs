//! What the run cost, as tables.

use super::{Answer, ProgramReport, Report, WorkReport};
use crate::units::{count, show_size, show_time};
use crate::worker::protocol::{CallsSummary, ProgramSize};
use std::time::Duration;

/// The tables that `--stats` prints.
pub fn table(report: &Report) -> String {
    let mut text = String::from("statistics\n");
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<28} {value}\n"));
    line("time", show_time(report.elapsed));
    if let Some(input) = &report.input {
        line("state variables", input.states.to_string());
        line("inputs", input.inputs.to_string());
        line("terms", input.terms.to_string());
        line("time for reading", show_time(seconds(input.seconds)));
    }
    let peak = |work: &WorkReport| work.peak_memory;
    let peaks = report.engines.iter().map(|e| peak(&e.work)).chain(report.certification.iter().map(peak));
    let peaks = peaks.chain(report.program.iter().map(|p| peak(&p.preparation)));
    line("peak memory of a process", show_size(peaks.max().unwrap_or(0)));
    let (proofs, traces) = checked(report);
    line("certified proofs", proofs.to_string());
    line("replayed traces", traces.to_string());
    if let Some(program) = &report.program {
        self::program(&mut text, program);
    }
    for engine in &report.engines {
        text.push_str(&format!("\n{} engine: {}\n", engine.engine, engine.outcome.describe()));
        work(&mut text, &engine.work);
    }
    if let Some(certification) = &report.certification {
        text.push_str("\nchecking the answer\n");
        work(&mut text, certification);
    }
    text
}

/// The table of how a C program became a system.
pub fn preparation(program: &ProgramReport) -> String {
    let mut text = String::new();
    self::program(&mut text, program);
    text.trim_start().to_string()
}

/// From C to the system: sizes, and what each stage took.
fn program(text: &mut String, program: &ProgramReport) {
    let prepared = &program.prepared;
    text.push_str("\nfrom C to a transition system\n");
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<28} {value}\n"));
    let CallsSummary { inlined, shared, sites, lifted, source, instructions, .. } = prepared.calls;
    let sites = format!("{} shared by {}", count(shared, "function"), count(sites, "call"));
    line("calls", format!("{} inlined, {sites}", count(inlined, "function")));
    if lifted > 0 {
        line("calls that fail", format!("of {} in one copy each", count(lifted, "function")));
    }
    line("instructions", format!("{source}, {instructions} with everything inlined"));
    for (name, size) in [("imported program", prepared.program), ("sliced program", prepared.sliced)] {
        let ProgramSize { functions, blocks, commands } = size;
        let sizes = [count(functions, "function"), count(blocks, "block"), count(commands, "command")];
        line(name, sizes.join(", "));
    }
    let sizes = [
        count(prepared.locations, "location"),
        count(prepared.states, "state variable"),
        count(prepared.inputs, "input"),
        count(prepared.terms, "term"),
    ];
    line("system", sizes.join(", "));
    if prepared.trivially_safe {
        line("errors left", "none".to_string());
    }
    for (stage, time) in &prepared.timings {
        line(stage, show_time(seconds(*time)));
    }
    line("all of it", show_time(program.preparation.elapsed));
    line("peak memory", show_size(program.preparation.peak_memory));
    if let Some(work) = &program.explaining {
        line("explaining the answer", show_time(work.elapsed));
    }
}

/// How many proofs were certified and how many traces replayed: one of them once, if there is an
/// answer.
pub fn checked(report: &Report) -> (u64, u64) {
    match &report.answer {
        Answer::Certified { certificate, .. } if certificate.replayed_steps.is_some() => (0, 1),
        Answer::Certified { .. } => (1, 0),
        Answer::Unknown(_) | Answer::InputError(_) => (0, 0),
    }
}

fn work(text: &mut String, work: &WorkReport) {
    let statistics = &work.statistics;
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<28} {value}\n"));
    line("time", show_time(work.elapsed));
    if work.processor_time > Duration::ZERO {
        line("processor time", show_time(work.processor_time));
        line("peak memory", show_size(work.peak_memory));
    }
    if statistics.seconds > 0.0 {
        let solver: f64 = statistics.queries.iter().map(|q| q.seconds).sum();
        line("time after reading", show_time(seconds(statistics.seconds)));
        line("time in the solver", show_time(seconds(solver)));
    }
    for (name, number) in &statistics.counters {
        line(name, number.to_string());
    }
    if statistics.queries.is_empty() {
        return;
    }
    text.push_str(&format!(
        "  {:<20} {:>8} {:>8} {:>8} {:>8} {:>11} {:>10}\n",
        "queries", "count", "sat", "unsat", "unknown", "mean", "total"
    ));
    for query in &statistics.queries {
        let total = query.sat + query.unsat + query.unknown;
        let mean = if total == 0 { 0.0 } else { query.seconds / total as f64 * 1000.0 };
        text.push_str(&format!(
            "  {:<20} {total:>8} {:>8} {:>8} {:>8} {:>8.2} ms {:>8.2} s\n",
            query.kind, query.sat, query.unsat, query.unknown, mean, query.seconds
        ));
    }
}

fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number.max(0.0)).unwrap_or_default()
}
