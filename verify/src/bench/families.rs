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

const FAMILIES: [Family; 3] = [
    Family { name: "states", program: states },
    Family { name: "locks", program: locks },
    Family { name: "counters", program: counters },
];

const PRELUDE: &str = "\
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
";

/// Writes the programs and the list of them; gives how many there are.
pub fn write(folder: &Path, sizes: &[u32]) -> Result<usize, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut list = "category,task,expected,parameter\n".to_string();
    let mut number = 0;
    for family in &FAMILIES {
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

/// In each round, some of n locks are taken and then given back: none is given back that was not taken.
fn locks(n: u32) -> String {
    let mut text = PRELUDE.to_string();
    for lock in 0..n {
        let _ = writeln!(text, "  int wanted{lock}, taken{lock};");
    }
    text += "  while (__VERIFIER_nondet_int()) {\n";
    for lock in 0..n {
        let _ = writeln!(text, "    wanted{lock} = __VERIFIER_nondet_int();\n    taken{lock} = 0;");
    }
    for lock in 0..n {
        let _ = writeln!(text, "    if (wanted{lock} != 0) taken{lock} = 1;");
    }
    for lock in 0..n {
        let _ = writeln!(
            text,
            "    if (wanted{lock} != 0) {{\n      if (taken{lock} != 1) reach_error();\n      taken{lock} = 0;\n    }}"
        );
    }
    text + "  }\n  return 0;\n}\n"
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_a_program_for_every_size() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(write(folder.path(), &[1, 3]), Ok(6));
        let list = std::fs::read_to_string(folder.path().join("tasks.csv")).unwrap();
        assert_eq!(list.lines().nth(2), Some("states,states-0003.c,true,3"));
        let program = std::fs::read_to_string(folder.path().join("locks-0003.c")).unwrap();
        assert_eq!(program.matches("reach_error();").count(), 3);
        assert_eq!(euclase_sv_comp::read_task_list(&list).unwrap().len(), 6);
    }
}
