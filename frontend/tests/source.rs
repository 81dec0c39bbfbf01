//! What of the user's source is known after the import: variables, their types, and places.

#![allow(clippy::unwrap_used)]

use euclase_frontend::import;
use euclase_program::Program;
use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetMachine};
use std::process::Command;

/// The program of a C file after inlining and with its variables in registers.
fn program(source: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let (path, bitcode) = (folder.path().join("x.c"), folder.path().join("x.bc"));
    std::fs::write(&path, source).unwrap();
    let mut command = Command::new("clang-19");
    command.args(["-O0", "-g", "-w", "-Xclang", "-disable-O0-optnone", "-fno-discard-value-names", "-emit-llvm"]);
    let result = command.args(["-c", "x.c", "-o", "x.bc"]).current_dir(folder.path()).output().unwrap();
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&bitcode).unwrap();
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).unwrap();
    Target::initialize_x86(&InitializationConfig::default());
    let triple = TargetMachine::get_default_triple();
    let target = Target::from_triple(&triple).unwrap();
    let level = OptimizationLevel::None;
    let machine = target.create_target_machine(&triple, "x86-64", "", level, RelocMode::Default, CodeModel::Default);
    module.run_passes("always-inline,sroa", &machine.unwrap(), PassBuilderOptions::create()).unwrap();
    let records = || module.print_to_string().to_string().matches("#dbg_").count();
    let before = records();
    let program = import(&module, &[]).unwrap();
    assert_eq!(records(), before, "debug information stays in the form it had");
    program
}

/// Every variable as `name: type (encoding) in function:line`, in order.
fn variables(program: &Program) -> Vec<String> {
    let mut lines: Vec<String> = program
        .variables
        .iter()
        .map(|variable| {
            let line = variable.declared.map_or(0, |declared| program.location(declared).line);
            let scope = variable.scope.as_deref().unwrap_or("-");
            format!("{}: {} ({:?}) in {scope}:{line}", variable.name, variable.type_name, variable.encoding)
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn variables_have_their_names_and_types() {
    let source = "typedef unsigned long size;
enum colour { RED, GREEN };
struct node { struct node *next; };
volatile int limit = 3;
static char letters[2][3];
int main(int argc, char **argv) {
  size n = argc;
  _Bool b = n > 3;
  enum colour c = argc == 2;
  volatile const short *p = (void *)argv;
  float f = argc;
  int (*g)(void) = (void *)argv;
  struct node *list = (void *)argv;
  int (*rows)[4] = (void *)argv;
  char *const k = *argv;
  letters[1][n] = *k;
  return limit + b + c + f + (long)p + g() + (long)list + (long)rows;
}";
    let expected = [
        "argc: int (Signed) in main:6",
        "argv: char ** (Address) in main:6",
        "b: _Bool (Boolean) in main:8",
        "c: enum colour (Unsigned) in main:9",
        "f: float (Float) in main:11",
        "g: int (*)() (Address) in main:12",
        "k: char *const (Address) in main:15",
        "letters: char[2][3] (Other) in -:5",
        "limit: volatile int (Signed) in -:4",
        "list: struct node * (Address) in main:13",
        "n: size (Unsigned) in main:7",
        "p: const volatile short * (Address) in main:10",
        "rows: int (*)[4] (Address) in main:14",
    ];
    assert_eq!(variables(&program(source)), expected);
}

#[test]
fn parts_of_aggregates_are_named_as_in_c() {
    let source = "struct inner { char tag; int values[2][2]; };
struct outer { int x; struct inner in[2]; union { int u; int v; }; };
int main(int argc, char **argv) {
  struct outer o;
  o.x = argc; o.in[1].tag = argc + 1; o.in[1].values[1][0] = argc + 2; o.v = argc + 3;
  int a[3]; a[2] = argc + 4;
  return o.x + o.in[1].tag + o.in[1].values[1][0] + o.u + a[2];
}";
    let program = program(source);
    let names: Vec<String> = variables(&program).into_iter().filter(|line| !line.starts_with("arg")).collect();
    let expected = [
        "a[2]: int (Signed) in main:6",
        "o.in[1].tag: char (Character) in main:4",
        "o.in[1].values[1][0]: int (Signed) in main:4",
        "o.u: int (Signed) in main:4",
        "o.x: int (Signed) in main:4",
    ];
    assert_eq!(names, expected);
}

#[test]
fn inlined_code_knows_the_calls_that_brought_it() {
    let source = "int unused;
__attribute__((always_inline)) static int add(int a, int b) {
  return a + b;
}
__attribute__((always_inline)) static int twice(int c) {
  return add(c, c);
}
int main(int argc, char **argv) {
  return twice(argc);
}";
    let program = program(source);
    let text = program.print();
    let add = text.lines().find(|line| line.contains("= add i32")).unwrap();
    let id: usize = add.rsplit('!').next().unwrap().parse().unwrap();
    let mut chain = Vec::new();
    let mut next = Some(&program.locations[id]);
    while let Some(location) = next {
        chain.push(format!("{location} in {}", location.scope));
        next = location.inlined_at.map(|call| program.location(call));
    }
    assert_eq!(chain, ["x.c:3:12 in add", "x.c:6:10 in twice", "x.c:9:10 in main"]);
}

#[test]
fn stack_objects_know_their_variables() {
    let source = "int unused;
int main(int argc, char **argv) {
  int cells[4];
  cells[argc] = 7;
  return cells[argc & 1];
}";
    let program = program(source);
    let text = program.print();
    let alloca = text.lines().find(|line| line.contains("%cells = alloca")).unwrap();
    let variable: usize = alloca.split('?').nth(1).unwrap().split([' ', ',']).next().unwrap().parse().unwrap();
    assert_eq!(program.variables[variable].name, "cells");
    assert_eq!(program.variables[variable].type_name, "int[4]");
}
