//! Random small systems, and terms moved from one arena to another.

#![allow(dead_code)]

use euclase_logic::{Assignment, BitVecValue, FunctionId, Op, Sort, StateVar, TermId, Terms, TransitionSystem, Value};
use std::collections::HashMap;

/// A generator of random choices that is the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn value(&mut self, terms: &Terms, variable: TermId) -> Value {
        match terms.sort(variable) {
            Sort::BitVec(width) => Value::BitVec(BitVecValue::new(width, self.below(4) as u64)),
            _ => Value::Bool(self.below(2) == 1),
        }
    }
}

/// The variables of a random system, by role and sort.
pub struct Vocabulary {
    bools: Vec<TermId>,
    words: Vec<TermId>,
}

impl Vocabulary {
    fn of(terms: &Terms, variables: &[TermId]) -> Self {
        let (bools, words) = variables.iter().partition(|v| terms.sort(**v) == Sort::Bool);
        Vocabulary { bools, words }
    }

    pub fn word(&self, terms: &mut Terms, random: &mut Random, depth: usize) -> TermId {
        if depth == 0 || random.below(3) == 0 {
            return match random.below(4) {
                0 => terms.bv(2, random.below(4) as u64),
                _ => random.pick(&self.words),
            };
        }
        let (a, b) = (self.word(terms, random, depth - 1), self.word(terms, random, depth - 1));
        match random.below(5) {
            0 => terms.bv_add(a, b),
            1 => terms.make(Op::BvXor, &[a, b]),
            2 => terms.make(Op::BvNot, &[a]),
            3 => terms.make(Op::BvAnd, &[a, b]),
            _ => {
                let condition = self.formula(terms, random, depth - 1);
                terms.ite(condition, a, b)
            }
        }
    }

    pub fn formula(&self, terms: &mut Terms, random: &mut Random, depth: usize) -> TermId {
        if depth == 0 || random.below(3) == 0 {
            return random.pick(&self.bools);
        }
        match random.below(6) {
            0 => {
                let (a, b) = (self.word(terms, random, depth - 1), self.word(terms, random, depth - 1));
                terms.eq(a, b)
            }
            1 => {
                let (a, b) = (self.word(terms, random, depth - 1), self.word(terms, random, depth - 1));
                terms.bv_ult(a, b)
            }
            2 => {
                let a = self.formula(terms, random, depth - 1);
                terms.not(a)
            }
            kind => {
                let (a, b) = (self.formula(terms, random, depth - 1), self.formula(terms, random, depth - 1));
                match kind {
                    3 => terms.and(&[a, b]),
                    4 => terms.or(&[a, b]),
                    _ => terms.eq(a, b),
                }
            }
        }
    }

    /// A variable equal to a term, the shapes that make definitions.
    fn equation(&self, terms: &mut Terms, random: &mut Random) -> TermId {
        let depth = random.below(3);
        match random.below(4) {
            0 => {
                let variable = random.pick(&self.bools);
                let value = self.formula(terms, random, depth);
                terms.eq(variable, value)
            }
            1 => {
                let variable = random.pick(&self.bools);
                if random.below(2) == 0 { variable } else { terms.not(variable) }
            }
            2 => {
                let (variable, shift) = (random.pick(&self.words), terms.bv(2, random.below(4) as u64));
                let value = self.word(terms, random, depth);
                let sum = terms.bv_add(variable, shift);
                terms.eq(sum, value)
            }
            _ => {
                let variable = random.pick(&self.words);
                let value = self.word(terms, random, depth);
                terms.eq(variable, value)
            }
        }
    }
}

/// A random system whose steps are given by constraints alone.
pub fn random_system(random: &mut Random) -> (Terms, TransitionSystem) {
    let mut terms = Terms::new();
    let sorts = [Sort::Bool, Sort::Bool, Sort::BitVec(2), Sort::BitVec(2), Sort::BitVec(2)];
    let mut states = Vec::new();
    let mut inputs = Vec::new();
    for (number, sort) in sorts.into_iter().enumerate() {
        let (current, next) = (terms.var(&format!("x{number}"), sort), terms.var(&format!("x{number}+"), sort));
        states.push(StateVar { current, next, update: None, origin: None });
        inputs.push(terms.var(&format!("y{number}"), sort));
    }
    let current: Vec<TermId> = states.iter().map(|s| s.current).collect();
    let all: Vec<TermId> = states.iter().flat_map(|s| [s.current, s.next]).chain(inputs.iter().copied()).collect();
    let (now, all) = (Vocabulary::of(&terms, &current), Vocabulary::of(&terms, &all));
    let mut constraints = Vec::new();
    for _ in 0..2 + random.below(9) {
        let mut equation = all.equation(&mut terms, random);
        match random.below(5) {
            0 => {
                let (guard, other) = (all.formula(&mut terms, random, 1), all.equation(&mut terms, random));
                let not_guard = terms.not(guard);
                constraints.push(terms.or(&[guard, equation]));
                equation = terms.or(&[not_guard, other]);
            }
            1 => equation = all.formula(&mut terms, random, 2),
            _ => {}
        }
        constraints.push(equation);
    }
    let init = now.formula(&mut terms, random, 2);
    let property = now.formula(&mut terms, random, 2);
    let (locations, solved_inputs) = (Vec::new(), Vec::new());
    let system =
        TransitionSystem { states, inputs, init, constraints, property, locations, solved_inputs, relation: None };
    (terms, system)
}

/// A random system over two or three Booleans and a word, whose steps are clauses of two or three
/// literals about current and next states.
pub fn clause_system(random: &mut Random) -> (Terms, TransitionSystem) {
    let mut terms = Terms::new();
    let mut states = Vec::new();
    let bools = 2 + random.below(2);
    for (number, sort) in std::iter::repeat_n(Sort::Bool, bools).chain([Sort::BitVec(2)]).enumerate() {
        let (current, next) = (terms.var(&format!("x{number}"), sort), terms.var(&format!("x{number}+"), sort));
        states.push(StateVar { current, next, update: None, origin: None });
    }
    let inputs = vec![terms.var("y", Sort::Bool)];
    let all: Vec<TermId> = states.iter().flat_map(|s| [s.current, s.next]).chain(inputs.iter().copied()).collect();
    let all = Vocabulary::of(&terms, &all);
    // Few different variables in the clauses make complementary ones frequent.
    let next: Vec<TermId> = states[..bools].iter().map(|s| s.next).collect();
    let mut constraints = Vec::new();
    for _ in 0..3 + random.below(10) {
        let mut literals = Vec::new();
        for _ in 0..2 + random.below(2) {
            let atom = match random.below(6) {
                0 => all.equation(&mut terms, random),
                1 => random.pick(&all.bools),
                _ => random.pick(&next),
            };
            literals.push(if random.below(2) == 0 { atom } else { terms.not(atom) });
        }
        constraints.push(terms.or(&literals));
    }
    let (init, property) = (terms.tt(), terms.tt());
    let (locations, solved_inputs) = (Vec::new(), Vec::new());
    let system =
        TransitionSystem { states, inputs, init, constraints, property, locations, solved_inputs, relation: None };
    (terms, system)
}

/// All values of Booleans and words of two bits.
pub fn assignments(terms: &Terms, variables: &[TermId]) -> Vec<Assignment> {
    let mut all = vec![Assignment::default()];
    for variable in variables {
        let values: Vec<Value> = match terms.sort(*variable) {
            Sort::BitVec(width) => (0..4).map(|n| Value::BitVec(BitVecValue::new(width, n))).collect(),
            _ => vec![Value::Bool(false), Value::Bool(true)],
        };
        all = all
            .into_iter()
            .flat_map(|assignment| {
                values.iter().map(move |value| {
                    let mut extended = assignment.clone();
                    extended.set(*variable, value.clone());
                    extended
                })
            })
            .collect();
    }
    all
}

/// The whole relation: steps and the definitions of solved inputs.
pub fn relation(terms: &mut Terms, system: &TransitionSystem) -> TermId {
    let mut conjuncts = vec![system.trans(terms)];
    for (input, definition) in &system.solved_inputs {
        conjuncts.push(terms.eq(*input, *definition));
    }
    terms.and(&conjuncts)
}

/// Random values for all variables.
pub fn random_assignment(terms: &Terms, variables: &[TermId], random: &mut Random) -> Assignment {
    let mut assignment = Assignment::default();
    for variable in variables {
        assignment.set(*variable, random.value(terms, *variable));
    }
    assignment
}

/// Moves terms to another arena, where equal terms become the same one.
pub struct Transfer<'a> {
    pub from: &'a Terms,
    pub to: &'a mut Terms,
    memo: HashMap<TermId, TermId>,
}

impl<'a> Transfer<'a> {
    pub fn new(from: &'a Terms, to: &'a mut Terms) -> Self {
        Transfer { from, to, memo: HashMap::new() }
    }

    fn sort(&mut self, sort: Sort) -> Sort {
        match sort {
            Sort::Array(array) => {
                let (index, element) = self.from.array_parts(array);
                let (index, element) = (self.sort(index), self.sort(element));
                self.to.array_sort(index, element)
            }
            Sort::Uninterpreted(symbol) => self.to.uninterpreted_sort(self.from.symbol_name(symbol)),
            scalar => scalar,
        }
    }

    fn function(&mut self, function: FunctionId) -> FunctionId {
        let (name, domain, range) = self.from.function(function);
        let domain: Vec<Sort> = domain.iter().map(|sort| self.sort(*sort)).collect();
        let range = self.sort(range);
        self.to.declare_function(name, &domain, range).expect("declared alike")
    }

    pub fn term(&mut self, root: TermId) -> TermId {
        for term in self.from.postorder(&[root]) {
            if self.memo.contains_key(&term) {
                continue;
            }
            let args: Vec<TermId> = self.from.args(term).iter().map(|a| self.memo[a]).collect();
            let image = match self.from.op(term) {
                Op::Var(symbol) => {
                    let sort = self.sort(self.from.sort(term));
                    self.to.var(self.from.symbol_name(symbol), sort)
                }
                Op::Apply(function) => {
                    let function = self.function(function);
                    self.to.make(Op::Apply(function), &args)
                }
                Op::ConstArray(sort) => {
                    let sort = self.sort(sort);
                    self.to.const_array(sort, args[0])
                }
                op => match self.from.literal_value(term) {
                    Some(value) => self.to.literal(value).expect("a scalar"),
                    None => self.to.make(op, &args),
                },
            };
            self.memo.insert(term, image);
        }
        self.memo[&root]
    }
}

/// Fails unless two systems are the same up to the order of constraints and solved inputs.
#[track_caller]
pub fn assert_same_system(first: (&Terms, &TransitionSystem), second: (&mut Terms, &TransitionSystem)) {
    let ((first_terms, first), (second_terms, second)) = (first, second);
    let mut transfer = Transfer::new(first_terms, second_terms);
    let mut sorted = |list: &[TermId]| {
        let mut images: Vec<TermId> = list.iter().map(|t| transfer.term(*t)).collect();
        images.sort_unstable();
        images
    };
    let own = |list: &[TermId]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    assert_eq!(sorted(&first.inputs), own(&second.inputs));
    assert_eq!(sorted(&first.constraints), own(&second.constraints));
    assert_eq!(sorted(&first.locations), own(&second.locations));
    assert_eq!(transfer.term(first.init), second.init);
    assert_eq!(transfer.term(first.property), second.property);
    assert_eq!(first.states.len(), second.states.len());
    for (a, b) in first.states.iter().zip(&second.states) {
        let update = a.update.map(|u| transfer.term(u));
        assert_eq!((transfer.term(a.current), transfer.term(a.next), update), (b.current, b.next, b.update));
    }
    let mut solved: Vec<_> = first.solved_inputs.iter().map(|(y, t)| (transfer.term(*y), transfer.term(*t))).collect();
    let mut others = second.solved_inputs.clone();
    solved.sort_unstable();
    others.sort_unstable();
    assert_eq!(solved, others);
}
