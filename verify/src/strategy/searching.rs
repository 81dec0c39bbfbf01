//! The rule for a round: several engines search one system, and their answers are checked.
//!
//! The first answer that checks ends the round. Engines start when the portfolio says so, share the facts and the number of safe steps that
//! they find, and an answer is checked as soon as it is there, while the others go on.

use super::goal::{Plan, Reported};
use super::limits::{checked_until, seconds_left};
use super::node::{Lane, Node, NodeSpec, Notice, Round, System, Task};
use super::portfolio::{Row, Starting};
use super::situation::{Situation, Step, Wants};
use super::unknown;
use crate::worker::protocol::{CertifyRequest, Message, Note, Request, SearchRequest};
use euclase_checker::{EngineName, SafeSteps};
use euclase_result::{Answer, EngineOutcome, EngineReport, Evidence, GaveUp, InvariantText, Reason, V2};
use std::path::PathBuf;
use std::time::Duration;

/// How long after the deadline a node may still say how it ended.
pub const ENDING_GRACE: Duration = Duration::from_millis(500);

/// A round to be searched.
pub struct Search<'g> {
    /// How, and within which limits.
    pub plan: &'g Plan,
    /// Which round.
    pub round: Round,
    /// The system.
    pub input: PathBuf,
    /// The engines, the most promising first.
    pub engines: Vec<EngineName>,
    /// When it began.
    pub from: Duration,
    /// When it must be over.
    pub until: Option<Duration>,
}

impl<'g> Search<'g> {
    /// Searches until an answer checks, or there is a reason why there is none.
    pub fn step(&self, now: &Situation) -> Step<Reported> {
        let searches: Vec<Option<&Node>> = self.engines.iter().map(|engine| self.search(now, *engine)).collect();
        let wrong = searches.iter().flatten().find_map(|node| match node.said.as_deref()? {
            Message::InputError(error) => Some(Answer::Error { error: error.clone() }),
            _ => None,
        });
        if let Some(answer) = wrong {
            return Ok(self.over(now, answer, None));
        }
        if let Some((answer, certificate)) = self.certified(now) {
            return Ok(self.over(now, answer, certificate));
        }
        if now.interrupted {
            return Ok(self.over(now, Answer::Unknown { reason: Reason::Interrupted }, None));
        }
        let wants = self.wants(now, &searches);
        if wants.keep.is_empty() && wants.start.is_empty() && wants.later.is_empty() {
            return Ok(self.over(now, Answer::Unknown { reason: unknown::why(self, now) }, None));
        }
        Err(wants)
    }

    /// The search by an engine, if it was started.
    pub fn search<'n>(&self, now: &Situation<'n>, engine: EngineName) -> Option<&'n Node> {
        now.node(Task::Search(self.round, engine))
    }

    /// The check of the answer of an engine, if it was started.
    pub fn check<'n>(&self, now: &Situation<'n>, engine: EngineName) -> Option<&'n Node> {
        now.node(Task::Certify(self.round, engine))
    }

    /// The answer that was checked first, and where its certificate is.
    fn certified(&self, now: &Situation) -> Option<(Answer, Option<PathBuf>)> {
        let checks = self.engines.iter().filter_map(|engine| Some((*engine, self.check(now, *engine)?)));
        let certified = checks.filter_map(|(engine, node)| match (node.said.as_deref()?, &node.end) {
            (Message::Certified { certificate, completed }, Some(end)) => {
                Some((end.at, engine, certificate, completed))
            }
            _ => None,
        });
        let (_, engine, certificate, completed) = certified.min_by_key(|(at, ..)| *at)?;
        let evidence = completed.as_ref().or_else(|| self.evidence(now, engine))?.clone();
        let folder = self.own_folder(engine);
        let folder = folder.filter(|_| certificate.not_written.is_none());
        Some((Answer::certified(engine.name(), evidence, certificate.clone()), folder))
    }

    fn evidence<'n>(&self, now: &Situation<'n>, engine: EngineName) -> Option<&'n Evidence> {
        match self.search(now, engine)?.said.as_deref()? {
            Message::Answer { evidence } => Some(evidence),
            _ => None,
        }
    }

    /// What is to go on, and what to start: checks first.
    fn wants(&self, now: &Situation, searches: &[Option<&Node>]) -> Wants {
        let mut wants = Wants::default();
        for engine in &self.engines {
            match (self.check(now, *engine), self.evidence(now, *engine)) {
                (Some(check), _) if check.is_live() => wants.keep.push(check.id),
                (None, Some(evidence)) => wants.start.push(self.certify(now, *engine, evidence)),
                _ => {}
            }
        }
        let is_over = self.until.is_some_and(|until| now.now >= until + ENDING_GRACE);
        let starting = self.starting(now);
        let (facts, safe_depth) = (self.facts(now), self.safe_depth(now));
        for (engine, search) in self.engines.iter().zip(searches) {
            match search {
                Some(node) if node.is_live() => {
                    wants.keep.push(node.id);
                    wants.notices.extend(news(node, *engine, safe_depth));
                }
                Some(_) => {}
                None if is_over => {}
                None if self.engines.len() == 1 || starting.is_due(*engine) => {
                    wants.start.push(self.start(now, *engine, facts, safe_depth));
                }
                None => wants.later.push(self.lane()),
            }
        }
        wants
    }

    fn lane(&self) -> Lane {
        Task::Explain(self.round).lane()
    }

    fn starting(&self, now: &Situation) -> Starting {
        // Where time is over, what was not started never will be.
        let is_open = |engine: &EngineName| self.search(now, *engine).is_none_or(|node| node.is_live());
        let mut searches = self.engines.iter().filter_map(|engine| self.search(now, *engine));
        let teller = self.engines.iter().find(|engine| engine.info().shares_facts);
        Starting {
            terms: searches.find_map(|node| Some(node.input.as_ref()?.terms)),
            exploring: self.engines.contains(&EngineName::Explicit) && is_open(&EngineName::Explicit),
            facts_settled: self.facts(now).is_some() || teller.is_none_or(|engine| !is_open(engine)),
            elapsed: now.now.saturating_sub(self.from),
        }
    }

    /// The facts that a search has found for the others.
    fn facts<'n>(&self, now: &Situation<'n>) -> Option<&'n InvariantText> {
        self.engines.iter().find_map(|engine| self.search(now, *engine)?.facts.as_ref())
    }

    /// So many steps are safe, as a search has found.
    fn safe_depth(&self, now: &Situation) -> Option<usize> {
        self.engines.iter().filter_map(|engine| self.search(now, *engine)?.safe_depth).max()
    }

    fn start(
        &self,
        now: &Situation,
        engine: EngineName,
        facts: Option<&InvariantText>,
        safe_depth: Option<usize>,
    ) -> NodeSpec {
        let (alone, row) = (self.engines.len() == 1, Row::of(engine));
        let request = SearchRequest {
            facts: facts.cloned(),
            safe_depth,
            tell_facts: !alone && engine.info().shares_facts,
            engine,
            seconds: seconds_left(self.until, now.now),
            max_depth: self.plan.max_depth,
            simple_path: self.plan.simple_path,
            array_abstraction: self.plan.array_abstraction,
            tune: row.options.iter().map(|option| option.to_string()).chain(self.plan.tune.clone()).collect(),
            dump_queries: self.plan.dump_queries.clone(),
            verbosity: self.plan.verbosity,
        };
        let task = Task::Search(self.round, engine);
        NodeSpec {
            deadline: self.until,
            niceness: if alone { niceness(self.round.system) } else { row.niceness },
            safe_depth,
            ..NodeSpec::new(task, vec![self.input.clone()], Request::Search(request), "searching")
        }
    }

    fn certify(&self, now: &Situation, engine: EngineName, evidence: &Evidence) -> NodeSpec {
        let deadline = checked_until(self.until, self.plan.time_limit, now.now);
        let digest = self.search(now, engine).and_then(|node| node.input.as_ref()).map_or(0, |input| input.digest);
        let request = CertifyRequest {
            evidence: evidence.clone(),
            digest,
            by_cases: engine.info().lists_states,
            array_abstraction: self.plan.array_abstraction,
            seconds: seconds_left(deadline, now.now),
            verbosity: self.plan.verbosity,
        };
        let paths = std::iter::once(self.input.clone()).chain(self.own_folder(engine)).collect();
        let task = Task::Certify(self.round, engine);
        NodeSpec { deadline, ..NodeSpec::new(task, paths, Request::Certify(request), "checking") }
    }

    /// Where a check writes its certificate: several checks may go on at the same time, and only one is kept.
    fn own_folder(&self, engine: EngineName) -> Option<PathBuf> {
        let Round { system, number, .. } = self.round;
        let name = format!("{UNDECIDED}{system:?}-{number}-{engine}").to_lowercase();
        Some(self.plan.certificate.as_ref()?.join(name))
    }

    /// How an engine fared.
    pub fn outcome(&self, now: &Situation, engine: EngineName) -> EngineOutcome {
        let Some(node) = self.search(now, engine) else {
            let is_over = self.until.is_some_and(|until| now.now >= until + ENDING_GRACE);
            return if is_over { EngineOutcome::GaveUp(GaveUp::Timeout) } else { EngineOutcome::Searching };
        };
        match node.said.as_deref() {
            Some(Message::Answer { .. }) => self.check(now, engine).map_or(EngineOutcome::Answered, unknown::of_check),
            Some(Message::GaveUp(why)) => EngineOutcome::GaveUp(why.clone()),
            _ => node.gave_up().map_or(EngineOutcome::Searching, EngineOutcome::GaveUp),
        }
    }

    fn over(&self, now: &Situation, answer: Answer, certificate: Option<PathBuf>) -> Reported {
        let nodes = || self.engines.iter().filter_map(|engine| self.search(now, *engine));
        let checks = self.engines.iter().filter_map(|engine| self.check(now, *engine));
        let last = checks.filter(|node| node.end.is_some()).max_by_key(|node| node.end.as_ref().map(|end| end.at));
        let engines = self.engines.iter().map(|engine| {
            let node = self.search(now, *engine);
            EngineReport {
                engine: engine.to_string(),
                outcome: self.outcome(now, *engine),
                progress: node.map(|node| node.progress).unwrap_or_default(),
                work: node.map(|node| node.work.clone()).unwrap_or_default(),
            }
        });
        let report = V2 {
            input: nodes().find_map(|node| node.input.clone()),
            certification: last.map(|node| node.work.clone()),
            safe_depth: self.safe_depth(now),
            warnings: unknown::warnings(self, now),
            engines: engines.collect(),
            ..V2::without_search(answer, now.now.as_secs_f64())
        };
        Reported { report, certificate }
    }
}

/// How the folders of checks start whose answer is not given yet.
pub const UNDECIDED: &str = ".check-";

/// How much a system's only node stands back.
pub fn niceness(system: System) -> i32 {
    match system {
        System::Alternative => Row::of_lane(Lane::Alternative).map_or(0, |row| row.niceness),
        System::Given | System::Program | System::Unfolded(_) => 0,
    }
}

/// A note for a search about safe steps, if it looks at one length of executions after the other and does not know.
fn news(node: &Node, engine: EngineName, safe_depth: Option<usize>) -> Option<Notice> {
    let steps = safe_depth?;
    let goes_by_depth = engine.info().safe_steps == SafeSteps::Unrolled;
    (goes_by_depth && node.is_working() && node.safe_depth < safe_depth)
        .then_some(Notice { node: node.id, note: Note::SafeDepth(steps) })
}
