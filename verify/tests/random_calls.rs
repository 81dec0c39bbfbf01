//! Random C programs with errors in functions that several places call: whatever becomes of calls, the verdict is the same.
//!
//! Verdicts are compared with each other; that they are right is for the replays and the check of proofs to say. UNKNOWN
//! is no disagreement. `EUCLASE_RANDOM_CALLS` says how many programs, `EUCLASE_RANDOM_CALLS_SEED` is the first seed.

mod support;

use euclase_logic::random::Choices;

/// What `verify` may take for one program, in seconds.
const SECONDS: u32 = 15;

const WAYS: [&[&str]; 3] = [&["inline"], &["wait"], &["wait", "--mixed-semantics"]];

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => default,
    }
}

/// Writes a program: functions that call earlier ones, change globals and what pointers point to, and check.
struct Writer {
    choices: Choices,
}

impl Writer {
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.choices.below(words.len() as u64) as usize]
    }

    fn expression(&mut self, variables: &[&str], depth: u32) -> String {
        match self.choices.below(20) {
            0..7 => self.pick(variables).to_string(),
            7..12 => (self.choices.below(8) as i64 - 2).to_string(),
            _ if depth == 2 => self.pick(variables).to_string(),
            _ => {
                let (left, right) = (self.expression(variables, depth + 1), self.expression(variables, depth + 1));
                format!("({left} {} {right})", self.pick(&["+", "-", "&"]))
            }
        }
    }

    fn condition(&mut self, variables: &[&str]) -> String {
        let (left, right) = (self.expression(variables, 0), self.expression(variables, 0));
        format!("{left} {} {right}", self.pick(&["<", ">", "==", "!="]))
    }

    /// Statements of a function that may call so many others.
    fn statements(&mut self, callees: u64, variables: &[&str], depth: u32, count: u64) -> String {
        (0..count).map(|_| self.statement(callees, variables, depth)).collect()
    }

    fn statement(&mut self, callees: u64, variables: &[&str], depth: u32) -> String {
        match self.choices.below(20) {
            0..4 => format!("{} = {}; ", self.pick(&["g", "h", "x"]), self.expression(variables, 0)),
            4..9 if callees > 0 => {
                let (to, called) = (self.pick(&["x", "g", "h"]), self.choices.below(callees));
                let (given, behind) = (self.expression(variables, 0), self.pick(&["x", "h", "y"]));
                format!("{to} = f{called}({given}, &{behind}); ")
            }
            9..12 => {
                let conditions: Vec<String> = (0..=self.choices.below(3)).map(|_| self.condition(variables)).collect();
                format!("if ({}) reach_error(); ", conditions.join(" && "))
            }
            12..14 => "y = __VERIFIER_nondet_int() & 3; ".to_string(),
            14..17 if depth < 2 => {
                let condition = self.condition(variables);
                format!("if ({condition}) {{ {}}} ", self.statements(callees, variables, depth + 1, 2))
            }
            17.. if depth < 1 => {
                let (turns, inner) = (1 + self.choices.below(3), [variables, &["i"]].concat());
                let body = self.statements(callees, &inner, depth + 1, 2);
                format!("for (int i = 0; i < {turns}; i++) {{ {body}}} ")
            }
            _ => "g = g & 7; ".to_string(),
        }
    }

    fn program(&mut self) -> String {
        let mut text =
            "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nstatic int g, h;\n".to_string();
        let functions = 2 + self.choices.below(3);
        for number in 0..functions {
            let count = 2 + self.choices.below(3);
            let body = self.statements(number, &["x", "y", "g", "h", "*p"], 0, count);
            let (left, result) = (self.expression(&["x", "y", "h"], 0), self.expression(&["x", "y", "g"], 0));
            text +=
                &format!("static int f{number}(int x, int *p) {{ int y = 1; {body}*p = {left}; return {result}; }}\n");
        }
        let count = 4 + self.choices.below(4);
        let body = self.statements(functions, &["x", "y", "g", "h"], 0, count);
        text + &format!("int main(void) {{ int x = __VERIFIER_nondet_int() & 3, y = 0; {body}return 0; }}\n")
    }
}

#[test]
fn what_becomes_of_calls_does_not_change_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = setting("EUCLASE_RANDOM_CALLS_SEED", 1);
    let mut unknown = 0;
    let programs = setting("EUCLASE_RANDOM_CALLS", 6);
    for seed in first..first + programs {
        let text = Writer { choices: Choices::new(seed) }.program();
        let path = folder.path().join(format!("random-{seed}.c"));
        std::fs::write(&path, &text).expect("it can be written");
        let mut verdicts = Vec::new();
        for way in WAYS {
            let mut verify = support::verify();
            // Where memory is checked, each call gets a copy of the function.
            verify.args(["--timeout", &format!("{SECONDS}s"), "--quiet", "--check", "assert", "--calls"]).args(way);
            let output = verify.arg(&path).output().expect("verify starts");
            let code = output.status.code();
            let whole = || {
                format!(
                    "seed {seed} {way:?}: {code:?}\n{}{}\n{text}",
                    support::stdout(&output),
                    support::stderr(&output)
                )
            };
            match code {
                Some(code @ (0 | 1)) => verdicts.push((code, way)),
                Some(3) => unknown += 1,
                _ => panic!("{}", whole()),
            }
        }
        let agree = verdicts.iter().all(|(code, _)| *code == verdicts[0].0);
        assert!(agree, "seed {seed}: {verdicts:?}\n{text}");
    }
    assert!(unknown <= programs, "{unknown} answers for {programs} programs are UNKNOWN");
}
