//! A worker that finds out what recursive functions do, or checks what is said about that.
//!
//! Both read the program as it was imported, make it smaller by the same passes, and make clauses of it. The one that
//! checks gets the solution as text, so that nothing of the search is left but what the text says.

use super::explain::{Names, Variable, copy_of_loop, to_c};
use super::prepare::{WHOLE, reduce};
use super::protocol::{GaveUp, Message, SummariesReport, SummariesRequest};
use super::{crash, deadline, memory};
use crate::evidence::{Evidence, InvariantText};
use crate::story::{Contract, LoopInvariant, SourcePlace};
use euclase_checker::solver::Statistics;
use euclase_checker::{Reason, summaries};
use euclase_encoder::{Place, RelationEntry, RelationKind, Summaries, encode_summaries};
use euclase_logic::{FormulaScript, Sort, TermId, read_formulas, write_formulas};
use euclase_program::{Encoding, Program};
use std::path::Path;

pub(super) fn run(scratch: &Path, request: &SummariesRequest) -> Message {
    let internal = |what: String| Message::GaveUp(GaveUp::Internal(what));
    let program = match read(scratch, request) {
        Ok(program) => program,
        Err(why) => return internal(why),
    };
    let encoded = match encode_summaries(&program) {
        Ok(encoded) => encoded,
        Err(error) => return Message::GaveUp(GaveUp::Unsupported(error.message)),
    };
    match &request.solution {
        None => search(encoded, request),
        Some(text) => check(encoded, &program, text, request),
    }
}

/// The program whose clauses are meant.
fn read(scratch: &Path, request: &SummariesRequest) -> Result<Program, String> {
    let text = std::fs::read_to_string(scratch.join(WHOLE)).map_err(|error| error.to_string())?;
    let whole = Program::parse(&text).map_err(|error| error.to_string())?;
    reduce(&whole, &request.prepare)
}

fn search(mut encoded: Summaries, request: &SummariesRequest) -> Message {
    let (end, statistics) = (deadline(request.seconds), Statistics::default());
    match summaries::solve(&mut encoded.terms, &encoded.clauses, end, &statistics) {
        Ok(solution) => {
            let script = write_formulas(&encoded.terms, &solution);
            Message::Answer {
                evidence: Evidence::Invariant(InvariantText {
                    declarations: script.declarations,
                    definitions: script.definitions,
                    literals: solution.iter().map(|formula| encoded.terms.conjuncts(*formula).len()).sum(),
                    conjuncts: script.formulas,
                    renamed: script.renamed,
                    induction_depth: 1,
                    interpreted: true,
                    ..InvariantText::default()
                }),
            }
        }
        Err(Reason::Timeout | Reason::Interrupted) => Message::GaveUp(GaveUp::Timeout),
        Err(Reason::Bound(what)) => Message::GaveUp(GaveUp::Bound(what)),
        Err(Reason::SolverGaveUp(what)) if crash::mentions_memory(&what) || memory::near_limit() => {
            Message::GaveUp(GaveUp::OutOfMemory)
        }
        Err(Reason::SolverGaveUp(what)) => Message::GaveUp(GaveUp::Solver(what)),
        Err(Reason::Internal(what)) => Message::GaveUp(GaveUp::Internal(what)),
    }
}

fn check(mut encoded: Summaries, program: &Program, text: &InvariantText, request: &SummariesRequest) -> Message {
    let script = FormulaScript {
        declarations: text.declarations.clone(),
        definitions: text.definitions.clone(),
        formulas: text.conjuncts.clone(),
        renamed: text.renamed.clone(),
    };
    let solution = match read_formulas(&mut encoded.terms, &script) {
        Ok(solution) => solution,
        Err(error) => return Message::Refused { why: format!("the summaries cannot be read: {error}") },
    };
    let (end, statistics) = (deadline(request.seconds), Statistics::default());
    match summaries::check_solution(&mut encoded.terms, &encoded.clauses, &solution, end, &statistics) {
        Ok(clauses) => {
            let (contracts, invariants) = tell(&encoded, program, &solution);
            Message::Summarised(SummariesReport { clauses, contracts, invariants })
        }
        Err(why) => Message::Refused { why },
    }
}

/// The solution in terms of C: contracts of functions other than the first, and invariants of loops.
fn tell(encoded: &Summaries, program: &Program, solution: &[TermId]) -> (Vec<Contract>, Vec<LoopInvariant>) {
    let first = program.entry.map(|entry| program.function(entry).name.clone()).unwrap_or_default();
    let (mut contracts, mut invariants): (Vec<Contract>, Vec<LoopInvariant>) = (Vec::new(), Vec::new());
    let mut current = String::new();
    for (number, (entry, formula)) in encoded.relations.iter().zip(solution).enumerate() {
        let Some((place, column)) = entry.place.as_ref().map(|place| (source_place(place, entry), place.column)) else {
            continue;
        };
        let (said, omitted) = in_c(encoded, program, number, *formula);
        match entry.kind {
            RelationKind::Entry | RelationKind::Return if entry.function == first => {}
            RelationKind::Entry | RelationKind::Return => {
                if current != entry.function || contracts.is_empty() {
                    current.clone_from(&entry.function);
                    contracts.push(Contract { place, requires: Vec::new(), ensures: Vec::new(), omitted: 0 });
                }
                let Some(contract) = contracts.last_mut() else { continue };
                contract.omitted += omitted;
                let to = if entry.kind == RelationKind::Entry { &mut contract.requires } else { &mut contract.ensures };
                to.extend(said);
            }
            RelationKind::Loop => {
                let call = entry.place.as_ref().and_then(|place| place.inlined_at);
                let copy = copy_of_loop(program, call);
                invariants.push(LoopInvariant { place, column, conjuncts: said, omitted, copy });
            }
            RelationKind::Call => {}
        }
    }
    (contracts, invariants)
}

fn source_place(place: &Place, entry: &RelationEntry) -> SourcePlace {
    let is_function = matches!(entry.kind, RelationKind::Entry | RelationKind::Return);
    let function = if is_function { entry.function.clone() } else { place.function.clone() };
    SourcePlace { file: place.file.clone(), line: place.line, function }
}

/// What a formula about a relation says, and how many parts of it C cannot say.
fn in_c(encoded: &Summaries, program: &Program, number: usize, formula: TermId) -> (Vec<String>, usize) {
    let mut names = Names::default();
    let parameters = encoded.clauses.predicates[number].parameters.iter();
    for (term, entry) in parameters.zip(&encoded.relations[number].parameters) {
        match entry.variable {
            Some(variable) => _ = names.insert(*term, Variable::of(program.variable(variable))),
            // The cast says how the number is read, whatever the type of the function.
            None if entry.is_result => {
                let width = match encoded.terms.sort(*term) {
                    Sort::BitVec(width) => width,
                    _ => continue,
                };
                let word = match width {
                    8 => "(signed char)result",
                    16 => "(short)result",
                    32 => "(int)result",
                    64 => "(long long)result",
                    _ => continue,
                };
                names.insert(*term, Variable::place(word.into(), Encoding::Signed, ""));
            }
            None => {}
        }
    }
    let (mut said, mut omitted) = (Vec::new(), 0);
    for conjunct in encoded.terms.conjuncts(formula) {
        match to_c(&encoded.terms, conjunct, &names) {
            Some(text) if said.contains(&text) => {}
            Some(text) => said.push(text),
            None => omitted += 1,
        }
    }
    (said, omitted)
}
