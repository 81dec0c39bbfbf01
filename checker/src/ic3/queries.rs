//! Solvers for edges and locations, filled lazily and rebuilt when worn.
//!
//! An edge's solver holds the refinement lemmas and the frames of its source; what a query's
//! target says of the next state comes in as assumptions, already said of the current state. So a
//! query sees only the next-state functions that its target mentions. The edge's constraints come
//! in when a target mentions what they choose, or when a model violates them.

use super::control::{Control, Edge, Location};
use super::frame::{FOREVER, Frames};
use crate::answer::Reason;
use crate::solver::{Answer, EufModel, QueryKind, Solver, SolverFactory, Theory};
use euclase_logic::{Sort, TermId, Terms};

/// How much larger the budget is when a query is asked a second time.
const PATIENCE: u32 = 8;

/// Queries after which a solver is made anew.
const WORN: usize = 600;

/// What one step can do.
pub enum Reach {
    /// No step leads from the frame into the cube.
    No {
        /// Literals of the cube that suffice.
        core: Vec<TermId>,
        /// Whether the frame was needed; if not, the answer holds at every level.
        needs_frame: bool,
    },
    /// A step does, in this model.
    Yes(Box<EufModel>),
    /// A step does; the kind of query has no use for a model.
    Somehow,
}

struct Follower {
    solver: Solver,
    lemmas: usize,
    blocked: usize,
    guards: usize,
    /// Which groups of the edge's constraints are asserted.
    constrained: Vec<bool>,
}

impl Follower {
    fn constrain(&mut self, terms: &Terms, edge: &Edge, group: usize) {
        if !std::mem::replace(&mut self.constrained[group], true) {
            edge.groups[group].iter().for_each(|constraint| self.solver.assert(terms, *constraint));
        }
    }

    /// Asserts the groups of constraints that a model violates; false if there are none.
    fn constrain_by(&mut self, terms: &Terms, edge: &Edge, model: &mut EufModel) -> bool {
        let left_out = (0..edge.groups.len()).filter(|g| !self.constrained[*g]);
        let violated: Vec<usize> =
            left_out.filter(|g| edge.groups[*g].iter().any(|c| !model.holds(terms, *c))).collect();
        violated.iter().for_each(|group| self.constrain(terms, edge, *group));
        !violated.is_empty()
    }
}

/// The solvers of a search.
pub struct Queries {
    factory: SolverFactory,
    rlimit: u32,
    edges: Vec<Option<Follower>>,
    locations: Vec<Option<Follower>>,
    initial: Vec<Option<Solver>>,
    initial_lemmas: Vec<usize>,
    levels: Vec<TermId>,
    /// Refinement lemmas: valid formulas, the same for all solvers.
    pub lemmas: Vec<TermId>,
    /// Whether a query sees only the constraints that its target depends on, or all.
    sliced: bool,
    /// How often a solver was made anew.
    pub rebuilds: u64,
}

impl Queries {
    /// No solvers yet.
    pub fn new(control: &Control, factory: SolverFactory, rlimit: u32, sliced: bool) -> Self {
        let none = |n: usize| (0..n).map(|_| None).collect::<Vec<Option<Follower>>>();
        Queries {
            factory,
            rlimit,
            edges: none(control.edges.len()),
            locations: none(control.locations.len()),
            initial: (0..control.locations.len()).map(|_| None).collect(),
            initial_lemmas: vec![0; control.locations.len()],
            levels: Vec::new(),
            lemmas: Vec::new(),
            sliced,
            rebuilds: 0,
        }
    }

    /// How the solvers read operators.
    pub fn theory(&self) -> Theory {
        self.factory.theory()
    }

    /// A solver that knows nothing yet.
    pub fn solver(&self) -> Solver {
        self.factory.solver(self.rlimit)
    }

    /// The literal that switches on what is blocked exactly at a level.
    fn level(&mut self, terms: &mut Terms, level: usize) -> TermId {
        while self.levels.len() <= level {
            let literal = terms.fresh_var("level", Sort::Bool);
            self.levels.push(literal);
        }
        self.levels[level]
    }

    /// The literals that switch on `F[level]`.
    fn frame(&mut self, terms: &mut Terms, level: usize, frontier: usize) -> Vec<TermId> {
        match level {
            0 => vec![self.level(terms, 0)],
            _ => (level..=frontier.max(level)).map(|l| self.level(terms, l)).collect(),
        }
    }

    /// Brings a solver up to date with lemmas and frames of a location.
    fn follow(&mut self, terms: &mut Terms, follower: &mut Follower, frames: &Frames, mut edge: Option<&mut Edge>) {
        while follower.lemmas < self.lemmas.len() {
            let lemma = self.lemmas[follower.lemmas];
            follower.solver.assert(terms, lemma);
            // The lemma holds of the next state as well.
            if let Some(edge) = edge.as_deref_mut() {
                let next = edge.pre(terms, lemma);
                if next != lemma && terms.as_bool(next).is_none() {
                    follower.solver.assert(terms, next);
                }
            }
            follower.lemmas += 1;
        }
        while follower.blocked < frames.log().len() {
            let blocked = &frames.log()[follower.blocked];
            let mut clause: Vec<TermId> = blocked.cube.iter().map(|l| terms.not(*l)).collect();
            if blocked.level != FOREVER {
                let level = self.level(terms, blocked.level);
                clause.push(terms.not(level));
            }
            follower.solver.assert_clause(terms, &clause);
            follower.blocked += 1;
        }
    }

    /// A fresh solver that holds the facts and the frames' live cubes only.
    fn fresh(&mut self, terms: &mut Terms, frames: &Frames, location: &Location) -> Follower {
        let mut solver = self.factory.solver(self.rlimit);
        location.facts.iter().for_each(|fact| solver.assert(terms, *fact));
        if let Some(init) = &location.init {
            let level = self.level(terms, 0);
            let off = terms.not(level);
            for conjunct in init {
                solver.assert_clause(terms, &[off, *conjunct]);
            }
        }
        for blocked in frames.live() {
            let mut clause: Vec<TermId> = blocked.cube.iter().map(|l| terms.not(*l)).collect();
            if blocked.level != FOREVER {
                let level = self.level(terms, blocked.level);
                clause.push(terms.not(level));
            }
            solver.assert_clause(terms, &clause);
        }
        Follower { solver, lemmas: 0, blocked: frames.log().len(), guards: 0, constrained: Vec::new() }
    }

    fn edge_solver(&mut self, terms: &mut Terms, control: &mut Control, frames: &[Frames], number: usize) -> Follower {
        let from = control.edges[number].from;
        let mut follower = match self.edges[number].take() {
            Some(follower) if follower.solver.queries() < WORN => follower,
            old => {
                self.rebuilds += u64::from(old.is_some());
                let mut follower = self.fresh(terms, &frames[from], &control.locations[from]);
                let edge = &control.edges[number];
                follower.constrained = vec![false; edge.groups.len()];
                if !self.sliced {
                    (0..edge.groups.len()).for_each(|group| follower.constrain(terms, edge, group));
                }
                follower
            }
        };
        self.follow(terms, &mut follower, &frames[from], Some(&mut control.edges[number]));
        follower
    }

    /// Whether a step along the edge leads from `F[level]` and the literals of `source` into the
    /// cube, from outside the cube (thesis Alg. 4: relative induction).
    /// A query that Z3 gives up on is asked once more of a fresh solver with a larger budget,
    /// unless the search can do without it.
    #[allow(clippy::too_many_arguments)]
    pub fn step(
        &mut self,
        terms: &mut Terms,
        control: &mut Control,
        frames: &[Frames],
        number: usize,
        at: (usize, usize),
        ends: (&[TermId], &[TermId]),
        kind: QueryKind,
    ) -> Result<Reach, Reason> {
        let first = self.step_once(terms, control, frames, number, at, ends, kind);
        let dispensable =
            matches!(kind, QueryKind::Generalise | QueryKind::Predict | QueryKind::Propagate | QueryKind::Conjecture);
        if dispensable || !matches!(first, Err(Reason::SolverGaveUp(_))) {
            return first;
        }
        self.rlimit *= PATIENCE;
        let second = self.step_once(terms, control, frames, number, at, ends, kind);
        self.rlimit /= PATIENCE;
        second
    }

    #[allow(clippy::too_many_arguments)]
    fn step_once(
        &mut self,
        terms: &mut Terms,
        control: &mut Control,
        frames: &[Frames],
        number: usize,
        (level, frontier): (usize, usize),
        (source, cube): (&[TermId], &[TermId]),
        kind: QueryKind,
    ) -> Result<Reach, Reason> {
        let (from, to) = (control.edges[number].from, control.edges[number].to);
        if level == 0 && control.locations[from].init.is_none() {
            return Ok(Reach::No { core: Vec::new(), needs_frame: true });
        }
        let mut targets = Vec::new();
        for literal in cube {
            let target = control.edges[number].pre(terms, *literal);
            match terms.as_bool(target) {
                Some(true) => {}
                Some(false) => return Ok(Reach::No { core: vec![*literal], needs_frame: false }),
                None => targets.push((target, *literal)),
            }
        }
        let mut follower = self.edge_solver(terms, control, frames, number);
        let mut assumptions = if level == FOREVER { Vec::new() } else { self.frame(terms, level, frontier) };
        let frame_count = assumptions.len();
        let mut exclusion = None;
        if from == to {
            // Solvers share these variables, so the arena does not grow with the queries.
            let guard = terms.var(&format!("outside|{}", follower.guards), Sort::Bool);
            follower.guards += 1;
            let mut clause: Vec<TermId> = cube.iter().map(|l| terms.not(*l)).collect();
            clause.push(terms.not(guard));
            follower.solver.assert_clause(terms, &clause);
            assumptions.push(guard);
            exclusion = Some(guard);
        }
        assumptions.extend(targets.iter().map(|(target, _)| *target));
        assumptions.extend(source);
        let edge = &control.edges[number];
        for (target, _) in &targets {
            edge.groups_of(terms, *target).into_iter().for_each(|group| follower.constrain(terms, edge, group));
        }
        let (answer, model) = loop {
            let answer = follower.solver.check(terms, kind, &assumptions);
            let complete = follower.constrained.iter().all(|c| *c);
            let unread = matches!(kind, QueryKind::Generalise | QueryKind::Propagate);
            if answer != Answer::Sat || complete && unread {
                break (answer, None);
            }
            let Some(mut model) = follower.solver.euf_model() else {
                break (Answer::Unknown("no model".into()), None);
            };
            if !follower.constrain_by(terms, edge, &mut model) {
                break (answer, Some(Box::new(model)));
            }
        };
        let result = match answer {
            Answer::Sat => Ok(model.map_or(Reach::Somehow, Reach::Yes)),
            Answer::Unsat => {
                let blamed = follower.solver.core();
                let needs_frame = assumptions[..frame_count].iter().any(|l| blamed.contains(l));
                let core = targets.iter().filter(|(t, _)| blamed.contains(t)).map(|(_, l)| *l).collect();
                Ok(Reach::No { core, needs_frame })
            }
            Answer::Unknown(why) => Err(Reason::SolverGaveUp(why)),
        };
        if let Some(guard) = exclusion {
            let off = terms.not(guard);
            follower.solver.assert(terms, off);
        }
        // A solver that gave up is not used again: the next query gets a fresh one.
        if result.is_ok() {
            self.edges[number] = Some(follower);
        }
        result
    }

    /// A state of `F[level]` at a location that satisfies the formulas, if there is one.
    pub fn state(
        &mut self,
        terms: &mut Terms,
        control: &Control,
        frames: &[Frames],
        location: usize,
        (level, frontier): (usize, usize),
        formulas: &[TermId],
    ) -> Result<Option<EufModel>, Reason> {
        let mut follower = match self.locations[location].take() {
            Some(follower) if follower.solver.queries() < WORN => follower,
            _ => self.fresh(terms, &frames[location], &control.locations[location]),
        };
        self.follow(terms, &mut follower, &frames[location], None);
        let mut assumptions = self.frame(terms, level, frontier);
        assumptions.extend(formulas);
        let answer = follower.solver.check(terms, QueryKind::Bad, &assumptions);
        let model = follower.solver.euf_model().filter(|_| answer == Answer::Sat);
        match answer {
            Answer::Unknown(why) => Err(Reason::SolverGaveUp(why)),
            _ => {
                self.locations[location] = Some(follower);
                Ok(model)
            }
        }
    }

    /// The literals of the cube that keep it away from the initial states of a location; none if
    /// it meets them.
    pub fn apart_from_initial(
        &mut self,
        terms: &mut Terms,
        control: &Control,
        location: usize,
        cube: &[TermId],
    ) -> Result<Option<Vec<TermId>>, Reason> {
        let Some(init) = &control.locations[location].init else { return Ok(Some(Vec::new())) };
        for literal in cube {
            let negated = terms.not(*literal);
            if init.contains(&negated) {
                return Ok(Some(vec![*literal]));
            }
        }
        let mut solver = self.initial[location].take().unwrap_or_else(|| {
            let mut solver = self.factory.solver(self.rlimit);
            init.iter().for_each(|conjunct| solver.assert(terms, *conjunct));
            self.initial_lemmas[location] = 0;
            solver
        });
        while self.initial_lemmas[location] < self.lemmas.len() {
            solver.assert(terms, self.lemmas[self.initial_lemmas[location]]);
            self.initial_lemmas[location] += 1;
        }
        let answer = solver.check(terms, QueryKind::Initial, cube);
        let result = match answer {
            Answer::Sat => Ok(None),
            Answer::Unsat => Ok(Some(solver.core())),
            Answer::Unknown(why) => Err(Reason::SolverGaveUp(why)),
        };
        if solver.queries() < WORN {
            self.initial[location] = Some(solver);
        }
        result
    }
}
