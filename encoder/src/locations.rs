//! Which places of a function are locations of the system.

use crate::source_map::LocationKind;
use crate::{BlockSize, OnUnsupported};
use euclase_program::{BlockId, Cfg, CutKind, CutSet, Function, Terminator};

/// How many times the size of the function all regions together may have.
const REGION_FACTOR: usize = 3;

/// The locations: blocks in which steps start, then the ends.
pub(crate) struct Locations {
    /// The blocks, each the location of its position; the entry is the first.
    pub blocks: Vec<BlockId>,
    /// What all locations are.
    pub kinds: Vec<LocationKind>,
    /// Where executions end without a violation.
    pub exit: usize,
    /// The violation.
    pub error: usize,
    /// What cannot be encoded. May be the exit.
    pub unsupported: usize,
    of_block: Vec<Option<usize>>,
}

impl Locations {
    /// The locations of a prepared function.
    pub fn of(function: &Function, cfg: &Cfg, blocks: BlockSize, on_unsupported: OnUnsupported) -> Locations {
        Locations::with(function, cfg, blocks, on_unsupported, &[])
    }

    /// The locations of a prepared function, some blocks among them that have to be.
    pub fn with(
        function: &Function,
        cfg: &Cfg,
        blocks: BlockSize,
        on_unsupported: OnUnsupported,
        required: &[BlockId],
    ) -> Locations {
        let cuts = CutSet::of(function, cfg, required).merged(function, cfg, REGION_FACTOR);
        let kind = |block: &BlockId| match (cuts.kind(*block), blocks) {
            (Some(CutKind::Entry), _) => Some(LocationKind::Entry),
            (Some(CutKind::Loop), _) => Some(LocationKind::Loop),
            (Some(CutKind::Required | CutKind::Merge), _) | (_, BlockSize::Small) => Some(LocationKind::Merge),
            (Some(CutKind::End) | None, BlockSize::Large) => None,
        };
        let mut found = Locations {
            blocks: Vec::new(),
            kinds: Vec::new(),
            exit: 0,
            error: 0,
            unsupported: 0,
            of_block: vec![None; function.blocks.len()],
        };
        for block in cfg.reverse_postorder() {
            if let Some(kind) = kind(block) {
                found.of_block[block.index()] = Some(found.blocks.len());
                found.blocks.push(*block);
                found.kinds.push(kind);
            }
        }
        found.exit = found.add_end(LocationKind::Exit);
        found.error = found.add_end(LocationKind::Error);
        let unsupported = |id: &BlockId| matches!(function.block(*id).terminator, Terminator::Unsupported { .. });
        let violates = on_unsupported == OnUnsupported::Violates;
        found.unsupported = match violates && cfg.reverse_postorder().iter().any(unsupported) {
            true => found.add_end(LocationKind::Unsupported),
            false => found.exit,
        };
        found
    }

    fn add_end(&mut self, kind: LocationKind) -> usize {
        self.kinds.push(kind);
        self.kinds.len() - 1
    }

    /// The location that starts at a block.
    pub fn of_block(&self, block: BlockId) -> Option<usize> {
        self.of_block[block.index()]
    }
}
