//! Makes a VMT file of about a million distinct terms, reads it, and says how long that took and
//! how much memory.
//!
//! `cargo run --release --example read_large [TERMS] [FILE]`: with a file name, the text is also
//! written there.

use std::fmt::Write;
use std::time::Instant;

/// How many state variables the system has, half of them words, half Booleans.
const STATES: usize = 1000;

/// A system whose definitions each use a few earlier ones, as unrolled program code does.
fn generate(count: usize) -> String {
    let mut text = String::with_capacity(count * 56);
    let mut random = 1u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % bound
    };
    text.push_str("(define-sort W () (_ BitVec 32))\n");
    for number in 0..STATES / 2 {
        let _ = write!(
            text,
            "(declare-fun w{number} () W)\n(declare-fun w{number}+ () W)\n\
             (define-fun .w{number} () W (! w{number} :next w{number}+))\n\
             (declare-fun b{number} () Bool)\n(declare-fun b{number}+ () Bool)\n\
             (define-fun .b{number} () Bool (! b{number} :next b{number}+))\n\
             (declare-fun in{number} () W)\n"
        );
    }
    let operators = ["bvadd", "bvmul", "bvxor", "bvand", "bvsub", "bvshl"];
    for number in 0..STATES / 2 {
        let _ = writeln!(text, "(define-fun .d{number} () W (bvadd w{number} in{number}))");
    }
    for number in STATES / 2..count {
        let recent = 500.min(number);
        let (a, b, c) = (number - 1 - below(recent), number - 1 - below(recent), below(STATES / 2));
        let operator = operators[below(operators.len())];
        let _ = match number % 4 {
            0 => writeln!(text, "(define-fun .d{number} () W (ite b{c} .d{a} .d{b}))"),
            _ => writeln!(text, "(define-fun .d{number} () W ({operator} .d{a} .d{b}))"),
        };
    }
    text.push_str("(define-fun .init () Bool (! (and");
    (0..STATES / 2).for_each(|n| write!(text, " (= w{n} #x00000000)").unwrap_or_default());
    text.push_str(") :init true))\n(define-fun .trans () Bool (! (and");
    for n in 0..STATES / 2 {
        let (a, b, c) = (count - 1 - n, count - 1 - 2 * n, count - 1 - 3 * n);
        let _ = write!(text, " (= w{n}+ .d{a}) (= b{n}+ (bvult .d{b} .d{c}))");
    }
    text.push_str(") :trans true))\n(define-fun .property () Bool (! (not b0) :invar-property 0))\n");
    text
}

/// The most memory the process has used so far, as Linux counts it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.map_or("unknown".into(), |line| line.trim_start_matches("VmHWM:").trim().to_string())
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1_000_000).max(2 * STATES);
    let text = generate(count);
    println!("text: {:.1} MB, peak memory {}", text.len() as f64 / 1e6, peak_memory());
    if let Some(path) = arguments.next() {
        std::fs::write(path, &text)?;
    }
    let start = Instant::now();
    match euclase_logic::read_system(text.as_bytes()) {
        Ok((terms, system)) => {
            println!(
                "read: {:.2} s, {} terms, peak memory {}",
                start.elapsed().as_secs_f64(),
                terms.len(),
                peak_memory()
            );
            let start = Instant::now();
            let written = euclase_logic::write_vmt(&terms, &system);
            println!("written: {:.2} s, {:.1} MB", start.elapsed().as_secs_f64(), written.len() as f64 / 1e6);
        }
        Err(error) => println!("{}", error.show(&text)),
    }
    Ok(())
}
