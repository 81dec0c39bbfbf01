//! The system does what the interpreter does.

mod common;

use common::{Simulator, compare, encode_with, expect, tangled_program};
use euclase_encoder::BlockSize;
use euclase_logic::{read_system, write_vmt};
use euclase_program::random::random_program;
use euclase_program::{Cfg, Liveness};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_go_the_same_way(seed: u64) {
        let program = random_program(seed);
        for blocks in [BlockSize::Large, BlockSize::Small] {
            compare(&program, blocks, None);
        }
    }

    #[test]
    fn tangled_programs_go_the_same_way_with_the_same_values(seed: u64) {
        let program = tangled_program(seed);
        prop_assert_eq!(program.validate(), Ok(()));
        let liveness = Liveness::of(&program.functions[0], &Cfg::of(&program.functions[0]));
        for blocks in [BlockSize::Large, BlockSize::Small] {
            compare(&program, blocks, Some(&liveness));
        }
    }

    #[test]
    fn systems_read_back_go_the_same_way(seed: u64) {
        let program = random_program(seed);
        let encoding = encode_with(&program, BlockSize::Large);
        let text = write_vmt(&encoding.terms, &encoding.system);
        let (terms, system) = read_system(text.as_bytes()).unwrap();
        let map = &encoding.map;
        let simulator = Simulator { program: &program, map, terms: &terms, system: &system, liveness: None };
        for seed in 0..4 {
            simulator.follow(&expect(&program, map, seed, 200), seed);
        }
    }
}
