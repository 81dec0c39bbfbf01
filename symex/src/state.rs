//! A state: the open calls, memory, and the conditions under which executions come here.
//!
//! Where two states meet, the conditions that they share stay as they are; what the others say becomes one condition, which is true
//! where the states are the two sides of one branch.

use crate::memory::Memory;
use crate::paged::Paged;
use crate::value::{self, Value};
use euclase_logic::{TermId, Terms};
use euclase_program::{BlockId, FunctionId, ValueId};
use std::rc::Rc;

/// An open call.
#[derive(Clone)]
pub(crate) struct Frame {
    pub function: FunctionId,
    pub block: BlockId,
    /// The command that comes next.
    pub position: usize,
    /// How often the heads of the loops around the block were passed again.
    pub passed: Vec<u32>,
    /// For each of these loops, how often inputs decided whether it ends.
    pub undecided: Vec<u32>,
    pub values: Paged<Option<Value>>,
    /// The objects on the stack that end with the call.
    pub allocated: Vec<u32>,
    pub stack_mark: value::Bits,
}

#[derive(Clone)]
pub(crate) struct State {
    pub frames: Vec<Rc<Frame>>,
    pub memory: Memory,
    /// The conditions, all of which hold.
    pub path: Vec<TermId>,
    /// For each of them, it and all before it.
    so_far: Vec<TermId>,
    /// All of them.
    pub condition: TermId,
}

impl State {
    pub fn new(terms: &Terms, memory: Memory) -> State {
        State { frames: Vec::new(), memory, path: Vec::new(), so_far: Vec::new(), condition: terms.tt() }
    }

    pub fn frame(&self) -> Option<&Frame> {
        self.frames.last().map(|frame| &**frame)
    }

    pub fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut().map(Rc::make_mut)
    }

    /// Only executions come here in which something holds as well.
    pub fn assume(&mut self, terms: &mut Terms, condition: TermId) {
        if terms.as_bool(condition) != Some(true) {
            self.path.push(condition);
            self.condition = terms.and(&[self.condition, condition]);
            self.so_far.push(self.condition);
        }
    }

    /// What is known of a condition here without a solver.
    pub fn decides(&self, terms: &mut Terms, condition: TermId) -> Option<bool> {
        const LOOKED_AT: usize = 64;
        if let Some(truth) = terms.as_bool(condition) {
            return Some(truth);
        }
        let not = terms.not(condition);
        let recent = self.path.iter().rev().take(LOOKED_AT);
        recent.map(|known| (*known == condition, *known == not)).find_map(|found| match found {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        })
    }

    /// Merges another state at the same place into this one. `is_live` says which values of the last call are still needed, and
    /// `width_of` how many bits a value of a function has.
    pub fn merge(
        &mut self,
        terms: &mut Terms,
        other: State,
        pointer_width: u32,
        is_live: &dyn Fn(ValueId) -> bool,
        width_of: &dyn Fn(FunctionId, ValueId) -> u32,
    ) {
        let shared = self.path.iter().zip(&other.path).take_while(|(a, b)| a == b).count();
        let (ours, theirs) = (&self.path[shared..], &other.path[shared..]);
        let not_first = ours.first().map(|first| terms.not(*first));
        let (condition, together) = match (not_first, ours.first(), theirs.first()) {
            (Some(not), Some(first), Some(opposite)) if not == *opposite => {
                let (a, b) = (terms.and(&ours[1..]), terms.and(&theirs[1..]));
                (*first, terms.ite(*first, a, b))
            }
            _ => {
                let (a, b) = (terms.and(ours), terms.and(theirs));
                (a, terms.or(&[a, b]))
            }
        };
        self.path.truncate(shared);
        self.so_far.truncate(shared);
        self.condition = self.so_far.last().copied().unwrap_or(terms.tt());
        self.assume(terms, together);
        self.memory.merge(terms, condition, &other.memory, pointer_width);
        let last = self.frames.len().saturating_sub(1);
        for (depth, (frame, other)) in self.frames.iter_mut().zip(&other.frames).enumerate() {
            if Rc::ptr_eq(frame, other) {
                continue;
            }
            let frame = Rc::make_mut(frame);
            for (count, other) in frame.undecided.iter_mut().zip(&other.undecided) {
                *count = (*count).max(*other);
            }
            frame.stack_mark = value::choose(terms, condition, frame.stack_mark, other.stack_mark, 64);
            let new: Vec<u32> = other.allocated.iter().filter(|id| !frame.allocated.contains(id)).copied().collect();
            frame.allocated.extend(new);
            for range in frame.values.differing(&other.values) {
                for at in range {
                    let (a, b) = (frame.values.get(at), other.values.get(at));
                    if a == b {
                        continue;
                    }
                    let value = ValueId::new(at);
                    let merged = match (a, b) {
                        (Some(a), Some(b)) if depth < last || is_live(value) => {
                            let width = width_of(frame.function, value);
                            Some(value::merge(terms, condition, a, b, width))
                        }
                        _ => None,
                    };
                    frame.values.set(at, merged);
                }
            }
        }
    }
}
