//! Large programs: nothing may be quadratic in them or recurse on their size.

use euclase_frontend::passes::{Options, run};
use euclase_program::Program;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// An endless loop over a state machine like those of the ECA tasks: every round reads an input and
/// goes through very many tests of globals, each of which changes some or fails.
fn state_machine(rules: usize) -> String {
    let mut text = String::from("program pointers 64 entry @main\nlayout $0 = i32 size 4 align 4\n");
    (0..40).for_each(|i| _ = writeln!(text, "global @g{i} $0 = {{ 0: i32 {i} }}"));
    text += "function @main() -> i32 {\nentry:\n  jump loop\nloop:\n  %in = nondet i32 input \"in\"\n  jump r0\n";
    for rule in 0..rules {
        let (one, two, next) = (rule % 40, (rule * 7 + 3) % 40, rule + 1);
        let _ = write!(
            text,
            "r{rule}:\n  %a{rule} = load i32, @g{one}\n  %b{rule} = load i32, @g{two}\n  %c{rule} = eq i32 %a{rule}, %in\n  \
             %d{rule} = slt i32 %b{rule}, {rule}\n  %e{rule} = and i1 %c{rule}, %d{rule}\n  \
             branch %e{rule}, t{rule}, r{next}\nt{rule}:\n  %f{rule} = add i32 %b{rule}, %in\n  \
             store i32 %f{rule}, @g{one}\n"
        );
        let _ = match rule % 10 {
            0 => writeln!(
                text,
                "  %h{rule} = eq i32 %f{rule}, 77\n  branch %h{rule}, e{rule}, r{next}\ne{rule}:\n  \
                 error assert \"rule {rule}\""
            ),
            1 => writeln!(text, "  jump loop"),
            _ => writeln!(text, "  jump r{next}"),
        };
    }
    let _ = write!(text, "r{rules}:\n  jump loop\n}}\n");
    text
}

/// Functions that each call the next twice and change a global of their own.
fn many_functions(count: usize) -> String {
    let mut text = String::from("program pointers 64 entry @f0\nlayout $0 = i32 size 4 align 4\n");
    (0..20).for_each(|i| _ = writeln!(text, "global @g{i} $0 = {{ 0: i32 {i} }}"));
    for i in 0..count {
        let (global, next) = (i % 20, i + 1);
        let _ = write!(
            text,
            "function @f{i}() -> void {{\nentry:\n  %a = load i32, @g{global}\n  %b = add i32 %a, {i}\n  \
             store i32 %b, @g{global}\n  call void @f{next}()\n  %c = eq i32 %b, 9999\n  branch %c, bad, good\n\
             good:\n  call void @f{next}()\n  return\nbad:\n  error assert \"\"\n}}\n"
        );
    }
    let _ = write!(text, "function @f{count}() -> void {{\nentry:\n  return\n}}\n");
    text
}

/// Straight code without end, almost all of it for nothing.
fn straight_line(count: usize) -> String {
    let mut text = String::from("program pointers 64 entry @main\nfunction @main() -> i32 {\nentry:\n");
    text += "  %x0 = nondet i32 input \"x\"\n  %y0 = nondet i32 input \"y\"\n";
    for i in 0..count {
        let next = i + 1;
        let _ = write!(text, "  %x{next} = add i32 %x{i}, {i}\n  %y{next} = mul i32 %y{i}, %x{i}\n");
    }
    let _ = write!(text, "  %c = eq i32 %x{count}, 5\n  branch %c, bad, good\ngood:\n  return i32 %y{count}\n");
    text + "bad:\n  error assert \"\"\n}\n"
}

fn takes(text: &str) -> (Program, Duration) {
    let mut program = Program::parse(text).unwrap();
    assert_eq!(program.validate(), Ok(()));
    let start = Instant::now();
    let report = run(&mut program, Options::default());
    let taken = start.elapsed();
    println!("{taken:?}: {report:#?}");
    assert_eq!(program.validate(), Ok(()));
    assert!(report.has_errors);
    assert_eq!(report.after.memory, 0);
    (program, taken)
}

#[test]
fn a_large_state_machine() {
    let (program, taken) = takes(&state_machine(16_000));
    assert!(program.functions[0].blocks.len() > 14_000);
    // Generous, for slow machines without optimisation.
    assert!(taken < Duration::from_secs(30), "{taken:?}");
}

#[test]
fn many_functions_share_globals() {
    let (_, taken) = takes(&many_functions(3_000));
    assert!(taken < Duration::from_secs(30), "{taken:?}");
}

#[test]
fn straight_code() {
    let (program, taken) = takes(&straight_line(100_000));
    assert!(program.functions[0].blocks[0].commands.len() <= 100_002);
    assert!(taken < Duration::from_secs(30), "{taken:?}");
}
