//! The same C functions run natively and interpreted on the same inputs must give the same results:
//! arithmetic, shifts, conversions, comparisons, `switch`, phi cycles, at all widths, and memory.
//!
//! Native code is clang's own, at `-O0`. The import reads the module as clang makes it, in static
//! single assignment form, and after optimisations that bring in LLVM's intrinsics.

#![allow(clippy::unwrap_used)]

#[path = "native/generator.rs"]
mod generator;

use euclase_frontend::import;
use euclase_frontend::intrinsic::Site;
use euclase_program::{BitVecValue, NondetOrigin, Outcome, Program, Request, RunOptions, Terminator, run};
use generator::Random;
use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetMachine};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the functions under test may call; natively it takes the next input.
const DECLARATIONS: &str = "unsigned char __euclase_nondet_i8(int);\nunsigned short __euclase_nondet_i16(int);\n\
                            unsigned __euclase_nondet_i32(int);\nunsigned long long __euclase_nondet_i64(int);\n\
                            void *malloc(unsigned long);\nvoid *calloc(unsigned long, unsigned long);\nvoid free(void *);\n\
                            void *memcpy(void *, const void *, unsigned long);\nvoid *memset(void *, int, unsigned long);\n";

/// How many inputs a run has; they are taken round and round.
const INPUTS: usize = 16;

const PIPELINES: [&str; 3] = ["verify", "sroa,simplifycfg,early-cse,instsimplify,adce", "default<O1>"];

#[test]
fn random_functions_agree() {
    let mut random = Random(2024);
    let names: Vec<String> = (0..40).map(|number| format!("test{number}")).collect();
    let source: String = names.iter().map(|name| generator::function(name, &mut random)).collect();
    compare(&source, &names, 100);
}

#[test]
fn functions_about_parts_of_c_agree() {
    let names = [
        "arrays",
        "structs",
        "recursion",
        "globals",
        "unions",
        "heap",
        "reals",
        "overflow",
        "bits",
        "wide",
        "jumps",
        "atomics",
    ];
    compare(include_str!("native/library.c"), &names.map(String::from), 150);
}

/// Runs each function so many times in both ways.
fn compare(source: &str, names: &[String], runs: usize) {
    let folder = tempfile::tempdir().unwrap();
    let source = format!("{DECLARATIONS}{source}");
    let inputs: Vec<Vec<u64>> = (0..runs).map(|run| inputs(&mut Random(run as u64 + 7))).collect();
    let expected = natively(folder.path(), &source, names, &inputs);
    let bitcode = folder.path().join("test.bc");
    let flags = ["-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c"];
    clang(folder.path(), &source, "test.c", &bitcode, &flags);
    for pipeline in PIPELINES {
        let mut program = imported(&bitcode, pipeline);
        for (position, name) in names.iter().enumerate() {
            program.entry = program.function_named(name);
            for (run, inputs) in inputs.iter().enumerate() {
                let result = interpreted(&program, inputs);
                let expected = expected[position * runs + run];
                assert_eq!(result, Ok(expected), "{name} after {pipeline} with {inputs:?}");
            }
        }
    }
}

/// Numbers of which many are at the edges of some type.
fn inputs(random: &mut Random) -> Vec<u64> {
    let input = |random: &mut Random| match random.below(4) {
        0 => random.next(),
        1 => random.next() % 20,
        2 => (random.next() % 20).wrapping_neg(),
        _ => (1u64 << random.below(64)).wrapping_add(random.next() % 3).wrapping_sub(1),
    };
    (0..INPUTS).map(|_| input(random)).collect()
}

fn clang(folder: &Path, source: &str, name: &str, output: &Path, flags: &[&str]) {
    let path = folder.join(name);
    std::fs::write(&path, source).unwrap();
    let mut command = Command::new("clang-19");
    command.args(["-O0", "-g", "-w", "-fwrapv", "-ffp-contract=off", "-fno-discard-value-names", "-o"]);
    let result = command.arg(output).args(flags).arg(&path).output().unwrap();
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
}

/// One process runs all functions on all inputs.
fn natively(folder: &Path, source: &str, names: &[String], inputs: &[Vec<u64>]) -> Vec<u64> {
    let calls: Vec<&str> = names.iter().map(String::as_str).collect();
    let (runs, count) = (inputs.len(), names.len());
    let harness = format!(
        "#include <stdio.h>\nstatic unsigned long long inputs[{runs}][{INPUTS}];\nstatic int run, at;\n\
         static unsigned long long next(void) {{ return inputs[run][at++ % {INPUTS}]; }}\n\
         unsigned char __euclase_nondet_i8(int s) {{ return next(); }}\n\
         unsigned short __euclase_nondet_i16(int s) {{ return next(); }}\n\
         unsigned __euclase_nondet_i32(int s) {{ return next(); }}\n\
         unsigned long long __euclase_nondet_i64(int s) {{ return next(); }}\n\
         static unsigned long long (*functions[])(void) = {{ {} }};\n\
         int main(void) {{\n  for (int r = 0; r < {runs}; r++)\n    for (int i = 0; i < {INPUTS}; i++) scanf(\"%llu\", &inputs[r][i]);\n\
         for (int f = 0; f < {count}; f++)\n    for (run = 0; run < {runs}; run++) {{\n      at = 0;\n      \
         printf(\"%llu\\n\", functions[f]());\n    }}\n}}\n",
        calls.join(", "),
    );
    let executable = folder.join("native");
    clang(folder, &format!("{source}\n{harness}"), "native.c", &executable, &[]);
    let mut child = Command::new(&executable).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let numbers: Vec<String> = inputs.iter().flatten().map(u64::to_string).collect();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(numbers.join("\n").as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "the native run failed: {}", output.status);
    let results: Vec<u64> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(results.len(), names.len() * inputs.len());
    results
}

/// The program of a module after some passes of LLVM.
fn imported(bitcode: &Path, pipeline: &str) -> Program {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(bitcode).unwrap();
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).unwrap();
    Target::initialize_x86(&InitializationConfig::default());
    let triple = TargetMachine::get_default_triple();
    let target = Target::from_triple(&triple).unwrap();
    let level = OptimizationLevel::Less;
    let machine = target.create_target_machine(&triple, "x86-64", "", level, RelocMode::Default, CodeModel::Default);
    module.run_passes(pipeline, &machine.unwrap(), PassBuilderOptions::create()).unwrap();
    let sites = [Site::Nondet(NondetOrigin::Input("input".into()))];
    let program = import(&module, &sites).unwrap();
    let ends = program.functions.iter().flat_map(|function| &function.blocks).map(|block| &block.terminator);
    for terminator in ends {
        assert!(!matches!(terminator, Terminator::Unsupported { .. }), "{pipeline}: {terminator:?}");
    }
    program
}

fn interpreted(program: &Program, inputs: &[u64]) -> Result<u64, Outcome> {
    let mut next = inputs.iter().cycle();
    // Padding and the rest of a bit field's unit are read before they are written; their values
    // must not matter.
    let mut choose = |request: Request<'_>| match request.origin {
        NondetOrigin::Undef => Some(BitVecValue::new(64, 0xa5)),
        _ => next.next().map(|input| BitVecValue::new(64, *input)),
    };
    let run = run(program, RunOptions::default(), &mut choose);
    match &run.outcome {
        Outcome::Returned(values) => values.first().and_then(BitVecValue::to_u64).ok_or(run.outcome.clone()),
        _ => Err(run.outcome),
    }
}
