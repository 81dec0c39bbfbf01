//! The report for people.
//!
//! The first word of the first line is the verdict; scripts may rely on that.

use super::document::Document;
use super::paint::Ink;
use super::words::{self, seconds};
use super::{assumptions, excerpt, path, statistics, trace};
use crate::units::{count, show_time};
use euclase_program::{CheckKind, CheckSet, ObstacleKind};
use euclase_result::{
    Answer, Certificate, CheckCount, Contract, EngineOutcome, Excerpt, ExecutionProof, GaveUp, InputError,
    InvariantText, LoopInvariant, Proof, Reason, V2, Verdict, Violation,
};

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
            Answer::True(proof) => self::proof(&mut text, report, proof, style),
            Answer::False(counterexample) => {
                text.push('\n');
                text.push_str(&match &counterexample.violation {
                    Some(violation) => {
                        violated_line(document, violation, style)
                            + &path::table(violation, counterexample.certificate.replayed_steps, style)
                    }
                    None => trace::table(&counterexample.trace, style.full_trace),
                });
            }
            Answer::Unknown { reason } => {
                text.push_str(&named_line(document, reason, style));
                advice(&mut text, report, reason, style);
            }
            Answer::Error { .. } => {}
        }
        let assumed = assumptions::sentences(report);
        if report.answer.is_decided() && !assumed.is_empty() {
            text.push_str(&style.remark("assumes", &assumed.join("; ")));
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
fn violated_line(document: &Document, violation: &Violation, style: Style) -> String {
    let Some(place) = &violation.place else { return String::new() };
    let file = document.sources.file(&place.file);
    let excerpt = file.and_then(|file| excerpt::around(file, place.line, &place.function, &violation.message, style));
    excerpt.map(|text| text + "\n").unwrap_or_default()
}

/// The source around the line that stands in the way, between empty lines.
fn named_line(document: &Document, reason: &Reason, style: Style) -> String {
    let Some((file, line)) = document.sources.mentioned(&words::reason(reason)) else { return String::new() };
    let excerpt = excerpt::around(&document.sources.files[file], line, "", "here", style);
    excerpt.map(|text| format!("\n{text}\n")).unwrap_or_default()
}

/// The answer in one sentence.
pub fn sentence(report: &V2) -> String {
    let by = |engine: &str| format!("({engine}, {})", show_time(seconds(report.seconds)));
    match &report.answer {
        Answer::True(proof) => {
            let proved = match &report.program {
                Some(program) => proved(program.rules.checks),
                None => "the property holds in every reachable state".to_string(),
            };
            format!("{proved} {}", by(&proof.engine))
        }
        Answer::False(counterexample) => {
            let by = by(&counterexample.engine);
            match (&counterexample.violation, counterexample.trace.steps.len().saturating_sub(1)) {
                (Some(violation), _) => format!("{} {by}", violated(violation)),
                (None, 0) => format!("the property fails in an initial state {by}"),
                (None, steps) => format!("the property fails after {} {by}", count(steps, "step")),
            }
        }
        Answer::Unknown { reason } => match report.safe_depth {
            // The bound that bmc reports says it already.
            Some(depth) if !says_how_far(reason) => {
                format!("{}; no counterexample up to {}", words::reason(reason), count(depth, "step"))
            }
            _ => words::reason(reason),
        },
        Answer::Error { error } => error.message.clone(),
    }
}

/// What was proved about a C program.
fn proved(checks: CheckSet) -> String {
    let groups: [(&[CheckKind], &str); 2] = [
        (&[CheckKind::Bounds, CheckKind::Pointer, CheckKind::Free, CheckKind::ArrayIndex], "no memory error"),
        (
            &[CheckKind::Overflow, CheckKind::Division, CheckKind::Shift, CheckKind::Conversion],
            "no undefined arithmetic",
        ),
    ];
    let (mut left, mut all) = (checks, Vec::new());
    for (kinds, sentence) in groups {
        let kinds: CheckSet = kinds.iter().copied().collect();
        if kinds.iter().all(|kind| left.contains(kind)) {
            left = left.without(kinds);
            all.push(sentence);
        }
    }
    let single: Vec<&str> = left.iter().map(|check| check.info().proved).collect();
    all.splice(0..0, single);
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

/// Whether the reason already says how far the search came, or has nothing to do with that.
fn says_how_far(reason: &Reason) -> bool {
    match reason {
        Reason::GaveUp { why, .. } => matches!(why, GaveUp::Depth { .. }),
        Reason::Unsupported { .. } | Reason::Environment { .. } => true,
        Reason::Timeout { .. }
        | Reason::Unchecked { .. }
        | Reason::Doubtful
        | Reason::Interrupted
        | Reason::OutOfMemory { .. }
        | Reason::InternalError { .. } => false,
    }
}

/// What is violated, where, and the name of the check, as `--no-check` takes it.
fn violated(violation: &Violation) -> String {
    let Violation { message, check, place, .. } = violation;
    match place {
        Some(place) => format!("{message} at {}:{} in {} [{check}]", place.file, place.line, place.function),
        None => format!("{message} [{check}]"),
    }
}

/// What the checks of a program are, and at how many places.
fn covered(made: &[CheckCount]) -> String {
    let all: usize = made.iter().map(|count| count.places).sum();
    let kinds: Vec<String> = made.iter().map(|one| format!("{} {}", one.places, one.check.info().word)).collect();
    if made.is_empty() { String::new() } else { format!("{} ({})", count(all, "check"), kinds.join(", ")) }
}

fn proof(text: &mut String, report: &V2, proof: &Proof, style: Style) {
    let invariant = &proof.invariant;
    let (size, checked) = match &proof.execution {
        Some(execution) => (all_executions(execution), executed_again(execution)),
        None => (size_of_proof(invariant), how_checked(&proof.certificate)),
    };
    if let Some(covers) =
        report.program.as_ref().map(|program| covered(&program.facts.made)).filter(|all| !all.is_empty())
    {
        text.push_str(&style.remark("covers", &covers));
    }
    text.push_str(&style.remark("proof", &size));
    text.push_str(&style.remark("checked", &checked));
    if proof.execution.is_some() {
        return;
    }
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

/// What was seen of all executions.
pub(super) fn all_executions(proof: &ExecutionProof) -> String {
    let checks = count(usize::try_from(proof.checks).unwrap_or(usize::MAX), "check");
    let loops = match proof.iterations {
        0 => "without going round any loop twice".to_string(),
        times => format!("round a loop up to {} times", times + 1),
    };
    format!("every execution was followed to its end, {loops}; {checks} on the way, none of which fails")
}

/// How that was checked.
pub(super) fn executed_again(proof: &ExecutionProof) -> String {
    let paths = count(usize::try_from(proof.paths).unwrap_or(usize::MAX), "path");
    format!("executed again by another executor, {paths} one by one")
}

/// How a proof was checked.
pub(super) fn how_checked(certificate: &Certificate) -> String {
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

fn advice(text: &mut String, report: &V2, reason: &Reason, style: Style) {
    if report.engines.len() > 1 && !matches!(reason, Reason::Unsupported { .. }) {
        let width = report.engines.iter().map(|e| e.engine.len()).max().unwrap_or(0);
        for engine in &report.engines {
            let mut outcome = engine.outcome.to_string();
            if matches!(engine.outcome, EngineOutcome::Searching) && engine.progress.depth > 0 {
                outcome = format!("{outcome} at depth {}", engine.progress.depth);
            }
            text.push_str(&format!("  {:width$}  {outcome}\n", engine.engine));
        }
    }
    let advice = what_to_try(report, reason);
    match reason {
        Reason::InternalError { .. } => text.push_str(&style.remark("What to do", advice)),
        _ => text.push_str(&style.remark("What to try", advice)),
    }
}

/// What may help where there is no answer.
pub(super) fn what_to_try(report: &V2, reason: &Reason) -> &'static str {
    let single = report.engines.len() == 1;
    match reason {
        Reason::Timeout { .. } if single => "a longer --timeout, or --engine auto",
        Reason::Timeout { .. } | Reason::Unchecked { .. } => "a longer --timeout",
        Reason::Doubtful => "what the warnings say, or leaving --strict out",
        Reason::Interrupted => "letting it run longer",
        Reason::OutOfMemory { .. } if single => "a larger --memory-limit, or another --engine",
        Reason::OutOfMemory { .. } => "a larger --memory-limit, or a single --engine, which then has it all",
        Reason::GaveUp { why: GaveUp::Depth { .. }, .. } => {
            "a larger --max-depth, or --engine auto, which can also prove the property"
        }
        Reason::Unsupported { obstacle } => match obstacle.kind {
            ObstacleKind::NoBody => "giving the function a body, or --assume-pure-externals if it leaves memory alone",
            ObstacleKind::Undefined => "mending that first: what happens afterwards is up to the compiler",
            ObstacleKind::TooLong => "a longer --timeout, or smaller bounds of the loop at that place",
            ObstacleKind::NoTime => "a longer --timeout",
            ObstacleKind::Property => {
                "one of the properties that are decided: unreach-call, no-overflow, valid-memsafety, valid-memcleanup"
            }
            ObstacleKind::Construct
            | ObstacleKind::Recursion
            | ObstacleKind::MadeUp
            | ObstacleKind::Approximated
            | ObstacleKind::Elsewhere => "leaving this out of the program, or putting something simpler in its place",
        },
        Reason::Environment { .. } => {
            "`scripts/setup.sh`, which installs what is needed, --clang PATH, or a larger --memory-limit"
        }
        Reason::GaveUp { .. } if single => "--engine auto",
        Reason::GaveUp { .. } => "-v to see what the engines did",
        Reason::InternalError { .. } if single => {
            "another --engine; and please report this, with the input and the output of -vv"
        }
        Reason::InternalError { .. } => "please report this, with the input and the output of -vv",
    }
}

/// An error in the input, for standard error: place, message, source line and a mark.
pub fn input_error(file: &str, error: &InputError, colour: bool) -> String {
    let word = if colour { "\x1b[1;31merror\x1b[0m" } else { "error" };
    if error.verbatim {
        return format!("{}\n", error.message.trim_end());
    }
    let mut text = match error.place() {
        Some((line, column)) => format!("{file}:{line}:{column}: {word}: {}\n", error.message),
        None => format!("{file}: {word}: {}\n", error.message),
    };
    if let (Some((line, _)), Some(Excerpt { text: source, mark })) = (error.place(), &error.excerpt) {
        let margin = " ".repeat(line.to_string().len());
        text.push_str(&format!("{line} | {source}\n{margin} | {}^\n", " ".repeat(*mark)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_result::{EngineReport, Evidence, Progress, Work};

    fn report(answer: Answer) -> V2 {
        let engines = vec![EngineReport {
            engine: "bmc".to_string(),
            outcome: EngineOutcome::GaveUp(GaveUp::Timeout),
            progress: Progress::default(),
            work: Work::default(),
        }];
        V2 { engines, ..V2::without_search(answer, 1.5) }
    }

    fn text(report: &V2, style: Style) -> String {
        super::text(&Document::fresh(report, "a.vmt", &[]), style)
    }

    fn certified(evidence: Evidence) -> V2 {
        let certificate = Certificate { abstract_obligations: 3, concrete_obligations: 1, ..Certificate::default() };
        report(Answer::certified("euf", evidence, certificate))
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
        let mut report = report(Answer::Unknown { reason: Reason::Timeout { limit_seconds: 30.0 } });
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
        let report = report(Answer::Unknown { reason: Reason::internal("no") });
        assert!(text(&report, Style::default()).starts_with("UNKNOWN - (internal error: no)\n"));
        assert_eq!(report.exit_code(), 4);
    }

    #[test]
    fn quiet_is_one_line_and_colour_is_optional() {
        let report = report(Answer::Unknown { reason: Reason::Interrupted });
        assert_eq!(text(&report, Style { quiet: true, ..Style::default() }), "UNKNOWN - interrupted\n");
        let coloured = text(&report, Style { quiet: true, colour: true, ..Style::default() });
        assert_eq!(coloured, "\x1b[1;33mUNKNOWN\x1b[0m - interrupted\n");
    }

    #[test]
    fn input_errors_point_at_the_place() {
        let error = InputError {
            line: Some(12),
            column: Some(5),
            message: "no".into(),
            excerpt: Some(Excerpt { text: "(and x".into(), mark: 4 }),
            verbatim: false,
        };
        let expected = "a.vmt:12:5: error: no\n12 | (and x\n   |     ^\n";
        assert_eq!(input_error("a.vmt", &error, false), expected);
    }
}
