//! Frames: what is known of the states reachable in a number of steps, as blocked cubes.
//!
//! A cube blocked at level `i` is unreachable in `i` steps or fewer. Frames are kept as deltas:
//! the cube stands at the highest level where it is known to be blocked, and `F[i]` consists of
//! the cubes at `i` and above. [`FOREVER`] is F∞.

use std::rc::Rc;

use euclase_logic::TermId;

/// The level of cubes that no execution ever reaches.
pub const FOREVER: usize = usize::MAX;

/// A conjunction of literals over the state, sorted.
pub type Cube = Rc<[TermId]>;

/// A sorted cube without duplicates.
pub fn cube(mut literals: Vec<TermId>) -> Cube {
    literals.sort_unstable();
    literals.dedup();
    literals.into()
}

/// Whether every state of `small` is one of `large`: its literals are among them.
pub fn covers(large: &[TermId], small: &[TermId]) -> bool {
    let mut rest = small.iter();
    large.len() <= small.len() && large.iter().all(|literal| rest.any(|other| other == literal))
}

/// A blocked cube at its level.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// The cube.
    pub cube: Cube,
    /// The highest level at which it is known to be blocked.
    pub level: usize,
}

/// The frames of one location.
#[derive(Default)]
pub struct Frames {
    live: Vec<Blocked>,
    log: Vec<Blocked>,
}

impl Frames {
    /// The blocked cubes that are not covered by others.
    pub fn live(&self) -> &[Blocked] {
        &self.live
    }

    /// Everything ever blocked here, in order, for solvers that follow.
    pub fn log(&self) -> &[Blocked] {
        &self.log
    }

    /// Whether the cube is known to be blocked at the level.
    pub fn blocks(&self, cube: &[TermId], level: usize) -> bool {
        self.live.iter().any(|b| b.level >= level && covers(&b.cube, cube))
    }

    /// Drops a cube that another one covers at a higher level.
    pub fn forget(&mut self, cube: &Cube, level: usize) {
        self.live.retain(|b| b.level != level || b.cube != *cube);
    }

    /// Blocks a cube; cubes it covers at its level or below are dropped.
    pub fn block(&mut self, cube: Cube, level: usize) {
        self.live.retain(|b| b.level > level || !covers(&cube, &b.cube));
        self.live.push(Blocked { cube: cube.clone(), level });
        self.log.push(Blocked { cube, level });
    }
}
