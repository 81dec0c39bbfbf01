//! Proof obligations: cubes from which the error can be reached, to be blocked.

use super::frame::Cube;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cube that leads to the error, and how.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The states.
    pub cube: Cube,
    /// Where.
    pub location: usize,
    /// The frame in which it was found.
    pub level: usize,
    /// The obligation that one step along the edge leads to; none where the property fails.
    pub successor: Option<(usize, usize)>,
    /// Steps to the error.
    pub depth: usize,
}

/// Level, depth, size and number of an open obligation: what comes first is looked at first.
type Priority = Reverse<(usize, Reverse<usize>, usize, usize)>;

/// All obligations of a search for one bad cube, the open ones in the order to look at them:
/// lowest level, then deepest, then smallest.
#[derive(Default)]
pub struct Obligations {
    all: Vec<Obligation>,
    open: BinaryHeap<Priority>,
}

impl Obligations {
    /// Adds an obligation at a level; returns its number.
    pub fn add(&mut self, obligation: Obligation, level: usize) -> usize {
        self.all.push(obligation);
        let number = self.all.len() - 1;
        self.open(number, level);
        number
    }

    /// Opens a known obligation at a level.
    pub fn open(&mut self, number: usize, level: usize) {
        let obligation = &self.all[number];
        self.open.push(Reverse((level, Reverse(obligation.depth), obligation.cube.len(), number)));
    }

    /// The next obligation to look at, with its level.
    pub fn next(&mut self) -> Option<(usize, usize)> {
        self.open.pop().map(|Reverse((level, _, _, number))| (number, level))
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.open.len()
    }

    /// The numbered obligation.
    pub fn get(&self, number: usize) -> &Obligation {
        &self.all[number]
    }

    /// The obligations from the numbered one to the error, each with the edge that leaves it.
    pub fn path(&self, number: usize) -> Vec<(Obligation, Option<usize>)> {
        let mut path = Vec::new();
        let mut at = Some(number);
        while let Some(number) = at {
            let obligation = self.all[number].clone();
            at = obligation.successor.map(|(_, next)| next);
            let edge = obligation.successor.map(|(edge, _)| edge);
            path.push((obligation, edge));
        }
        path
    }
}
