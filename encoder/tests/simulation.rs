//! The system does what the interpreter does.

mod common;

use common::{Simulator, compare, encode_with, expect};
use euclase_encoder::BlockSize;
use euclase_logic::{read_system, write_vmt};
use euclase_program::random::random_program;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_programs_go_the_same_way(seed: u64) {
        let program = random_program(seed);
        for blocks in [BlockSize::Large, BlockSize::Small] {
            compare(&program, blocks, 0..8, 300);
        }
    }

    #[test]
    fn systems_read_back_go_the_same_way(seed: u64) {
        let program = random_program(seed);
        let encoding = encode_with(&program, BlockSize::Large);
        let text = write_vmt(&encoding.terms, &encoding.system);
        let (terms, system) = read_system(text.as_bytes()).unwrap();
        let simulator = Simulator { program: &program, map: &encoding.map, terms: &terms, system: &system };
        for seed in 0..4 {
            simulator.follow(&expect(&program, &encoding.map, seed, 200), seed);
        }
    }
}
