//! Large functions: nothing may be quadratic in them or recurse on their size.

use super::{Cfg, CutSet, Liveness};
use crate::passes::simplify;
use crate::{Program, RunOptions, run};
use std::fmt::Write;

/// Loops one after the other, each with a branch and a phi, and long straight lines between them.
fn many_loops(count: usize) -> String {
    let mut text =
        String::from("program pointers 64 entry @f\nfunction @f(%c: i1, %n: i32) -> i32 {\nl0:\n  jump l1\n");
    for i in 1..=count {
        let (before, next) = (i - 1, i + 1);
        let from = if i == 1 { "0".to_string() } else { format!("%s{before}") };
        let came = if i == 1 { "l0".to_string() } else { format!("x{before}") };
        let _ = write!(
            text,
            "l{i}:\n  %i{i} = phi i32 [{from}, {came}], [%j{i}, t{i}]\n  %d{i} = ult i32 %i{i}, {i}\n  \
             branch %d{i}, b{i}, x{i}\nb{i}:\n  %j{i} = add i32 %i{i}, %n\n  branch %c, t{i}, e{i}\ne{i}:\n  jump t{i}\n\
             t{i}:\n  jump l{i}\nx{i}:\n  %s{i} = add i32 %i{i}, 1\n  jump l{next}\n"
        );
    }
    let end = count + 1;
    let _ = write!(text, "l{end}:\n  return i32 %s{count}\n}}\n");
    text
}

#[test]
fn large_functions_take_linear_time() {
    let count = 20_000;
    let mut program = Program::parse(&many_loops(count)).unwrap();
    assert_eq!(program.validate(), Ok(()));
    let text = program.print();
    assert_eq!(Program::parse(&text).unwrap().print(), text);
    let function = &program.functions[0];
    let cfg = Cfg::of(function);
    assert_eq!(CutSet::of(function, &cfg, &[]).points().len(), count + 2);
    assert_eq!(cfg.loops().len(), count);
    let liveness = Liveness::of(function, &cfg);
    assert!(function.block_ids().all(|block| liveness.at_entry(block).len() <= 4));
    assert!(simplify(&mut program));
    assert_eq!(program.validate(), Ok(()));
    let result = run(&program, RunOptions::default(), &mut |_| Some(crate::BitVecValue::new(32, 9)));
    assert!(matches!(result.outcome, crate::Outcome::Returned(_)), "{:?}", result.outcome);
}
