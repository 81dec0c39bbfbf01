//! A worker that finds out what recursive functions do, or checks what is said about that.
//!
//! Both read the program as it was imported, make it smaller by the same passes, and make clauses of it. The one that
//! checks gets the solution as text, so that nothing of the search is left but what the text says.

use super::explain::{Names, Variable, copy_of_loop, to_c};
use super::prepare::{WHOLE, reduce};
use super::protocol::{Message, SummariesReport, SummariesRequest};
use super::{crash, deadline, memory};
use euclase_checker::Reason;
use euclase_checker::solver::Statistics;
use euclase_checker::summaries::{self, Guess};
use euclase_encoder::{EncodeError, Place, RelationEntry, RelationKind, Summaries, encode_summaries};
use euclase_logic::{FormulaScript, Sort, TermId, read_formulas, write_formulas};
use euclase_program::{Encoding, MemoryLevel, Program};
use euclase_result::{Contract, Evidence, GaveUp, InvariantText, LoopInvariant, SourcePlace};
use std::path::Path;

pub(super) fn run(scratch: &Path, folder: Option<&Path>, request: &SummariesRequest) -> Message {
    let internal = |what: String| Message::GaveUp(GaveUp::Internal(what));
    let program = match read(scratch, request) {
        Ok(program) => program,
        Err(why) => return internal(why),
    };
    match &request.solution {
        None => match search(&program, request) {
            Ok(message) => message,
            Err(error) => Message::GaveUp(GaveUp::Unsupported(error.message.into())),
        },
        Some(text) => {
            let memory = if text.exact_memory { MemoryLevel::Full } else { MemoryLevel::Registers };
            match encode_summaries(&program, memory) {
                Ok(encoded) => check(encoded, &program, text, folder, request),
                Err(error) => Message::GaveUp(GaveUp::Unsupported(error.message.into())),
            }
        }
    }
}

/// The program whose clauses are meant.
fn read(scratch: &Path, request: &SummariesRequest) -> Result<Program, String> {
    let text = std::fs::read_to_string(scratch.join(WHOLE)).map_err(|error| error.to_string())?;
    let whole = Program::parse(&text).map_err(|error| error.to_string())?;
    reduce(&whole, &request.prepare)
}

/// The share of the time for guesses without memory, where there is any.
const WITHOUT_MEMORY: f64 = 0.2;

/// The share of the time that Spacer gets with memory, where there is any.
const SPACER_WITH_MEMORY: f64 = 0.6;

/// Looks for a solution: first without memory, which is cheap and may not matter, then with it.
fn search(program: &Program, request: &SummariesRequest) -> Result<Message, EncodeError> {
    let (end, statistics) = (deadline(request.seconds), Statistics::default());
    let mut full = encode_summaries(program, MemoryLevel::Full)?;
    if full.relations.iter().flat_map(|relation| &relation.parameters).all(|parameter| parameter.memory.is_none()) {
        let found = summaries::solve(&mut full.terms, &full.clauses, end, &statistics);
        return Ok(found.map_or_else(gave_up, |solution| answer(&full, &solution, true)));
    }
    let mut plain = encode_summaries(program, MemoryLevel::Registers)?;
    let share = summaries::share_of(end, WITHOUT_MEMORY);
    let known = match summaries::guess(&mut plain.terms, &plain.clauses, share, &statistics) {
        Ok(Guess::Solved(solution)) => return Ok(answer(&plain, &solution, false)),
        Ok(Guess::Known(known)) => Some(known),
        Err(why) => {
            log::info!("without memory: {why}");
            None
        }
    };
    let share = summaries::share_of(end, summaries::SHARE);
    let found = match summaries::guess(&mut full.terms, &full.clauses, share, &statistics) {
        Ok(Guess::Solved(solution)) => return Ok(answer(&full, &solution, true)),
        Ok(Guess::Known(known_here)) => {
            let share = if known.is_some() { Some(summaries::share_of(end, SPACER_WITH_MEMORY)) } else { end };
            summaries::extend(&mut full.terms, &full.clauses, &known_here, share, &statistics)
        }
        // What is reachable with memory is so without.
        Err(why) => return Ok(gave_up(why)),
    };
    match (found, known) {
        (Ok(solution), _) => Ok(answer(&full, &solution, true)),
        (Err(Reason::Timeout | Reason::SolverGaveUp(_)), Some(known)) => {
            let found = summaries::extend(&mut plain.terms, &plain.clauses, &known, end, &statistics);
            Ok(found.map_or_else(gave_up, |solution| answer(&plain, &solution, false)))
        }
        (Err(why), _) => Ok(gave_up(why)),
    }
}

fn answer(encoded: &Summaries, solution: &[TermId], exact_memory: bool) -> Message {
    let script = write_formulas(&encoded.terms, solution);
    Message::Answer {
        evidence: Evidence::Invariant(InvariantText {
            declarations: script.declarations,
            definitions: script.definitions,
            literals: solution.iter().map(|formula| encoded.terms.conjuncts(*formula).len()).sum(),
            conjuncts: script.formulas,
            renamed: script.renamed,
            induction_depth: 1,
            interpreted: true,
            exact_memory,
            ..InvariantText::default()
        }),
    }
}

fn gave_up(why: Reason) -> Message {
    Message::GaveUp(match why {
        Reason::Timeout | Reason::Interrupted => GaveUp::Timeout,
        Reason::Depth { safe_steps, induction } => GaveUp::Depth { safe_steps, induction },
        Reason::Bound(what) => GaveUp::Bound(what),
        Reason::SolverGaveUp(what) if crash::mentions_memory(&what) || memory::near_limit() => GaveUp::OutOfMemory,
        Reason::SolverGaveUp(what) => GaveUp::Solver(what),
        Reason::Internal(what) => GaveUp::Internal(what),
    })
}

fn check(
    mut encoded: Summaries,
    program: &Program,
    text: &InvariantText,
    folder: Option<&Path>,
    request: &SummariesRequest,
) -> Message {
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
        Ok(certificate) => {
            let (contracts, invariants) = tell(&encoded, program, &solution);
            let mut write = |folder| certificate.write_with_clauses(&mut encoded.terms, &encoded.clauses, folder);
            let not_written = folder.and_then(|folder| write(folder).err()).map(|error| error.to_string());
            let obligations = certificate.obligations.len();
            Message::Summarised(SummariesReport { obligations, not_written, contracts, invariants })
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

/// What addresses come from.
const COUNTERS: [&str; 2] = ["allocated", "stack"];

/// What a formula about a relation says, and how many parts of it C cannot say.
fn in_c(encoded: &Summaries, program: &Program, number: usize, formula: TermId) -> (Vec<String>, usize) {
    let mut names = Names::default();
    let parameters = encoded.clauses.predicates[number].parameters.iter();
    for (term, entry) in parameters.zip(&encoded.relations[number].parameters) {
        match entry.variable {
            Some(variable) => _ = names.insert(*term, Variable::of(program.variable(variable))),
            // The cast says how the number is read, whatever the type.
            None => {
                let what = match &entry.memory {
                    // Counters are none of the program's variables, and what has no name in it cannot be told.
                    Some(name) if name.contains(['%', ' ']) || COUNTERS.iter().any(|c| name.contains(c)) => continue,
                    Some(name) => name.as_str(),
                    None if entry.is_result => "result",
                    None => continue,
                };
                let width = match encoded.terms.sort(*term) {
                    Sort::BitVec(width) => width,
                    _ => continue,
                };
                let ty = match width {
                    8 => "signed char",
                    16 => "short",
                    32 => "int",
                    64 => "long long",
                    _ => continue,
                };
                names.insert(*term, Variable::place(format!("({ty}){what}"), Encoding::Signed, ""));
            }
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
