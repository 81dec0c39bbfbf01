//! Where locations are in the source.
//!
//! Code is inlined, so the first command of a loop may belong to a function that the loop calls. A loop is in the
//! function whose code is inlined least deeply in it, and what is inlined deeper stands where it is called.

use euclase_program::{BlockId, Cfg, Function, LocationId, Program, Terminator};
use rustc_hash::FxHashMap;

/// The places of blocks of a function.
pub(crate) struct Places<'a> {
    program: &'a Program,
    function: &'a Function,
    loops: FxHashMap<BlockId, LocationId>,
}

impl<'a> Places<'a> {
    /// The places in a function of a program; the graph may be that of a function with fewer edges.
    pub fn of(program: &'a Program, function: &'a Function, cfg: &Cfg) -> Self {
        let mut places = Places { program, function, loops: FxHashMap::default() };
        for natural in cfg.loops() {
            if let Some(location) = places.of_loop(natural.head, &natural.latches, &natural.blocks) {
                places.loops.insert(natural.head, location);
            }
        }
        places
    }

    /// Where a block is, or the loop that it is the head of.
    pub fn of_block(&self, block: BlockId) -> Option<LocationId> {
        self.loops.get(&block).copied().or_else(|| self.known(block).next())
    }

    /// The first line of a loop: that of its head, or that of the statement that jumps back there, which is the
    /// loop's own.
    fn of_loop(&self, head: BlockId, latches: &[BlockId], blocks: &[BlockId]) -> Option<LocationId> {
        let depth = blocks.iter().flat_map(|block| self.known(*block)).map(|location| self.depth(location)).min()?;
        let jumps_back = |block: &&BlockId| matches!(self.function.block(**block).terminator, Terminator::Jump(_));
        let back = latches.iter().filter(jumps_back).filter_map(|block| self.function.block(*block).location);
        let back = back.filter(|location| self.is_known(*location) && self.depth(*location) == depth);
        let first = self.known(head).next().or_else(|| blocks.iter().flat_map(|block| self.known(*block)).next())?;
        let first = self.lift(first, depth);
        let home = self.program.location(first);
        let same = |location: &LocationId| {
            let other = self.program.location(*location);
            (&other.file, &other.scope) == (&home.file, &home.scope)
        };
        back.filter(same).chain([first]).min_by_key(|location| self.program.location(*location).line)
    }

    /// The places with a line in a block, in order.
    fn known(&self, block: BlockId) -> impl Iterator<Item = LocationId> + '_ {
        let block = self.function.block(block);
        let places = block.commands.iter().map(|command| command.location).chain([block.location]);
        places.flatten().filter(|location| self.is_known(*location))
    }

    fn is_known(&self, location: LocationId) -> bool {
        self.program.location(location).line > 0
    }

    /// The inlined calls around a place, from the inside. Each place refers to earlier ones only, so this ends.
    fn around(&self, location: LocationId) -> impl Iterator<Item = LocationId> + '_ {
        std::iter::successors(Some(location), |inner| self.program.location(*inner).inlined_at)
    }

    fn depth(&self, location: LocationId) -> usize {
        self.around(location).count()
    }

    /// The place at a depth that led to a place.
    fn lift(&self, location: LocationId, depth: usize) -> LocationId {
        let above = self.depth(location).saturating_sub(depth);
        self.around(location).nth(above).filter(|outer| self.is_known(*outer)).unwrap_or(location)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The line and the function of each loop head, by the name of its block.
    fn loops(body: &str) -> Vec<(String, u32, String)> {
        let text = format!(
            "program pointers 64 entry @main
            !0 = \"a.c\":20:5 in \"main\"
            !1 = \"a.c\":21:5 in \"main\"
            !2 = \"a.c\":9:5 in \"lock\" inlined !1
            !3 = \"a.c\":27:5 in \"main\"
            !4 = \"a.c\":10:5 in \"lock\" inlined !1
            !5 = \"a.c\":0:0 in \"main\"
            !6 = \"a.c\":3:5 in \"deep\" inlined !4
            function @main() -> i32 {{\n{body}\n}}"
        );
        let program = Program::parse(&text).unwrap();
        program.validate().unwrap();
        let function = program.function(program.entry.unwrap());
        let cfg = Cfg::of(function);
        let places = Places::of(&program, function, &cfg);
        let heads = cfg.loops().into_iter().map(|natural| natural.head);
        heads
            .map(|head| {
                let at = program.location(places.of_block(head).unwrap());
                (function.block(head).name.clone(), at.line, at.scope.clone())
            })
            .collect()
    }

    fn at(name: &str, line: u32, scope: &str) -> (String, u32, String) {
        (name.into(), line, scope.into())
    }

    /// A loop that starts with inlined code was said to be in the function that was inlined.
    #[test]
    fn a_loop_that_starts_with_an_inlined_call_is_where_the_call_is() {
        let found = loops(
            "e:\n  jump l !0\nl:\n  %x = nondet i1 input \"x\" !2\n  branch %x, m, n !2\nm:\n  jump n !4\nn:\n  \
             %y = nondet i1 input \"y\" !3\n  branch %y, l, d !3\nd:\n  return i32 0",
        );
        assert_eq!(found, [at("l", 21, "main")]);
    }

    #[test]
    fn a_loop_in_an_inlined_function_stays_there() {
        let found = loops(
            "e:\n  jump l !0\nl:\n  %x = nondet i1 input \"x\" !4\n  branch %x, m, d !4\nm:\n  \
             %y = nondet i8 input \"y\" !6\n  jump l !2\nd:\n  return i32 0 !3",
        );
        assert_eq!(found, [at("l", 9, "lock")]);
    }

    #[test]
    fn an_endless_loop_is_where_its_statement_is() {
        let found = loops("e:\n  jump l !0\nl:\n  %x = nondet i1 input \"x\" !1\n  jump l !0");
        assert_eq!(found, [at("l", 20, "main")]);
    }

    #[test]
    fn nested_loops_have_places_of_their_own() {
        let found = loops(
            "e:\n  jump l !5\nl:\n  jump k !5\nk:\n  %x = nondet i1 input \"x\" !2\n  branch %x, k, m !2\nm:\n  \
             %y = nondet i1 input \"y\" !3\n  branch %y, l, d !3\nd:\n  return i32 0",
        );
        assert_eq!(found, [at("l", 21, "main"), at("k", 9, "lock")]);
    }
}
