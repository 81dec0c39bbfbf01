//! What LLVM would do to programs that are to be verified: each test fails when it is let do it.
//!
//! The programs are in the folder beside this file; the tests look at the optimised module.

use euclase_frontend::intrinsic::Site;
use euclase_frontend::{DataModel, Options, OverflowChecks, lower};
use euclase_program::{CheckSet, NondetOrigin};
use std::path::Path;

/// The optimised module of one of the programs.
struct Optimised {
    instructions: Vec<String>,
    sites: Vec<Site>,
}

impl Optimised {
    fn of(program: &str) -> Self {
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hazards");
        let options = Options {
            files: vec![folder.join(format!("{program}.c"))],
            clang: None,
            data_model: Some(DataModel::Lp64),
            flags: Vec::new(),
            error_functions: vec!["reach_error".into()],
            overflow: OverflowChecks::None,
            checks: CheckSet::NONE,
            sv_comp_rules: false,
            counted_overflows: None,
            assume_pure_externals: false,
            malloc_may_fail: false,
            calls: euclase_frontend::CallMode::default(),
            mixed_semantics: false,
            error_functions_may_be_code: false,
            scratch: scratch.path().to_owned(),
        };
        let lowered = lower(&options).expect("a module");
        let text = std::fs::read_to_string(&lowered.optimised).expect("text");
        let is_instruction = |line: &&str| line.starts_with("  ") && !line.contains("@llvm.dbg.");
        let instructions = text.lines().filter(is_instruction).map(|line| line.trim().to_owned()).collect();
        Optimised { instructions, sites: lowered.sites }
    }

    fn count(&self, part: &str) -> usize {
        self.instructions.iter().filter(|line| line.contains(part)).count()
    }

    fn uninitialised(&self) -> Vec<&str> {
        self.sites
            .iter()
            .filter_map(|site| match site {
                Site::Nondet(NondetOrigin::Uninitialised(name)) => Some(&**name),
                _ => None,
            })
            .collect()
    }

    #[track_caller]
    fn has(&self, parts: &[&str]) -> &Self {
        for part in parts {
            assert!(self.count(part) > 0, "no '{part}' in\n{}", self.instructions.join("\n"));
        }
        self
    }

    #[track_caller]
    fn has_no(&self, parts: &[&str]) -> &Self {
        for part in parts {
            assert!(self.count(part) == 0, "'{part}' in\n{}", self.instructions.join("\n"));
        }
        self
    }
}

const ERROR: &str = "@__euclase_error(";
const MEMORY: &[&str] = &["load ", "store ", "alloca ", "@llvm.mem"];

#[test]
fn an_uninitialised_variable_is_any_value() {
    let module = Optimised::of("uninitialised_variable");
    module.has(&[ERROR]).has_no(&["undef", "poison"]);
    assert_eq!(module.count("@__euclase_nondet_i32("), 2);
    assert_eq!(module.uninitialised(), ["y"]);
}

#[test]
fn an_uninitialised_variable_is_chosen_anew_each_time() {
    let module = Optimised::of("uninitialised_each_time");
    module.has(&[ERROR, "br label %for.cond"]);
    assert_eq!(module.count("@__euclase_nondet_i32("), 1, "in the loop and nowhere else");
    assert_eq!(module.uninitialised(), ["fresh"]);
    let position = |part: &str| module.instructions.iter().position(|line| line.contains(part));
    assert!(position("phi ") < position("@__euclase_nondet_i32("));
}

#[test]
fn a_declaration_that_is_jumped_over_does_not_initialise() {
    let module = Optimised::of("declaration_jumped_over");
    module.has(&[ERROR]).has_no(&["undef", "poison"]);
    assert_eq!(module.uninitialised(), ["x"]);
}

#[test]
fn a_result_that_is_not_given_is_any_value() {
    let module = Optimised::of("missing_return");
    module.has(&[ERROR]).has_no(&["undef", "poison"]);
    assert_eq!(module.uninitialised(), ["result of half"]);
}

#[test]
fn padding_is_any_value() {
    Optimised::of("union_padding").has(&[ERROR]).has_no(&["undef", "poison"]).has_no(MEMORY);
}

#[test]
fn a_variable_that_is_written_before_it_is_read_needs_no_value() {
    let module = Optimised::of("written_before_read");
    module.has(&[ERROR]);
    assert!(module.uninitialised().is_empty());
    assert_eq!(module.count("@__euclase_nondet"), 1);
}

#[test]
fn equalities_with_neighbours_do_not_become_arithmetic() {
    Optimised::of("three_equalities").has(&[ERROR]).has_no(&["add ", "sub ", "icmp ult", "icmp ule"]);
}

#[test]
fn equalities_do_not_become_masks() {
    Optimised::of("two_equalities").has(&[ERROR]).has_no(&["and i32", "or i32", "add ", "icmp ult"]);
}

#[test]
fn a_dense_switch_stays_a_switch() {
    Optimised::of("dense_switch").has(&[ERROR, "switch i32"]).has_no(&["getelementptr", "load ", "icmp ult", "sub "]);
}

#[test]
fn a_sparse_switch_keeps_its_cases() {
    Optimised::of("sparse_switch").has(&[ERROR, "i32 8448, label", "i32 8512, label"]).has_no(&["@llvm.fsh", "sub "]);
}

#[test]
fn comparisons_with_bounds_stay_two_comparisons() {
    Optimised::of("range_comparison").has(&[ERROR, "icmp sle", "icmp slt"]).has_no(&["add ", "sub ", "icmp ult"]);
}

#[test]
fn a_global_that_is_written_on_both_branches_becomes_a_register() {
    let module = Optimised::of("global_on_both_branches");
    module.has(&["phi i32"]).has_no(MEMORY).has_no(&["@state", "@step"]);
}

#[test]
fn global_structs_and_arrays_become_registers() {
    Optimised::of("global_struct").has(&[ERROR]).has_no(MEMORY).has_no(&["undef", "poison"]);
}

#[test]
fn accesses_on_both_branches_are_not_merged() {
    let module = Optimised::of("common_accesses");
    module.has(&[ERROR]).has_no(&["phi ptr", "select i1 %tobool, ptr"]);
    assert_eq!(module.count("store i32 1, ptr"), 2);
}

#[test]
fn copies_that_nobody_reads_go() {
    Optimised::of("dead_copies").has(&[ERROR]).has_no(MEMORY);
}

#[test]
fn signed_overflow_is_not_exploited() {
    Optimised::of("wrapping_addition").has(&[ERROR, "add i32", "icmp sle"]).has_no(&["nsw", "nuw"]);
}

#[test]
fn a_loop_without_effect_stays() {
    Optimised::of("endless_loop").has(&[ERROR, "phi i32"]).has_no(&["mustprogress"]);
}

#[test]
fn a_null_check_after_an_access_stays() {
    Optimised::of("null_check_after_access").has(&[ERROR, "load i32", "null"]);
}

#[test]
fn a_write_to_null_is_not_taken_for_unreachable() {
    Optimised::of("null_store").has(&[ERROR, "null"]);
}

#[test]
fn an_execution_ends_where_it_divides_by_zero() {
    Optimised::of("division_by_zero").has(&["@__euclase_assume(i1 false"]);
}

#[test]
fn a_shift_too_far_is_not_taken_for_unreachable() {
    Optimised::of("shift_too_far").has(&[ERROR, "shl i32", ", 8"]).has_no(&["poison"]);
}

#[test]
fn the_greater_of_a_number_and_a_nan_is_left_to_us() {
    Optimised::of("greater_than_nan").has(&[ERROR, "call double @llvm.maxnum.f64", "call float @llvm.minnum.f32"]);
}

#[test]
fn volatile_variables_become_registers() {
    Optimised::of("volatile_variable").has(&[ERROR]).has_no(MEMORY).has_no(&["volatile"]);
}

#[test]
fn old_c_compiles() {
    Optimised::of("old_c").has(&[ERROR]);
}
