//! Random C functions over all integer types, without anything that C leaves undefined.

use std::fmt::Write;

/// A small generator of random numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const TYPES: [&str; 9] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long long",
    "unsigned long long",
    "_Bool",
];
const VARIABLES: usize = 6;
const MAX_DEPTH: usize = 3;

/// A function `unsigned long long NAME(void)`.
pub fn function(name: &str, random: &mut Random) -> String {
    let mut text = format!("unsigned long long {name}(void) {{\n");
    for variable in 0..VARIABLES {
        let ty = random.pick(&TYPES);
        let width = random.pick(&["8", "16", "32", "64"]);
        _ = writeln!(text, "  {ty} v{variable} = __euclase_nondet_i{width}(0);");
    }
    let mut generator = Generator { random, text, counters: 0 };
    for _ in 0..6 {
        generator.statement(0);
    }
    let mut text = generator.text;
    text.push_str("  unsigned long long sum = 0;\n");
    for variable in 0..VARIABLES {
        _ = writeln!(text, "  sum = sum * 31 + (unsigned long long)v{variable};");
    }
    text.push_str("  return sum;\n}\n");
    text
}

struct Generator<'r> {
    random: &'r mut Random,
    text: String,
    counters: usize,
}

impl Generator<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        _ = writeln!(self.text, "{}{line}", "  ".repeat(depth + 1));
    }

    fn variable(&mut self) -> String {
        format!("v{}", self.random.below(VARIABLES))
    }

    fn statement(&mut self, depth: usize) {
        let kind = if depth >= MAX_DEPTH { 0 } else { self.random.below(8) };
        match kind {
            0..=2 => {
                let (variable, value) = (self.variable(), self.expression(0));
                self.line(depth, &format!("{variable} = {value};"));
            }
            3 => {
                let condition = self.expression(1);
                self.line(depth, &format!("if ({condition}) {{"));
                self.statement(depth + 1);
                self.line(depth, "} else {");
                self.statement(depth + 1);
                self.line(depth, "}");
            }
            4 => self.switch(depth),
            // Values that change places while it turns.
            5 => {
                let (a, b, c) = (self.variable(), self.variable(), self.variable());
                let counter = self.turn(depth, 7);
                self.line(depth + 1, &format!("long long t{counter} = {a}; {a} = {b}; {b} = {c}; {c} = t{counter};"));
                self.line(depth, "}");
            }
            _ => {
                let times = 1 + self.random.below(5);
                self.turn(depth, times);
                self.statement(depth + 1);
                let condition = self.expression(1);
                let jump = self.random.pick(&["break", "continue"]);
                self.line(depth + 1, &format!("if ({condition}) {jump};"));
                self.statement(depth + 1);
                self.line(depth, "}");
            }
        }
    }

    fn turn(&mut self, depth: usize, times: usize) -> usize {
        let counter = self.counters;
        self.counters += 1;
        let bound = self.variable();
        let line =
            format!("for (int i{counter} = 0; i{counter} < {times} && i{counter} != ({bound} & 15); i{counter}++) {{");
        self.line(depth, &line);
        counter
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(1);
        self.line(depth, &format!("switch (({value}) & 7) {{"));
        for label in [0, 2, 3, 5] {
            self.line(depth, &format!("case {label}:"));
            self.statement(depth + 1);
            if self.random.below(3) > 0 {
                self.line(depth + 1, "break;");
            }
        }
        self.line(depth, "default:");
        self.statement(depth + 1);
        self.line(depth, "}");
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth >= 3 || self.random.below(5) == 0 {
            return match self.random.below(3) {
                0 => format!("{}", self.random.below(300)),
                1 => format!("(-{}LL)", self.random.next() >> (1 + self.random.below(63))),
                _ => self.variable(),
            };
        }
        let a = self.expression(depth + 1);
        let b = self.expression(depth + 1);
        match self.random.below(9) {
            0..=2 => {
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({a} {op} {b})")
            }
            3 => {
                let op = self.random.pick(&["<<", ">>"]);
                format!("({a} {op} ({b} & 31))")
            }
            4 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]);
                format!("({a} {op} {b})")
            }
            // Divisors that are positive: no division by zero, and none of the least by minus one.
            5 => {
                let op = self.random.pick(&["/", "%"]);
                let ty = self.random.pick(&["int", "long long", "unsigned", "unsigned long long", "short"]);
                format!("(({ty}){a} {op} (({ty})({b} & 63) + 1))")
            }
            6 => format!("({a} ? {b} : {})", self.variable()),
            7 => format!("(({}){a})", self.random.pick(&TYPES)),
            _ => format!("({}{a})", self.random.pick(&["~", "-", "!"])),
        }
    }
}
