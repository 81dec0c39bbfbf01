//! What the run cost, as tables.

use super::words::seconds;
use crate::units::{count, show_size, show_time};
use euclase_program::CallCounts;
use euclase_result::{Answer, ProgramReport, ProgramSize, V2, Work};

/// The tables that `--stats` prints.
pub fn table(report: &V2) -> String {
    let mut text = String::from("statistics\n");
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<28} {value}\n"));
    line("time", show_time(seconds(report.seconds)));
    if let Some(input) = &report.input {
        line("state variables", input.states.to_string());
        line("inputs", input.inputs.to_string());
        line("terms", input.terms.to_string());
        line("time for reading", show_time(seconds(input.seconds)));
    }
    let peak = |work: &Work| work.peak_memory_bytes;
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
        text.push_str(&format!("\n{} engine: {}\n", engine.engine, engine.outcome));
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
    let facts = &program.facts;
    text.push_str("\nfrom C to a transition system\n");
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<28} {value}\n"));
    let CallCounts { inlined, shared, sites, lifted, source, instructions, .. } = facts.calls;
    let sites = format!("{} shared by {}", count(shared, "function"), count(sites, "call"));
    line("calls", format!("{} inlined, {sites}", count(inlined, "function")));
    if lifted > 0 {
        line("calls that fail", format!("of {} in one copy each", count(lifted, "function")));
    }
    line("instructions", format!("{source}, {instructions} with everything inlined"));
    for (name, size) in [("imported program", facts.imported), ("sliced program", facts.sliced)] {
        let ProgramSize { functions, blocks, commands } = size;
        let sizes = [count(functions, "function"), count(blocks, "block"), count(commands, "command")];
        line(name, sizes.join(", "));
    }
    let sizes = [
        count(facts.locations, "location"),
        count(facts.states, "state variable"),
        count(facts.inputs, "input"),
        count(facts.terms, "term"),
    ];
    line("system", sizes.join(", "));
    if facts.trivially_safe {
        line("errors left", "none".to_string());
    }
    for stage in &facts.stages {
        line(&stage.stage, show_time(seconds(stage.seconds)));
    }
    line("all of it", show_time(seconds(program.preparation.seconds)));
    line("peak memory", show_size(program.preparation.peak_memory_bytes));
    if let Some(work) = &program.explaining {
        line("explaining the answer", show_time(seconds(work.seconds)));
    }
}

/// How many proofs were certified and how many traces replayed: one of them once, if there is an
/// answer.
pub fn checked(report: &V2) -> (u64, u64) {
    match report.answer {
        Answer::True(_) => (1, 0),
        Answer::False(_) => (0, 1),
        Answer::Unknown { .. } | Answer::Error { .. } => (0, 0),
    }
}

fn work(text: &mut String, work: &Work) {
    let statistics = &work.statistics;
    let mut line = |name: &str, value: String| text.push_str(&format!("  {name:<28} {value}\n"));
    line("time", show_time(seconds(work.seconds)));
    if work.processor_seconds > 0.0 {
        line("processor time", show_time(seconds(work.processor_seconds)));
        line("peak memory", show_size(work.peak_memory_bytes));
    }
    if statistics.seconds_after_reading > 0.0 {
        let solver: f64 = statistics.queries.iter().map(|q| q.seconds).sum();
        line("time after reading", show_time(seconds(statistics.seconds_after_reading)));
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
