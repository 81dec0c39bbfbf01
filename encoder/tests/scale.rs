//! Encodings grow with the program and not faster, and nothing recurses on its size.

#![allow(clippy::unwrap_used)]

use euclase_encoder::{BlockSize, EncodeOptions, LocationKind, encode};
use euclase_program::Program;
use std::fmt::Write;

fn program(body: &str) -> Program {
    let text = format!("program pointers 64 entry @main\nfunction @main() -> i32 {{\n{body}}}\n");
    Program::parse(&text).unwrap()
}

/// Loops one after the other, each with a branch inside, and a value that lives through all of them.
fn loops(count: usize) -> String {
    let mut text = String::from("entry:\n  %n = nondet i32 input \"n\"\n  %c = eq i32 %n, 7\n  jump l0\n");
    for i in 0..count {
        let (from, came) =
            if i == 0 { ("0".into(), "entry".into()) } else { (format!("%i{}", i - 1), format!("x{}", i - 1)) };
        let next = i + 1;
        let _ = write!(
            text,
            "l{i}:\n  %i{i} = phi i32 [{from}, {came}], [%k{i}, t{i}]\n  %d{i} = ult i32 %i{i}, {i}\n  \
             branch %d{i}, b{i}, x{i}\nb{i}:\n  %j{i} = add i32 %i{i}, %n\n  branch %c, t{i}, e{i}\ne{i}:\n  jump t{i}\n\
             t{i}:\n  %k{i} = phi i32 [%j{i}, b{i}], [%i{i}, e{i}]\n  jump l{i}\nx{i}:\n  jump l{next}\n"
        );
    }
    let _ = write!(text, "l{count}:\n  return i32 %i{}\n", count - 1);
    text
}

/// Loops inside of each other.
fn nested(count: usize) -> String {
    let mut text = String::from("entry:\n  jump h0\n");
    for i in 0..count {
        let out = if i == 0 { "out".to_string() } else { format!("h{}", i - 1) };
        let before = if i == 0 { "entry".to_string() } else { format!("h{}", i - 1) };
        let back = if i + 1 == count { format!("b{i}") } else { format!("h{}", i + 1) };
        let inner = if i + 1 == count { format!("b{i}") } else { format!("h{}", i + 1) };
        let _ = write!(
            text,
            "h{i}:\n  %i{i} = phi i32 [0, {before}], [%j{i}, {back}]\n  %j{i} = add i32 %i{i}, 1\n  \
             %c{i} = ult i32 %i{i}, 9\n  branch %c{i}, {inner}, {out}\n"
        );
    }
    let last = count - 1;
    let _ = write!(text, "b{last}:\n  jump h{last}\nout:\n  return i32 0\n");
    text
}

/// One loop around branches one after the other, each of which may be an error.
fn branches(count: usize) -> String {
    let mut text = String::from("entry:\n  jump l\nl:\n");
    let _ =
        write!(text, "  %s = phi i32 [0, entry], [%p{count}, j{count}]\n  %in = nondet i32 input \"in\"\n  jump j0\n");
    let _ = write!(text, "j0:\n  %p0 = phi i32 [%s, l]\n  %c0 = eq i32 %in, 0\n  branch %c0, t0, f0\n");
    for i in 0..count {
        let next = i + 1;
        let _ = write!(
            text,
            "t{i}:\n  %x{i} = add i32 %p{i}, {i}\n  %e{i} = eq i32 %x{i}, 5\n  branch %e{i}, bad, j{next}\n\
             f{i}:\n  jump j{next}\nj{next}:\n  %p{next} = phi i32 [%x{i}, t{i}], [%p{i}, f{i}]\n"
        );
        if next < count {
            let _ = write!(text, "  %c{next} = eq i32 %in, {next}\n  branch %c{next}, t{next}, f{next}\n");
        }
    }
    text + "  jump l\nbad:\n  error assert \"x\"\n"
}

/// A chain of questions; each answer goes to a place of its own, and the last to all of them.
fn ladder(count: usize) -> String {
    let mut text = String::from("entry:\n  %in = nondet i32 input \"in\"\n  jump c0\n");
    for i in 0..count {
        let next = if i + 1 == count { "leaf".to_string() } else { format!("c{}", i + 1) };
        let _ = write!(text, "c{i}:\n  %q{i} = eq i32 %in, {i}\n  branch %q{i}, t{i}, {next}\n");
        let after = if i + 1 == count { "end".to_string() } else { format!("t{}", i + 1) };
        let from = if i == 0 { String::new() } else { format!(", [%p{}, t{}]", i - 1, i - 1) };
        let _ = write!(text, "t{i}:\n  %p{i} = phi i32 [{i}, c{i}], [1, leaf]{from}\n  jump {after}\n");
    }
    let cases: Vec<String> = (0..count).map(|i| format!("{}: t{i}", 2 * count + i)).collect();
    let last = count - 1;
    let _ = write!(text, "leaf:\n  switch i32 %in [{}], end\n", cases.join(", "));
    let _ = write!(
        text,
        "end:\n  %r = phi i32 [%p{last}, t{last}], [0, leaf]\n  %b = eq i32 %r, 77\n  branch %b, bad, ok\n"
    );
    text + "bad:\n  error assert \"x\"\nok:\n  exit\n"
}

/// A loop around a switch whose cases meet again.
fn switch(count: usize) -> String {
    let cases: Vec<String> = (0..count).map(|i| format!("{i}: c{i}")).collect();
    let mut text =
        String::from("entry:\n  jump l\nl:\n  %s = phi i32 [0, entry], [%t, j]\n  %u = phi i32 [1, entry], [%s, j]\n");
    let _ = write!(text, "  %in = nondet i32 input \"in\"\n  switch i32 %in [{}], bad\n", cases.join(", "));
    for i in 0..count {
        let _ = write!(text, "c{i}:\n  %x{i} = add i32 %s, {i}\n  jump j\n");
    }
    let arguments: Vec<String> = (0..count).map(|i| format!("[%x{i}, c{i}]")).collect();
    let _ = write!(text, "j:\n  %t = phi i32 {}\n  jump l\nbad:\n", arguments.join(", "));
    text + "  %b = eq i32 %u, 3\n  branch %b, worse, ok\nworse:\n  error assert \"x\"\nok:\n  exit\n"
}

/// Loops from each of which control can go to the same long tail.
fn shared_tail(count: usize) -> String {
    let mut text = String::from("entry:\n  %n = nondet i32 input \"n\"\n  jump l0\n");
    for i in 0..count {
        let next = if i + 1 == count { "t0".to_string() } else { format!("l{}", i + 1) };
        let _ = write!(
            text,
            "l{i}:\n  %a{i} = nondet i32 input \"a\"\n  switch i32 %a{i} [0: l{i}, 1: {next}], t{i}\nt{i}:\n  \
             %b{i} = eq i32 %n, {i}\n  branch %b{i}, bad, u{i}\nu{i}:\n"
        );
        let after = if i + 1 == count { "end".to_string() } else { format!("t{}", i + 1) };
        let _ = writeln!(text, "  jump {after}");
    }
    text + "end:\n  exit\nbad:\n  error assert \"x\"\n"
}

/// A long line.
fn line(count: usize) -> String {
    let mut text = String::from("entry:\n  %v0 = nondet i32 input \"n\"\n");
    for i in 0..20 * count {
        let op = ["add", "xor", "mul"][i % 3];
        let _ = writeln!(text, "  %v{} = {op} i32 %v{i}, {}", i + 1, 2 * i + 3);
    }
    let _ = write!(text, "  %c = eq i32 %v{}, 0\n  branch %c, bad, ok\nbad:\n", 20 * count);
    text + "  error assert \"x\"\nok:\n  exit\n"
}

fn size(program: &Program, blocks: BlockSize) -> usize {
    encode(program, EncodeOptions { blocks, ..EncodeOptions::default() }).unwrap().terms.len()
}

#[track_caller]
fn grows_linearly(body: fn(usize) -> String) {
    for blocks in [BlockSize::Large, BlockSize::Small] {
        let sizes: Vec<usize> = [10, 100, 1000, 5000].iter().map(|n| size(&program(&body(*n)), blocks)).collect();
        for (pair, factor) in sizes.windows(2).zip([10, 10, 5]) {
            assert!(pair[1] <= pair[0] * factor * 5 / 4, "{blocks:?}: {sizes:?}");
        }
    }
}

#[test]
fn loops_one_after_the_other() {
    grows_linearly(loops);
}

#[test]
fn branches_one_after_the_other() {
    grows_linearly(branches);
}

#[test]
fn ladders() {
    // Here conditions relative to dominators would be quadratic, so they are given up at some size.
    let sizes = [1000, 5000].map(|n| size(&program(&ladder(n)), BlockSize::Large));
    assert!(sizes[1] <= 6 * sizes[0] && sizes[0] <= 40_000, "{sizes:?}");
}

#[test]
fn switches() {
    grows_linearly(switch);
}

#[test]
fn tails_that_many_loops_share() {
    grows_linearly(shared_tail);
    let program = program(&shared_tail(100));
    let encoding = encode(&program, EncodeOptions::default()).unwrap();
    let merges = encoding.map.locations.iter().filter(|l| l.kind == LocationKind::Merge).count();
    assert!((1..=100).contains(&merges), "{merges}");
}

#[test]
fn long_lines() {
    grows_linearly(line);
}

#[test]
fn loops_inside_of_each_other() {
    let sizes = [10, 100, 300].map(|n| size(&program(&nested(n)), BlockSize::Large));
    assert!(sizes[2] <= 4 * sizes[1] && sizes[1] <= 13 * sizes[0], "{sizes:?}");
}
