//! Stage three: the whole path as one query along its edges (thesis Alg. 10).

use super::{Path, Refinement};
use crate::answer::Reason;
use crate::ic3::Search;
use crate::ic3::justify::Implicant;
use crate::solver::{Answer, QueryKind};
use crate::tuning::Fineness;
use euclase_logic::{Assignment, Evaluator, Sort, Substitution, TermId, Trace, TraceStep, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// All formulas and terms of a system: what an execution must give values to.
fn everything(system: &TransitionSystem) -> Vec<TermId> {
    let mut roots = vec![system.init, system.property];
    roots.extend(&system.constraints);
    roots.extend(system.states.iter().filter_map(|s| s.update));
    roots.extend(system.solved_inputs.iter().map(|(_, definition)| *definition));
    roots
}

/// A path's formulas, said of its first state and the inputs of each step.
struct Unrolled {
    /// The state at each position.
    states: Vec<FxHashMap<TermId, TermId>>,
    /// The inputs of each step, and the next values that have no update.
    choices: Vec<FxHashMap<TermId, TermId>>,
    /// The initial states, and the bad ones at the end.
    ends: Vec<TermId>,
    /// What every step must satisfy.
    steps: Vec<TermId>,
    /// The cubes on the way, and the implicants of the abstract steps between them: one way to
    /// satisfy the steps, and much easier to solve (thesis §4.4.1: the constraints 𝒬). One list
    /// a position.
    guide: Vec<Vec<TermId>>,
}

impl Search<'_, '_> {
    pub(super) fn refine_path(&mut self, path: &Path) -> Result<Refinement, Reason> {
        let implicants = self.implicants(path)?;
        let unrolled = self.unroll(path, &implicants);
        let guided: Vec<TermId> = unrolled.ends.iter().chain(unrolled.guide.iter().flatten()).copied().collect();
        if let Some(trace) = self.solve_path(&unrolled, &guided, self.options.concrete_rlimit)? {
            return Ok(Refinement::Execution(Box::new(trace)));
        }
        // The cubes are one way of going along these edges; another way may still be real.
        let free: Vec<TermId> = unrolled.ends.iter().chain(&unrolled.steps).copied().collect();
        if let Some(trace) = self.solve_path(&unrolled, &free, self.options.concrete_rlimit / 20)? {
            return Ok(Refinement::Execution(Box::new(trace)));
        }
        self.task.count("spurious paths", 1);
        let cubes: Vec<_> = path.iter().map(|(obligation, _)| (obligation.location, obligation.cube.clone())).collect();
        if self.guide_path(&cubes)? {
            return Ok(Refinement::Learned);
        }
        if self.learn_interpolants(path, &implicants)? {
            return Ok(Refinement::Learned);
        }
        self.expand_vocabulary(path, &implicants, &unrolled)
    }

    /// Why the abstraction takes each step.
    fn implicants(&mut self, path: &Path) -> Result<Vec<Option<Implicant>>, Reason> {
        let mut implicants = Vec::new();
        for (position, pair) in path.windows(2).enumerate() {
            let [(source, Some(edge)), (target, _)] = pair else { continue };
            let from = self.source_literals(position, source);
            implicants.push(self.abstract_step(*edge, source.level, &from, &target.cube)?);
        }
        Ok(implicants)
    }

    fn unroll(&mut self, path: &Path, implicants: &[Option<Implicant>]) -> Unrolled {
        let system = self.task.system;
        let terms = &mut *self.task.terms;
        let mut state: FxHashMap<TermId, TermId> = system.states.iter().map(|s| (s.current, s.current)).collect();
        for (number, location) in self.control.locations.iter().enumerate() {
            if let Some(variable) = location.variable {
                state.insert(variable, terms.bool(number == path[0].0.location));
            }
        }
        let mut unrolled =
            Unrolled { states: vec![state.clone()], choices: vec![], ends: vec![], steps: vec![], guide: vec![] };
        let init = self.control.locations[path[0].0.location].init.iter().flatten();
        unrolled.ends.extend(init);
        for (step, (obligation, edge)) in path.iter().enumerate() {
            let mut here = Substitution::new(state.iter().map(|(a, b)| (*a, *b)));
            let mut guide: Vec<TermId> = obligation.cube.iter().map(|l| here.apply(terms, *l)).collect();
            let Some(edge) = edge else {
                let bad = self.control.locations[obligation.location].bad;
                unrolled.ends.push(here.apply(terms, bad));
                unrolled.guide.push(guide);
                break;
            };
            let mut choices = FxHashMap::default();
            let free = system.states.iter().filter(|s| s.update.is_none()).map(|s| s.next);
            for variable in system.inputs.iter().copied().chain(free) {
                let name = format!("{}|{step}", terms.var_name(variable).unwrap_or("input"));
                choices.insert(variable, terms.var(&name, terms.sort(variable)));
            }
            let mut at = Substitution::new(state.iter().chain(&choices).map(|(a, b)| (*a, *b)));
            let edge = &mut self.control.edges[*edge];
            for constraint in &edge.constraints {
                unrolled.steps.push(at.apply(terms, *constraint));
            }
            match &implicants[step] {
                Some(implicant) => guide.extend(implicant.whole.iter().map(|l| at.apply(terms, *l))),
                None => guide.extend(edge.constraints.iter().map(|c| at.apply(terms, *c))),
            }
            unrolled.guide.push(guide);
            let mut next = FxHashMap::default();
            for variable in &system.states {
                let update = edge.pre(terms, variable.current);
                next.insert(variable.current, at.apply(terms, update));
            }
            state = next;
            unrolled.states.push(state.clone());
            unrolled.choices.push(choices);
        }
        unrolled
    }

    fn solve_path(&mut self, unrolled: &Unrolled, formulas: &[TermId], rlimit: u32) -> Result<Option<Trace>, Reason> {
        let terms = &mut *self.task.terms;
        if formulas.iter().any(|f| *f == terms.ff()) {
            return Ok(None);
        }
        let mut solver = self.refiner.factory.solver(rlimit);
        for formula in formulas {
            solver.assert(terms, *formula);
        }
        match solver.check(terms, QueryKind::RefinePath, &[]) {
            Answer::Sat => {}
            Answer::Unsat | Answer::Unknown(_) => return Ok(None),
        }
        let variables: Vec<TermId> = self.task.system.states.iter().map(|s| s.current).collect();
        let choices = unrolled.choices.iter().flat_map(|c| c.values().copied());
        let all: Vec<TermId> = variables.into_iter().chain(choices).collect();
        let model = solver.concrete_model(terms, &all, &everything(self.task.system)).map_err(Reason::SolverGaveUp)?;
        self.trace(unrolled, &model).map(Some)
    }

    /// The execution that the values of the first state and of all inputs determine.
    fn trace(&mut self, unrolled: &Unrolled, model: &Assignment) -> Result<Trace, Reason> {
        let missing = |e: euclase_logic::EvalError| Reason::Internal(e.to_string());
        let terms = &*self.task.terms;
        let system = self.task.system;
        let mut trace = Trace::default();
        for (function, table) in model.functions() {
            trace.functions.set_function(function, table.clone());
        }
        let mut evaluator = Evaluator::new(terms, model);
        for (position, state) in unrolled.states.iter().enumerate() {
            let mut step = TraceStep::default();
            for (variable, term) in state {
                step.state.insert(*variable, evaluator.value(*term).map_err(missing)?);
            }
            if let Some(choices) = unrolled.choices.get(position) {
                for (variable, chosen) in choices {
                    let value = evaluator.value(*chosen).map_err(missing)?;
                    step.inputs.insert(*variable, value);
                }
            }
            trace.steps.push(step);
        }
        // A next value without an update is a choice of the step, but not an input of the system.
        for step in &mut trace.steps {
            step.inputs.retain(|v, _| !system.states.iter().any(|s| s.next == *v));
        }
        system.complete_solved_inputs(terms, &mut trace).map_err(missing)?;
        Ok(trace)
    }

    /// The path is infeasible, though each of its states and steps is not: its cubes left
    /// something out. The terms they could not say become part of the vocabulary, so that next
    /// time they are said, and the contradiction shows in a single state or step.
    fn expand_vocabulary(
        &mut self,
        path: &Path,
        implicants: &[Option<Implicant>],
        unrolled: &Unrolled,
    ) -> Result<Refinement, Reason> {
        let mut grown = false;
        for (position, implicant) in implicants.iter().enumerate().rev() {
            let (source, Some(implicant)) = (&path[position].0, implicant) else { continue };
            let said: FxHashSet<TermId> = source.cube.iter().copied().collect();
            for literal in &implicant.literals {
                if said.contains(literal) {
                    continue;
                }
                for term in self.task.terms.postorder(&[*literal]) {
                    if self.vocabulary.is_over_state(self.task.terms, term) {
                        grown |= self.vocabulary.add(self.task.terms, term);
                    }
                }
            }
            if grown {
                self.task.count("vocabulary expansions", 1);
                return Ok(Refinement::Learned);
            }
        }
        // With numbers interpreted, cubes that leave nothing out make every path a real one.
        if !self.queries.theory().abstracts_numbers() && !self.vocabulary.is_open() {
            self.task.count("opened vocabularies", 1);
            self.vocabulary.open();
            return Ok(Refinement::Learned);
        }
        let grown_values = self.fineness == Fineness::Partition && self.learn_values(implicants, unrolled)?;
        self.fineness = match self.fineness {
            Fineness::Default => Fineness::Variables,
            Fineness::Variables => Fineness::Partition,
            Fineness::Partition if grown_values => Fineness::Partition,
            Fineness::Partition => return Err(Reason::Bound("refinement made no progress".into())),
        };
        self.task.count("finer cubes", 1);
        Ok(Refinement::Learned)
    }

    /// The last resort: where the path breaks off, the values of the terms that the next step
    /// looks at become predicates, so that cubes tell that state from others.
    fn learn_values(&mut self, implicants: &[Option<Implicant>], unrolled: &Unrolled) -> Result<bool, Reason> {
        let mut solver = self.refiner.factory.solver(self.refiner.rlimit);
        for formula in &unrolled.ends[..unrolled.ends.len() - 1] {
            solver.assert(self.task.terms, *formula);
        }
        let mut learned = false;
        for (position, implicant) in implicants.iter().enumerate() {
            let Some(implicant) = implicant else { break };
            learned |= self.learn_chosen_inputs(implicant)?;
            if solver.check(self.task.terms, QueryKind::RefinePath, &[]) != Answer::Sat {
                break;
            }
            let terms = &mut *self.task.terms;
            let mut looked_at = terms.postorder(&implicant.literals);
            looked_at.retain(|t| self.vocabulary.is_over_state(terms, *t) && !terms.is_constant(*t));
            looked_at.retain(|t| matches!(terms.sort(*t), Sort::BitVec(_) | Sort::Int));
            let mut here = Substitution::new(unrolled.states[position].iter().map(|(a, b)| (*a, *b)));
            let images: Vec<TermId> = looked_at.iter().map(|t| here.apply(terms, *t)).collect();
            let model = solver.concrete_model(terms, &terms.variables(&images), &images);
            let model = model.map_err(Reason::SolverGaveUp)?;
            for (term, image) in looked_at.into_iter().zip(images) {
                let Ok(value) = Evaluator::new(terms, &model).value(image) else { continue };
                if let Some(value) = terms.literal(value) {
                    let same = terms.eq(term, value);
                    learned |= self.vocabulary.add_predicate(terms, same);
                }
            }
            for formula in &unrolled.guide[position] {
                solver.assert(terms, *formula);
            }
        }
        self.task.count("value predicates learned", u64::from(learned));
        Ok(learned)
    }

    /// What the step asks of the state when its inputs are the ones that a concrete step chooses.
    fn learn_chosen_inputs(&mut self, implicant: &Implicant) -> Result<bool, Reason> {
        let terms = &mut *self.task.terms;
        let inputs: Vec<TermId> =
            terms.variables(&implicant.literals).into_iter().filter(|v| !self.vocabulary.is_state(*v)).collect();
        let mut solver = self.refiner.factory.solver(self.refiner.rlimit);
        if inputs.is_empty() || solver.check(terms, QueryKind::RefinePath, &implicant.literals) != Answer::Sat {
            return Ok(false);
        }
        let model = solver.concrete_model(terms, &inputs, &implicant.literals).map_err(Reason::SolverGaveUp)?;
        let mut chosen = Vec::new();
        for input in inputs {
            let value = model.get(input).cloned().and_then(|value| terms.literal(value));
            chosen.extend(value.map(|value| (input, value)));
        }
        let mut chosen = Substitution::new(chosen);
        let mut learned = false;
        for literal in &implicant.literals {
            let said = chosen.apply(terms, *literal);
            if said != *literal && self.vocabulary.is_over_state(terms, said) {
                learned |= self.vocabulary.add_predicate(terms, said);
            }
        }
        Ok(learned)
    }
}
