//! Facts made of states, weakened until they are inductive.
//!
//! A [`Domain`] says of each location what all states seen there have in common. What it says is
//! asked about, edge by edge: is there a step from what is claimed at the source to a state of which the
//! claims at the target are not true? Such a state is one more to be seen at the target, and the
//! domain weakens its claims. When no edge has such a step any more, all claims together are
//! inductive (symbolic abstraction by models: Reps, Sagiv and Yorsh, VMCAI 2004). Claims that a
//! solver cannot decide within a tiny budget are given up.

use super::simulate::Row;
use crate::ic3::control::Control;
use crate::solver::{Answer, QueryKind, Solver, SolverFactory};
use euclase_logic::{Assignment, Evaluator, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// Queries after which a solver is made anew.
const WORN: usize = 100;

/// How many states a domain needs for each location, as a rule.
const MODELS: usize = 25;

/// How much larger the budget is when a query is asked a second time.
const PATIENCE: u32 = 4;

/// What states have in common.
pub trait Domain {
    /// Formulas over the state that hold in all rows, of which there are only ever more.
    fn claims(&mut self, terms: &mut Terms, location: usize, rows: &[Row]) -> Vec<TermId>;

    /// How many states, for each location, may be needed to show what is wrong with claims: where executions say so
    /// little, claims are mostly wrong.
    fn models(&self) -> usize {
        MODELS
    }
}

/// What is claimed of a location: nothing is said when no state is known there.
pub type Claims = Option<Vec<TermId>>;

/// A proof in progress.
pub struct Induction<'a> {
    /// The arena.
    pub terms: &'a mut Terms,
    /// The control flow.
    pub control: &'a mut Control,
    /// The variables that rows have values of.
    pub variables: &'a [TermId],
    /// What is known to hold at each location already; no list where nothing arrives.
    pub known: &'a [Claims],
    /// Makes solvers that interpret every operator.
    pub factory: SolverFactory,
    /// The budget of each query.
    pub rlimit: u32,
    /// When to give up.
    pub deadline: Instant,
    /// Solvers that hold what is known of an edge, or of the initial states of a location.
    pub solvers: FxHashMap<Place, Solver>,
}

/// Where something is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// The initial states of a location.
    Initial(usize),
    /// The steps along an edge.
    Edge(usize),
}

/// Why a proof ends early.
struct OutOfTime;

/// What asking about some claims came to.
enum Finding {
    Hold,
    Broken(Row),
    Undecided,
}

impl Induction<'_> {
    /// The claims of a domain, beginning with those about `rows`, weakened until they are inductive
    /// together with what is known; nothing if time runs out first. Rows that were added on the
    /// way stay in.
    pub fn prove(&mut self, domain: &mut dyn Domain, rows: &mut [Vec<Row>]) -> Option<Vec<Claims>> {
        let mut proof = Proof {
            claims: Vec::new(),
            banned: rows.iter().map(|_| FxHashSet::default()).collect(),
            open: self.control.edges.iter().map(|_| true).collect(),
            rows,
        };
        for location in 0..proof.rows.len() {
            let claims = proof.made_by(self.terms, domain, location);
            proof.claims.push(claims);
        }
        for location in 0..proof.rows.len() {
            self.initiate(&mut proof, domain, location).ok()?;
        }
        let most: usize = proof.rows.iter().map(|rows| rows.len() + domain.models()).sum();
        while let Some(edge) = self.next(&proof) {
            if proof.rows.iter().map(Vec::len).sum::<usize>() > most {
                return None;
            }
            self.follow(&mut proof, domain, edge).ok()?;
        }
        Some(proof.claims)
    }

    /// An open edge that leads on from states that are known; those within a location come first,
    /// since what they take away need not be carried further.
    fn next(&self, proof: &Proof) -> Option<usize> {
        let ready = |number: &usize| {
            let edge = &self.control.edges[*number];
            proof.open[*number] && proof.claims[edge.from].is_some() && self.known[edge.to].is_some()
        };
        let edges = &self.control.edges;
        (0..edges.len()).filter(ready).min_by_key(|n| (edges[*n].from != edges[*n].to, *n))
    }

    fn initiate(&mut self, proof: &mut Proof, domain: &mut dyn Domain, location: usize) -> Result<(), OutOfTime> {
        if self.control.locations[location].init.is_none() {
            return Ok(());
        }
        let (place, images) = (Place::Initial(location), self.variables.to_vec());
        loop {
            let asked = proof.claims[location].clone();
            match self.ask(place, &[], &images, asked.as_deref())? {
                Finding::Hold => return Ok(()),
                Finding::Broken(row) => self.weaken(proof, domain, location, row),
                Finding::Undecided => self.give_up(proof, location, |induction, claim| {
                    Ok(matches!(induction.ask(place, &[], &images, Some(&[claim]))?, Finding::Undecided))
                })?,
            }
        }
    }

    fn follow(&mut self, proof: &mut Proof, domain: &mut dyn Domain, number: usize) -> Result<(), OutOfTime> {
        let (from, to) = (self.control.edges[number].from, self.control.edges[number].to);
        proof.open[number] = false;
        let assumed = proof.claims[from].clone().unwrap_or_default();
        let mut given: FxHashSet<TermId> = assumed.iter().copied().collect();
        given.extend(self.known[from].iter().flatten());
        let edge = &mut self.control.edges[number];
        given.extend(&edge.constraints);
        let images: Vec<TermId> = self.variables.iter().map(|v| edge.pre(self.terms, *v)).collect();
        // What the step does not touch is kept, and not asked about.
        let mut asked = Vec::new();
        for claim in proof.claims[to].iter().flatten() {
            let image = edge.pre(self.terms, *claim);
            if !given.contains(&image) && image != self.terms.tt() {
                asked.push(image);
            }
        }
        if proof.claims[to].is_some() && asked.is_empty() {
            return Ok(());
        }
        let asked = proof.claims[to].as_ref().map(|_| asked);
        match self.ask(Place::Edge(number), &assumed, &images, asked.as_deref())? {
            Finding::Hold => {}
            Finding::Broken(row) => self.weaken(proof, domain, to, row),
            Finding::Undecided => self.give_up(proof, to, |induction, claim| {
                let image = induction.control.edges[number].pre(induction.terms, claim);
                Ok(matches!(induction.ask(Place::Edge(number), &assumed, &images, Some(&[image]))?, Finding::Undecided))
            })?,
        }
        Ok(())
    }

    /// Whether all of `asked` hold after the steps of a place from where the assumptions do, or, if
    /// nothing is claimed, whether there is no such step; else the values of the images in one.
    fn ask(
        &mut self,
        place: Place,
        assumed: &[TermId],
        images: &[TermId],
        asked: Option<&[TermId]>,
    ) -> Result<Finding, OutOfTime> {
        if Instant::now() >= self.deadline {
            return Err(OutOfTime);
        }
        let all = self.terms.and(asked.unwrap_or_default());
        let goal = if asked.is_some() { self.terms.not(all) } else { self.terms.tt() };
        if goal == self.terms.ff() {
            return Ok(Finding::Hold);
        }
        let mut solver = match self.solvers.remove(&place) {
            Some(solver) if solver.queries() < WORN => solver,
            _ => self.solver(place, self.rlimit),
        };
        let mut is_shared = true;
        let mut assumptions = assumed.to_vec();
        assumptions.push(goal);
        let mut answer = solver.check(self.terms, QueryKind::Induction, &assumptions);
        if matches!(answer, Answer::Unknown(_)) && Instant::now() < self.deadline {
            // What is asserted, and not assumed, Z3 simplifies more before it starts: linear equations
            // can be solved then.
            solver = self.solver(place, self.rlimit * PATIENCE);
            assumptions.iter().for_each(|formula| solver.assert(self.terms, *formula));
            answer = solver.check(self.terms, QueryKind::Induction, &[]);
            is_shared = false;
        }
        let finding = match answer {
            Answer::Unsat => Finding::Hold,
            Answer::Sat => {
                let variables = self.terms.variables(images);
                let model = solver.concrete_model(self.terms, &variables, images);
                let row = model.ok().and_then(|model| row(self.terms, &model, images));
                row.map_or(Finding::Undecided, Finding::Broken)
            }
            Answer::Unknown(_) if Instant::now() >= self.deadline => return Err(OutOfTime),
            Answer::Unknown(_) => return Ok(Finding::Undecided),
        };
        if is_shared {
            self.solvers.insert(place, solver);
        }
        Ok(finding)
    }

    fn solver(&self, place: Place, rlimit: u32) -> Solver {
        let mut solver = self.factory.solver(rlimit);
        let context: Vec<TermId> = match place {
            Place::Initial(location) => self.control.locations[location].init.iter().flatten().copied().collect(),
            Place::Edge(number) => {
                let edge = &self.control.edges[number];
                edge.constraints.iter().chain(self.known[edge.from].iter().flatten()).copied().collect()
            }
        };
        context.iter().for_each(|fact| solver.assert(self.terms, *fact));
        solver
    }

    /// Lets the domain see one more state. If its claims stay the same, they are given up: a model that
    /// does not show what is wrong with them would come again.
    fn weaken(&mut self, proof: &mut Proof, domain: &mut dyn Domain, location: usize, row: Row) {
        proof.rows[location].push(row);
        let weaker = proof.made_by(self.terms, domain, location);
        let before = std::mem::replace(&mut proof.claims[location], weaker);
        if before == proof.claims[location] {
            proof.banned[location].extend(before.iter().flatten());
            proof.claims[location] = Some(Vec::new());
        }
        self.reopen(proof, location);
    }

    /// Gives up the claims about a location that cannot be decided one by one either; all of them, if
    /// each by itself can.
    fn give_up(
        &mut self,
        proof: &mut Proof,
        location: usize,
        mut is_undecided: impl FnMut(&mut Self, TermId) -> Result<bool, OutOfTime>,
    ) -> Result<(), OutOfTime> {
        let claims = proof.claims[location].clone().unwrap_or_default();
        let mut undecided = Vec::new();
        for claim in &claims {
            if is_undecided(self, *claim)? {
                undecided.push(*claim);
            }
        }
        let given_up = if undecided.is_empty() { claims.clone() } else { undecided };
        proof.banned[location].extend(given_up);
        let kept = claims.into_iter().filter(|claim| !proof.banned[location].contains(claim)).collect();
        proof.claims[location] = Some(kept);
        self.reopen(proof, location);
        Ok(())
    }

    /// The steps from and to a location must be looked at again.
    fn reopen(&self, proof: &mut Proof, location: usize) {
        for (open, edge) in proof.open.iter_mut().zip(&self.control.edges) {
            *open |= edge.from == location || edge.to == location;
        }
    }
}

struct Proof<'r> {
    claims: Vec<Claims>,
    /// What must not be claimed again.
    banned: Vec<FxHashSet<TermId>>,
    /// Edges that have to be looked at.
    open: Vec<bool>,
    rows: &'r mut [Vec<Row>],
}

impl Proof<'_> {
    fn made_by(&self, terms: &mut Terms, domain: &mut dyn Domain, location: usize) -> Claims {
        if self.rows[location].is_empty() {
            return None;
        }
        let mut claims = domain.claims(terms, location, &self.rows[location]);
        claims.retain(|claim| !self.banned[location].contains(claim));
        Some(claims)
    }
}

/// The values of the images in a model.
fn row(terms: &Terms, model: &Assignment, images: &[TermId]) -> Option<Row> {
    let mut evaluator = Evaluator::new(terms, model);
    let mut number = |image: &TermId| match evaluator.value(*image).ok()? {
        Value::Bool(truth) => Some(u64::from(truth)),
        Value::BitVec(bits) => bits.to_u64(),
        _ => None,
    };
    images.iter().map(&mut number).collect()
}
