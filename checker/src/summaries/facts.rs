//! Facts that follow from the clauses, on concrete values: forwards, each fact once.
//!
//! The clauses say with which arguments functions are called, so this runs the program, and a call with arguments that
//! were there before costs nothing. Variables that nothing decides are guessed.

use euclase_logic::random::Choices;
use euclase_logic::{
    Application, Assignment, BitVecValue, Evaluator, HornClause, HornClauses, Op, Sort, TermId, Terms, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A tuple of which a predicate holds.
pub(super) type Fact = Vec<Value>;

/// How many facts are computed in all, and how many of one predicate.
const MOST: usize = 12_000;
const MOST_OF_ONE: usize = 3_000;

/// The same for predicates that speak of arrays, which are slow to compute with.
const MOST_WITH_ARRAYS: usize = 400;

/// How long that takes at most.
const LONGEST: Duration = Duration::from_secs(4);

/// How often variables that nothing decides are guessed: in clauses that start from nothing but the start, and in others.
const GUESSES_AT_START: usize = 150;
const GUESSES: usize = 4;

/// What follows.
pub(super) enum Saturation {
    /// The facts of each predicate, perhaps not all.
    Facts(Vec<Vec<Fact>>),
    /// `false` does.
    Violation,
}

/// Computes facts until nothing new follows or there are enough.
pub(super) fn saturate(terms: &Terms, clauses: &HornClauses, deadline: Instant) -> Saturation {
    let mut engine = Engine::new(terms, clauses);
    let end = deadline.min(Instant::now() + LONGEST);
    for number in 0..clauses.clauses.len() {
        if clauses.clauses[number].body.is_empty() {
            engine.fire(number, Assignment::default());
        }
    }
    while let Some((predicate, position)) = engine.waiting.pop_front() {
        if engine.is_violated {
            return Saturation::Violation;
        }
        if engine.count >= MOST || Instant::now() >= end {
            break;
        }
        engine.spread(predicate, position);
    }
    if engine.is_violated { Saturation::Violation } else { Saturation::Facts(engine.facts) }
}

/// How a clause with two predicates in its premise is joined.
struct Join {
    /// The positions of the second's arguments that the first decides, and those that it leaves open.
    decided: Vec<usize>,
    open: Vec<usize>,
    /// The assignments that wait for a fact, by what it must have in the decided positions.
    waiting: FxHashMap<Vec<Value>, Vec<Assignment>>,
    /// The facts there are, by the same.
    known: FxHashMap<Vec<Value>, Vec<usize>>,
}

struct Engine<'a> {
    terms: &'a Terms,
    clauses: &'a HornClauses,
    facts: Vec<Vec<Fact>>,
    seen: Vec<FxHashSet<Fact>>,
    waiting: VecDeque<(usize, usize)>,
    joins: FxHashMap<usize, Join>,
    /// Numbers that the clauses mention, by width.
    constants: FxHashMap<u32, Vec<BitVecValue>>,
    choices: Choices,
    count: usize,
    is_violated: bool,
}

impl<'a> Engine<'a> {
    fn new(terms: &'a Terms, clauses: &'a HornClauses) -> Self {
        let mut joins = FxHashMap::default();
        for (number, clause) in clauses.clauses.iter().enumerate() {
            if let [first, second] = &clause.body[..] {
                let known: FxHashSet<TermId> = terms.variables(&first.arguments).into_iter().collect();
                let is_decided = |position: &usize| {
                    terms.variables(&[second.arguments[*position]]).iter().all(|variable| known.contains(variable))
                };
                let (decided, open) = (0..second.arguments.len()).partition(is_decided);
                let (waiting, by_key) = (FxHashMap::default(), FxHashMap::default());
                joins.insert(number, Join { decided, open, waiting, known: by_key });
            }
        }
        Engine {
            terms,
            clauses,
            facts: vec![Vec::new(); clauses.predicates.len()],
            seen: vec![FxHashSet::default(); clauses.predicates.len()],
            waiting: VecDeque::new(),
            joins,
            constants: constants(terms, clauses),
            choices: Choices::new(1),
            count: 0,
            is_violated: false,
        }
    }

    /// Everything that follows from a fact at once.
    fn spread(&mut self, predicate: usize, position: usize) {
        let clauses = self.clauses;
        let fact = self.facts[predicate][position].clone();
        for (number, clause) in clauses.clauses.iter().enumerate() {
            match &clause.body[..] {
                [only] if only.predicate == predicate => {
                    if let Some(assignment) = self.bind(Assignment::default(), only, &fact, None) {
                        self.fire(number, assignment);
                    }
                }
                [first, second] => {
                    if first.predicate == predicate
                        && let Some(assignment) = self.bind(Assignment::default(), first, &fact, None)
                    {
                        self.meet(number, second, assignment);
                    }
                    if second.predicate == predicate {
                        self.answer(number, second, position, &fact);
                    }
                }
                _ => {}
            }
        }
    }

    /// A premise that waits for what a call returns.
    fn meet(&mut self, number: usize, second: &Application, assignment: Assignment) {
        let Some(join) = self.joins.get_mut(&number) else { return };
        let mut evaluator = Evaluator::new(self.terms, &assignment);
        let key: Option<Vec<Value>> =
            join.decided.iter().map(|position| evaluator.value(second.arguments[*position]).ok()).collect();
        let Some(key) = key else { return };
        let (known, open) = (join.known.get(&key).cloned().unwrap_or_default(), join.open.clone());
        join.waiting.entry(key).or_default().push(assignment.clone());
        for position in known {
            let fact = self.facts[second.predicate][position].clone();
            if let Some(both) = self.bind(assignment.clone(), second, &fact, Some(&open)) {
                self.fire(number, both);
            }
        }
    }

    /// Something that a call returns.
    fn answer(&mut self, number: usize, second: &Application, position: usize, fact: &Fact) {
        let Some(join) = self.joins.get_mut(&number) else { return };
        let key: Vec<Value> = join.decided.iter().map(|position| fact[*position].clone()).collect();
        let (waiting, open) = (join.waiting.get(&key).cloned().unwrap_or_default(), join.open.clone());
        join.known.entry(key).or_default().push(position);
        for assignment in waiting {
            if let Some(both) = self.bind(assignment, second, fact, Some(&open)) {
                self.fire(number, both);
            }
        }
    }

    /// The assignment under which arguments are a fact, where they are variables or agree.
    fn bind(
        &self,
        mut assignment: Assignment,
        atom: &Application,
        fact: &Fact,
        positions: Option<&[usize]>,
    ) -> Option<Assignment> {
        let all: Vec<usize> = (0..fact.len()).collect();
        for position in positions.unwrap_or(&all) {
            let (argument, value) = (atom.arguments[*position], &fact[*position]);
            match assignment.get(argument) {
                Some(known) if known == value => {}
                Some(_) => return None,
                None if self.terms.is_var(argument) => assignment.set(argument, value.clone()),
                None => return None,
            }
        }
        Some(assignment)
    }

    /// Adds what a clause concludes under an assignment of its premise.
    fn fire(&mut self, number: usize, assignment: Assignment) {
        let clause = &self.clauses.clauses[number];
        let mut roots = vec![clause.constraint];
        roots.extend(clause.head.iter().flat_map(|head| &head.arguments));
        let open: Vec<TermId> =
            self.terms.variables(&roots).into_iter().filter(|variable| assignment.get(*variable).is_none()).collect();
        if open.is_empty() {
            return self.conclude(clause, &assignment);
        }
        let at_start = clause.body.len() <= 1 && self.count < 2 * GUESSES_AT_START;
        for number in 0..if at_start { GUESSES_AT_START } else { GUESSES } {
            let mut guessed = assignment.clone();
            for (position, variable) in open.iter().enumerate() {
                let sort = self.terms.sort(*variable);
                // One after the other takes each number that is worth it, while the others take any.
                let is_turn = number % open.len() == position;
                let worth = is_turn.then(|| self.worth_trying(sort, number / open.len())).flatten();
                let value = worth.unwrap_or_else(|| self.guess(sort));
                guessed.set(*variable, value);
            }
            self.conclude(clause, &guessed);
        }
    }

    fn conclude(&mut self, clause: &HornClause, assignment: &Assignment) {
        let mut evaluator = Evaluator::new(self.terms, assignment);
        if !evaluator.holds(clause.constraint).unwrap_or(false) {
            return;
        }
        let Some(head) = &clause.head else {
            self.is_violated = true;
            return;
        };
        let values: Option<Fact> = head.arguments.iter().map(|argument| evaluator.value(*argument).ok()).collect();
        let Some(fact) = values else { return };
        let has_arrays = fact.iter().any(|value| matches!(value, Value::Array(_)));
        let most = if has_arrays { MOST_WITH_ARRAYS } else { MOST_OF_ONE };
        let known = &mut self.facts[head.predicate];
        if known.len() < most && self.seen[head.predicate].insert(fact.clone()) {
            self.waiting.push_back((head.predicate, known.len()));
            known.push(fact);
            self.count += 1;
        }
    }

    /// One of the numbers that the clauses mention and of their neighbours, if there are so many.
    fn worth_trying(&self, sort: Sort, number: usize) -> Option<Value> {
        let Sort::BitVec(width) = sort else { return None };
        let constant = self.constants.get(&width)?.get(number / 3)?;
        let one = BitVecValue::one(width);
        Some(Value::BitVec(match number % 3 {
            0 => constant.clone(),
            1 => constant.sub(&one),
            _ => constant.add(&one),
        }))
    }

    fn guess(&mut self, sort: Sort) -> Value {
        let Sort::BitVec(width) = sort else {
            return if sort == Sort::Bool {
                Value::Bool(self.choices.below(2) == 1)
            } else {
                Value::default_of(self.terms, sort)
            };
        };
        Value::BitVec(match self.choices.below(8) {
            0..=2 => BitVecValue::new(width, self.choices.below(8)),
            3..=5 => match self.constants.get(&width).filter(|known| !known.is_empty()) {
                Some(known) => {
                    let constant = known[self.choices.below(known.len() as u64) as usize].clone();
                    let one = BitVecValue::one(width);
                    match self.choices.below(3) {
                        0 => constant,
                        1 => constant.add(&one),
                        _ => constant.sub(&one),
                    }
                }
                None => BitVecValue::one(width),
            },
            6 => BitVecValue::new(width, self.choices.below(100)),
            _ => {
                let low = BitVecValue::new(width.min(64), self.choices.below(u64::MAX));
                if width > 64 { low.zero_extend(width - 64) } else { low }
            }
        })
    }
}

/// The numbers that clauses mention, by width.
pub(super) fn constants(terms: &Terms, clauses: &HornClauses) -> FxHashMap<u32, Vec<BitVecValue>> {
    let mut found: FxHashMap<u32, Vec<BitVecValue>> = FxHashMap::default();
    let mut roots = Vec::new();
    for clause in &clauses.clauses {
        roots.push(clause.constraint);
        roots.extend(clause.body.iter().chain(&clause.head).flat_map(|atom| &atom.arguments));
    }
    for term in terms.postorder(&roots) {
        if matches!(terms.op(term), Op::BitVecConst(_))
            && let Some(bits) = terms.as_bitvec(term)
        {
            let known = found.entry(bits.width()).or_default();
            if known.len() < 40 && !known.contains(bits) {
                known.push(bits.clone());
            }
        }
    }
    found
}
