//! The report for people.
//!
//! The first word of the first line is the verdict; scripts may rely on that.

use super::document::Document;
use super::paint::Ink;
use super::{Answer, EngineOutcome, Report, Unknown, Verdict, assumptions, excerpt, path, statistics, trace};
use crate::evidence::{Evidence, InvariantText};
use crate::story::{Contract, LoopInvariant, Story};
use crate::units::{count, show_time};
use crate::worker::protocol::{CertificateSummary, InputErrorReport};

/// How the report is to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether to use colours.
    pub colour: bool,
    /// Only the first line.
    pub quiet: bool,
    /// The invariant too.
    pub invariant: bool,
    /// Every step of a trace.
    pub full_trace: bool,
    /// The statistics too.
    pub statistics: bool,
    /// How many columns there are, if that is known.
    pub width: Option<usize>,
}

/// The text for standard output.
pub fn text(document: &Document, style: Style) -> String {
    let report = &document.report;
    let mut text = format!("{} - {}\n", verdict(report.verdict(), style), sentence(report));
    if !style.quiet {
        match &report.answer {
            Answer::Certified { evidence, certificate, .. } => {
                match &**evidence {
                    Evidence::Invariant(invariant) => proof(&mut text, report, invariant, certificate, style),
                    Evidence::Trace(execution) => {
                        text.push('\n');
                        text.push_str(&match report.story() {
                            Some(story) => {
                                violated_line(document, story, style)
                                    + &path::table(story, certificate.replayed_steps, style)
                            }
                            None => trace::table(execution, style.full_trace),
                        });
                    }
                }
                let assumed = assumptions::sentences(report);
                if !assumed.is_empty() {
                    text.push_str(&style.remark("assumes", &assumed.join("; ")));
                }
            }
            Answer::Unknown(unknown) => {
                text.push_str(&named_line(document, unknown, style));
                advice(&mut text, report, unknown, style);
            }
            Answer::InputError(_) => {}
        }
    }
    if style.statistics {
        text.push('\n');
        text.push_str(&statistics::table(report));
    }
    text
}

fn verdict(verdict: Verdict, style: Style) -> String {
    let ink = match verdict {
        Verdict::True => Ink::Good,
        Verdict::False | Verdict::Error => Ink::Bad,
        Verdict::Unknown => Ink::Open,
    };
    style.paint(ink, verdict.word())
}

/// The source around the violation, and an empty line.
fn violated_line(document: &Document, story: &Story, style: Style) -> String {
    let Some(place) = &story.place else { return String::new() };
    let file = document.sources.file(&place.file);
    let excerpt = file.and_then(|file| excerpt::around(file, place.line, &place.function, &story.message, style));
    excerpt.map(|text| text + "\n").unwrap_or_default()
}

/// The source around the line that stands in the way, between empty lines.
fn named_line(document: &Document, unknown: &Unknown, style: Style) -> String {
    let Some((file, line)) = document.sources.mentioned(&unknown.to_string()) else { return String::new() };
    let excerpt = excerpt::around(&document.sources.files[file], line, "", "here", style);
    excerpt.map(|text| format!("\n{text}\n")).unwrap_or_default()
}

/// The answer in one sentence.
pub fn sentence(report: &Report) -> String {
    match &report.answer {
        Answer::Certified { engine, evidence, .. } => {
            let by = format!("({engine}, {})", show_time(report.elapsed));
            match &**evidence {
                Evidence::Invariant(_) if report.program.is_some() => format!("the error is never reached {by}"),
                Evidence::Invariant(_) => format!("the property holds in every reachable state {by}"),
                Evidence::Trace(_) if report.story().is_some() => format!("{} {by}", violation(report)),
                Evidence::Trace(execution) => match execution.steps.len().saturating_sub(1) {
                    0 => format!("the property fails in an initial state {by}"),
                    steps => format!("the property fails after {} {by}", count(steps, "step")),
                },
            }
        }
        Answer::Unknown(unknown) => match report.safe_depth {
            // The bound that bmc reports says it already.
            Some(depth) if !says_how_far(unknown) => {
                format!("{unknown}; no counterexample up to {}", count(depth, "step"))
            }
            _ => unknown.to_string(),
        },
        Answer::InputError(error) => error.message.clone(),
    }
}

/// Whether the reason already says how far the search came, or has nothing to do with that.
fn says_how_far(unknown: &Unknown) -> bool {
    match unknown {
        Unknown::GaveUp(why) => why.contains("violates the property"),
        Unknown::Unsupported(_) | Unknown::Environment(_) => true,
        _ => false,
    }
}

/// What is violated, and where.
fn violation(report: &Report) -> String {
    let Some(story) = report.story() else { return String::new() };
    match &story.place {
        Some(place) => format!("{} at {}:{} in {}", story.message, place.file, place.line, place.function),
        None => story.message.clone(),
    }
}

fn proof(
    text: &mut String,
    report: &Report,
    invariant: &InvariantText,
    certificate: &CertificateSummary,
    style: Style,
) {
    text.push_str(&style.remark("proof", &size_of_proof(invariant)));
    text.push_str(&style.remark("checked", &how_checked(certificate)));
    let contracts = report.contracts();
    if style.invariant {
        text.push_str(&show_contracts(contracts));
    } else if !contracts.is_empty() {
        let functions = count(contracts.len(), "function");
        text.push_str(&format!("the proof says what {functions} may rely on and promise; --show-invariant shows it\n"));
    }
    match report.loop_invariants() {
        Some(loops) if style.invariant => text.push_str(&show_loops(loops, invariant.induction_depth)),
        Some([]) => {}
        Some(loops) => {
            text.push_str(&format!(
                "the proof says what holds at {}; --show-invariant shows it\n",
                count(loops.len(), "loop")
            ));
        }
        None => {}
    }
    // Of a C program, the formulas are told where the translation leaves something out.
    let all = |loops: &[LoopInvariant]| !loops.is_empty() && loops.iter().all(|i| i.omitted == 0);
    let is_told = !contracts.is_empty() && contracts.iter().all(|contract| contract.omitted == 0);
    if style.invariant && !is_told && !report.loop_invariants().is_some_and(all) {
        text.push('\n');
        text.push_str(&show_invariant(invariant));
    }
}

/// The kind of a proof and its size.
pub(super) fn size_of_proof(invariant: &InvariantText) -> String {
    let kind = match invariant.induction_depth {
        0 | 1 => "inductive invariant".to_string(),
        depth => format!("{depth}-inductive invariant"),
    };
    let (clauses, literals) = (count(invariant.conjuncts.len(), "clause"), count(invariant.literals, "literal"));
    let lemmas = match invariant.lemmas.len() {
        0 => String::new(),
        lemmas => format!(", and {}", count(lemmas, "refinement lemma")),
    };
    format!("{kind} of {clauses} with {literals}{lemmas}")
}

/// How a proof was checked.
pub(super) fn how_checked(certificate: &CertificateSummary) -> String {
    let (uninterpreted, concrete) = (certificate.abstract_obligations, certificate.concrete_obligations);
    let how = match (uninterpreted, concrete) {
        (0, _) => "on the concrete system".to_string(),
        (_, 0) => "with operators uninterpreted".to_string(),
        _ => format!("{uninterpreted} with operators uninterpreted, {concrete} concretely"),
    };
    let also = match &certificate.second_opinion {
        Some(opinion) => format!("; all also by {}", opinion.command),
        None => String::new(),
    };
    format!("{} discharged by fresh solvers, {how}{also}", count(uninterpreted + concrete, "obligation"))
}

/// The contracts of functions, in C.
fn show_contracts(contracts: &[Contract]) -> String {
    let mut text = String::new();
    for contract in contracts {
        let place = &contract.place;
        text.push_str(&format!("\n{}:{}: {}\n", place.file, place.line, place.function));
        for (word, formulas) in [("requires", &contract.requires), ("ensures", &contract.ensures)] {
            for formula in formulas {
                text.push_str(&format!("  {word} {formula}\n"));
            }
        }
        if contract.omitted > 0 {
            text.push_str(&format!("  and {} that C cannot say\n", count(contract.omitted, "part")));
        }
    }
    text
}

/// The invariants of loops, in C.
fn show_loops(loops: &[LoopInvariant], induction_depth: usize) -> String {
    let mut text = String::new();
    for invariant in loops {
        let place = &invariant.place;
        text.push_str(&format!(
            "\n{}:{}: in {}, whenever the loop's head is reached:\n",
            place.file, place.line, place.function
        ));
        for conjunct in &invariant.conjuncts {
            text.push_str(&format!("  {conjunct}\n"));
        }
        match (invariant.conjuncts.len(), invariant.omitted) {
            (0, 0) if induction_depth > 1 => {
                text.push_str(&format!("  (nothing: the proof looks at {induction_depth} steps at once)\n"));
            }
            (0, 0) => text.push_str("  (nothing that the proof needs)\n"),
            (_, 0) => {}
            (_, omitted) => {
                text.push_str(&format!("  (and {} that cannot be said in C)\n", count(omitted, "more condition")));
            }
        }
    }
    text
}

/// The invariant in SMT-LIB, a conjunct a line.
pub fn show_invariant(invariant: &InvariantText) -> String {
    let mut text = String::new();
    if !invariant.definitions.is_empty() {
        text.push_str("; subterms that occur more than once\n");
        text.push_str(&invariant.definitions);
    }
    text.push_str("; the invariant: all of\n");
    for conjunct in &invariant.conjuncts {
        text.push_str(&format!("{conjunct}\n"));
    }
    if !invariant.lemmas.is_empty() {
        text.push_str("; lemmas: valid facts about operators that the proof uses\n");
        for lemma in &invariant.lemmas {
            text.push_str(&format!("{lemma}\n"));
        }
    }
    text
}

fn advice(text: &mut String, report: &Report, unknown: &Unknown, style: Style) {
    if report.engines.len() > 1 && !matches!(unknown, Unknown::Unsupported(_)) {
        let width = report.engines.iter().map(|e| e.engine.name().len()).max().unwrap_or(0);
        for engine in &report.engines {
            let mut outcome = engine.outcome.describe();
            if matches!(engine.outcome, EngineOutcome::Searching) && engine.progress.depth > 0 {
                outcome = format!("{outcome} at depth {}", engine.progress.depth);
            }
            text.push_str(&format!("  {:width$}  {outcome}\n", engine.engine));
        }
    }
    let advice = what_to_try(report, unknown);
    match unknown {
        Unknown::Internal(_) => text.push_str(&style.remark("What to do", advice)),
        _ => text.push_str(&style.remark("What to try", advice)),
    }
}

/// What may help where there is no answer.
pub(super) fn what_to_try(report: &Report, unknown: &Unknown) -> &'static str {
    let single = report.engines.len() == 1;
    match unknown {
        Unknown::Timeout { .. } if single => "a longer --timeout, or --engine auto",
        Unknown::Timeout { .. } => "a longer --timeout",
        Unknown::UncheckedInTime { .. } => "a longer --timeout",
        Unknown::Interrupted => "letting it run longer",
        Unknown::OutOfMemory { .. } if single => "a larger --memory-limit, or another --engine",
        Unknown::OutOfMemory { .. } => "a larger --memory-limit, or a single --engine, which then has it all",
        Unknown::GaveUp(why) if why.contains("violates the property") => {
            "a larger --max-depth, or --engine auto, which can also prove the property"
        }
        Unknown::Unsupported(why) if why.contains("no body") || why.contains("without a body") => {
            "giving the function a body, or --assume-pure-externals if it leaves memory alone"
        }
        Unknown::Unsupported(why) if why.contains("C does not define") => {
            "mending that first: what happens afterwards is up to the compiler"
        }
        Unknown::Unsupported(why) if why.contains("too long to be replayed") => {
            "a longer --timeout, or smaller bounds of the loop at that place"
        }
        Unknown::Unsupported(why) if why.starts_with("property ") => {
            "one of the properties that are decided: unreach-call and no-overflow"
        }
        Unknown::Unsupported(_) => "leaving this out of the program, or putting something simpler in its place",
        Unknown::Environment(_) => {
            "`scripts/setup.sh`, which installs what is needed, --clang PATH, or a larger --memory-limit"
        }
        Unknown::GaveUp(_) if single => "--engine auto",
        Unknown::GaveUp(_) => "-v to see what the engines did",
        Unknown::Internal(_) if single => {
            "another --engine; and please report this, with the input and the output of -vv"
        }
        Unknown::Internal(_) => "please report this, with the input and the output of -vv",
    }
}

/// An error in the input, for standard error: place, message, source line and a mark.
pub fn input_error(file: &str, error: &InputErrorReport, colour: bool) -> String {
    let word = if colour { "\x1b[1;31merror\x1b[0m" } else { "error" };
    if error.verbatim {
        return format!("{}\n", error.message.trim_end());
    }
    let mut text = match error.place {
        Some((line, column)) => format!("{file}:{line}:{column}: {word}: {}\n", error.message),
        None => format!("{file}: {word}: {}\n", error.message),
    };
    if let (Some((line, _)), Some((source, mark))) = (error.place, &error.excerpt) {
        let margin = " ".repeat(line.to_string().len());
        text.push_str(&format!("{line} | {source}\n{margin} | {}^\n", " ".repeat(*mark)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::EngineReport;
    use super::*;
    use crate::args::EngineName;
    use crate::report::WorkReport;
    use crate::worker::protocol::{GaveUp, ProgressReport};
    use std::time::Duration;

    fn report(answer: Answer) -> Report {
        Report {
            answer,
            engines: vec![EngineReport {
                engine: EngineName::Bmc,
                outcome: EngineOutcome::GaveUp(GaveUp::Timeout),
                progress: ProgressReport::default(),
                work: WorkReport::default(),
            }],
            program: None,
            input: None,
            certification: None,
            elapsed: Duration::from_millis(1500),
            safe_depth: None,
            warnings: Vec::new(),
        }
    }

    fn text(report: &Report, style: Style) -> String {
        super::text(&Document::fresh(report, "a.vmt", &[]), style)
    }

    fn certified(evidence: Evidence) -> Report {
        let certificate = CertificateSummary {
            abstract_obligations: 3,
            concrete_obligations: 1,
            replayed_steps: None,
            completed: None,
            not_written: None,
            second_opinion: None,
        };
        report(Answer::Certified { engine: EngineName::Euf, evidence: Box::new(evidence), certificate })
    }

    #[test]
    fn a_proof_is_told_with_its_size() {
        let invariant = InvariantText {
            conjuncts: vec!["(not (= x y))".into(), "p".into()],
            lemmas: vec!["(= (f x) y)".into()],
            induction_depth: 1,
            literals: 2,
            ..InvariantText::default()
        };
        let style = Style { invariant: true, ..Style::default() };
        let expected = "\
TRUE - the property holds in every reachable state (euf, 1.50 s)
proof: inductive invariant of 2 clauses with 2 literals, and 1 refinement lemma
checked: 4 obligations discharged by fresh solvers, 3 with operators uninterpreted, 1 concretely

; the invariant: all of
(not (= x y))
p
; lemmas: valid facts about operators that the proof uses
(= (f x) y)
";
        assert_eq!(text(&certified(Evidence::Invariant(invariant)), style), expected);
    }

    #[test]
    fn unknown_says_why_and_what_to_try() {
        let mut report = report(Answer::Unknown(Unknown::Timeout { limit: Duration::from_secs(30) }));
        report.safe_depth = Some(7);
        let expected = "\
UNKNOWN - timeout after 30 s; no counterexample up to 7 steps
What to try: a longer --timeout, or --engine auto
";
        assert_eq!(text(&report, Style::default()), expected);
        assert_eq!(report.exit_code(), 3);
    }

    #[test]
    fn internal_errors_have_their_own_code() {
        let report = report(Answer::Unknown(Unknown::Internal("no".into())));
        assert!(text(&report, Style::default()).starts_with("UNKNOWN - (internal error: no)\n"));
        assert_eq!(report.exit_code(), 4);
    }

    #[test]
    fn quiet_is_one_line_and_colour_is_optional() {
        let report = report(Answer::Unknown(Unknown::Interrupted));
        assert_eq!(text(&report, Style { quiet: true, ..Style::default() }), "UNKNOWN - interrupted\n");
        let coloured = text(&report, Style { quiet: true, colour: true, ..Style::default() });
        assert_eq!(coloured, "\x1b[1;33mUNKNOWN\x1b[0m - interrupted\n");
    }

    #[test]
    fn input_errors_point_at_the_place() {
        let error = InputErrorReport {
            place: Some((12, 5)),
            message: "no".into(),
            excerpt: Some(("(and x".into(), 4)),
            verbatim: false,
        };
        let expected = "a.vmt:12:5: error: no\n12 | (and x\n   |     ^\n";
        assert_eq!(input_error("a.vmt", &error, false), expected);
    }
}
