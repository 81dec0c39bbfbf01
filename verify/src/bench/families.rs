//! Families of C programs that grow with a parameter, to see how time grows with size.
//!
//! Each is simple for its shape, and true: what differs is how many facts a proof has to name.

use super::results::write_whole;
use std::fmt::Write;
use std::path::Path;

/// A family: what it is called, and the program for a parameter.
struct Family {
    name: &'static str,
    program: fn(u32) -> String,
}

const FAMILIES: [Family; 5] = [
    Family { name: "states", program: states },
    Family { name: "locks", program: locks },
    Family { name: "counters", program: counters },
    Family { name: "calls", program: calls },
    Family { name: "doubling", program: doubling },
];

const PRELUDE: &str = "\
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
";

/// Writes the programs and the list of them, of the families that are named or of all; gives how many there are.
pub fn write(folder: &Path, sizes: &[u32], only: &[String]) -> Result<usize, String> {
    if let Some(unknown) = only.iter().find(|name| !FAMILIES.iter().any(|family| family.name == **name)) {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        return Err(format!("there is no family '{unknown}'; there are {}", known.join(", ")));
    }
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut list = "category,task,expected,parameter\n".to_string();
    let mut number = 0;
    for family in FAMILIES.iter().filter(|family| only.is_empty() || only.iter().any(|name| name == family.name)) {
        for size in sizes {
            let name = format!("{}-{size:04}.c", family.name);
            write_whole(&folder.join(&name), &(family.program)(*size))?;
            // Writing to a string cannot fail.
            let _ = writeln!(list, "{},{name},true,{size}", family.name);
            number += 1;
        }
    }
    write_whole(&folder.join("tasks.csv"), &list)?;
    Ok(number)
}

/// A machine that walks through n states, forwards or back to the first: it is never in another one.
fn states(n: u32) -> String {
    let mut text = format!(
        "{PRELUDE}  int state = 0;\n  for (;;) {{\n    int go = __VERIFIER_nondet_int();\n    switch (state) {{\n"
    );
    for state in 0..n {
        let next = (state + 1) % n;
        let _ = writeln!(text, "    case {state}: state = go ? {next} : 0; break;");
    }
    text + "    default: reach_error();\n    }\n  }\n}\n"
}

/// In each round, one of n locks is taken or given back: what is given back is held.
fn locks(n: u32) -> String {
    let mut text = PRELUDE.to_string();
    for lock in 0..n {
        let _ = writeln!(text, "  int taken{lock} = 0, held{lock} = 0;");
    }
    text += "  for (;;) {\n    int which = __VERIFIER_nondet_int();\n";
    for lock in 0..n {
        let _ = writeln!(
            text,
            "    if (which == {lock}) {{\n      if (taken{lock} == 0) {{\n        taken{lock} = 1;\n        held{lock} = 1;\n      }} else {{\n        \
             if (held{lock} != 1) reach_error();\n        taken{lock} = 0;\n        held{lock} = 0;\n      }}\n    }}"
        );
    }
    text + "  }\n}\n"
}

/// Of n counters one is counted up in each round, and starts again at four: none gets further.
fn counters(n: u32) -> String {
    let mut text = PRELUDE.to_string();
    for counter in 0..n {
        let _ = writeln!(text, "  unsigned c{counter} = 0;");
    }
    text += "  for (;;) {\n    int which = __VERIFIER_nondet_int();\n";
    for counter in 0..n {
        let _ = writeln!(
            text,
            "    if (which == {counter}) {{\n      c{counter} = c{counter} + 1;\n      if (c{counter} == 4) c{counter} = 0;\n    }}\n    \
             if (c{counter} > 4) reach_error();"
        );
    }
    text + "  }\n}\n"
}

/// A function with a loop is called n times: EUForia's micro-benchmark for calls (fig. 5.8), where a proof that
/// speaks of the function once has the same size for every n.
fn calls(n: u32) -> String {
    let head = PRELUDE.replace("int main(void) {\n", "");
    let function =
        "int i;\nvoid loop(void) {\n  do {\n    i += 3;\n  } while (i < 5);\n  if (!(i < 7)) reach_error();\n}\n";
    let calls = "  i = 0; loop();\n".repeat(n as usize);
    format!("{head}{function}\nint main(void) {{\n{calls}  return 0;\n}}\n")
}

/// A chain of n functions, each of which calls the next twice: the source grows with n, its calls with 2^n.
fn doubling(n: u32) -> String {
    let mut text = PRELUDE.replace("int main(void) {\n", "static int f0(int x) { return x < 100 ? x + 1 : x; }\n");
    for level in 1..=n {
        let next = level - 1;
        let _ = writeln!(text, "static int f{level}(int x) {{ return f{next}(f{next}(x)); }}");
    }
    let _ = write!(
        text,
        "\nint main(void) {{\n  int x = __VERIFIER_nondet_int();\n  if (x < 0 || x > 100) return 0;\n  \
         if (f{n}(x) > 100) reach_error();\n  return 0;\n}}\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_a_program_for_every_size() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(write(folder.path(), &[1, 3], &[]), Ok(10));
        let list = std::fs::read_to_string(folder.path().join("tasks.csv")).unwrap();
        assert_eq!(list.lines().nth(2), Some("states,states-0003.c,true,3"));
        let program = std::fs::read_to_string(folder.path().join("locks-0003.c")).unwrap();
        assert_eq!(program.matches("reach_error();").count(), 3);
        assert_eq!(euclase_sv_comp::read_task_list(&list).unwrap().len(), 10);
        let program = std::fs::read_to_string(folder.path().join("doubling-0003.c")).unwrap();
        assert!(program.contains("f3(int x) { return f2(f2(x)); }"), "{program}");
        let program = std::fs::read_to_string(folder.path().join("calls-0003.c")).unwrap();
        assert_eq!(program.matches("loop();").count(), 3);
        assert_eq!(write(folder.path(), &[2], &["calls".into()]), Ok(1));
        assert!(write(folder.path(), &[2], &["call".into()]).is_err());
    }
}
