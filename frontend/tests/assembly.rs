//! Inline assembly: what is made of it does what the machine does.

use euclase_frontend::{DataModel, Options, OverflowChecks, prepare};
use euclase_program::{CheckSet, Outcome, RunOptions, run_list};
use std::process::Command;

/// The idioms of kernels, each held against C. The same file runs on the machine and on the interpreter.
const IDIOMS: &str = r#"
extern void reach_error(void);
#define MUST(condition) do { if (!(condition)) reach_error(); } while (0)
#define NOTE ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; "
static void atomics(void) {
    int counter = 5;
    __asm__ volatile(NOTE "incl %0" : "+m"(counter));
    MUST(counter == 6);
    __asm__ volatile(NOTE "addl %1,%0" : "+m"(counter) : "ir"(4));
    MUST(counter == 10);
    unsigned char zero;
    __asm__ volatile(NOTE "decl %0; sete %1" : "+m"(counter), "=qm"(zero) : : "memory");
    MUST(counter == 9 && !zero);
    __asm__ volatile(NOTE "subl %2,%0; sete %1" : "+m"(counter), "=qm"(zero) : "ir"(9) : "memory");
    MUST(counter == 0 && zero);
    int old = 7;
    __asm__ volatile(NOTE "xaddl %0, %1" : "+r"(old), "+m"(counter) : : "memory", "cc");
    MUST(old == 0 && counter == 7);
    int held;
    __asm__ volatile(NOTE "cmpxchgl %2,%1" : "=a"(held), "+m"(counter) : "r"(3), "0"(7) : "memory");
    MUST(held == 7 && counter == 3);
    __asm__ volatile(NOTE "cmpxchgl %2,%1" : "=a"(held), "+m"(counter) : "r"(9), "0"(7) : "memory");
    MUST(held == 3 && counter == 3);
    int other = 11;
    __asm__ volatile("xchgl %0,%1" : "+r"(other), "+m"(counter) : : "memory");
    MUST(other == 3 && counter == 11);
}
static void bits(void) {
    long words[2] = {0, 0};
    long at = 8 * sizeof(long) + 3;
    int was;
    __asm__ volatile(NOTE "bts %1,%0" : "+m"(*(volatile long *)words) : "Ir"(5L) : "memory");
    MUST(words[0] == 32 && words[1] == 0);
    __asm__ volatile(NOTE "bts %2,%1\n\tsbb %0,%0" : "=r"(was), "+m"(*(volatile long *)words) : "Ir"(at) : "memory");
    MUST(words[1] == 8 && was == 0);
    __asm__ volatile("bt %2,%1\n\tsbb %0,%0" : "=r"(was) : "m"(*(volatile long *)words), "Ir"(at));
    MUST(was == -1);
    unsigned char set;
    __asm__ volatile(NOTE "btr %2, %0; setc %1" : "+m"(*(volatile long *)words), "=qm"(set) : "Ir"(5L) : "memory");
    MUST(words[0] == 0 && set == 1);
    __asm__ volatile(NOTE "btc %1,%0" : "+m"(*(volatile long *)words) : "Ir"(1L));
    MUST(words[0] == 2);
}
static void values(void) {
    unsigned x = 0x12345678;
    __asm__("bswapl %0" : "=r"(x) : "0"(x));
    MUST(x == 0x78563412);
    __asm__("addl $1, %0" : "=r"(x) : "0"(x));
    MUST(x == 0x78563413);
    int cell = 3, got;
    __asm__ volatile("movl %1,%0" : "=r"(got) : "m"(cell) : "memory");
    MUST(got == 3);
    __asm__ volatile("movl %0,%1" : : "r"(8), "m"(cell) : "memory");
    MUST(cell == 8);
    int *hidden;
    __asm__("" : "=r"(hidden) : "0"(&cell));
    MUST(*hidden == 8);
    long number;
    __asm__("" : "=r"(number) : "0"(&cell));
    MUST(number == (long)&cell);
    __asm__ volatile("" : "+m"(cell));
    __asm__ volatile("mfence; lfence; sfence; rep; nop; pause" ::: "memory");
    MUST(cell == 8);
}
int main(void) {
    atomics();
    bits();
    values();
    return 0;
}
"#;

#[test]
fn idioms_do_what_the_machine_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("idioms.c");
    std::fs::write(&file, IDIOMS).expect("it can be written");
    let end = folder.path().join("end.c");
    std::fs::write(&end, "extern void _exit(int); void reach_error(void) { _exit(1); }").expect("it can be written");
    for (flag, model) in [("-m32", DataModel::Ilp32), ("-m64", DataModel::Lp64)] {
        let executable = folder.path().join("idioms");
        let built = Command::new("clang-19").args([flag, "-w"]).args([&file, &end]).arg("-o").arg(&executable).status();
        assert!(built.expect("clang starts").success());
        assert!(Command::new(&executable).status().expect("it runs").success(), "{flag}: the machine disagrees");
        let options = Options {
            files: vec![file.clone()],
            clang: None,
            data_model: Some(model),
            flags: Vec::new(),
            error_functions: vec!["reach_error".into()],
            overflow: OverflowChecks::None,
            checks: CheckSet::NONE,
            sv_comp_rules: false,
            counted_overflows: None,
            assume_pure_externals: false,
            malloc_may_fail: false,
            calls: euclase_frontend::CallMode::default(),
            mixed_semantics: false,
            error_functions_may_be_code: false,
            scratch: folder.path().to_owned(),
        };
        let program = prepare(&options).expect("a program").program;
        let run = run_list(&program, RunOptions::default(), &[]);
        assert!(matches!(run.outcome, Outcome::Returned(_)), "{flag}: {:?}", run.outcome);
    }
}

/// What a program that ends in the statement is when it is run on these values.
fn outcome(statement: &str, inputs: &[u64]) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    let text = format!("extern void reach_error(void); int main(void) {{ unsigned x = 0; {statement} return 0; }}");
    std::fs::write(&file, text).expect("it can be written");
    let options = Options {
        files: vec![file],
        clang: None,
        data_model: Some(DataModel::Lp64),
        flags: Vec::new(),
        error_functions: vec!["reach_error".into()],
        overflow: OverflowChecks::None,
        checks: CheckSet::NONE,
        sv_comp_rules: false,
        counted_overflows: None,
        assume_pure_externals: false,
        malloc_may_fail: false,
        calls: euclase_frontend::CallMode::default(),
        mixed_semantics: false,
        error_functions_may_be_code: false,
        scratch: folder.path().to_owned(),
    };
    let program = prepare(&options).expect("a program").program;
    let inputs: Vec<_> = inputs.iter().map(|bits| euclase_program::BitVecValue::new(32, *bits)).collect();
    run_list(&program, RunOptions::default(), &inputs).outcome
}

#[test]
fn outputs_of_what_is_not_known_are_any_values() {
    let read = "__asm__ volatile(\"rdpmc\" : \"=a\"(x)); if (x == 77) reach_error();";
    assert!(matches!(outcome(read, &[77]), Outcome::ErrorReached { .. }));
    assert!(matches!(outcome(read, &[76]), Outcome::Returned(_)));
    let other = "__asm__ volatile(\"rdpmc\" : \"=a\"(x) : \"0\"((char *)0)); if (x == 77) reach_error();";
    assert!(matches!(outcome(other, &[77]), Outcome::ErrorReached { .. }));
    let memory = "__asm__ volatile(\"incl %%gs:%0\" : \"+m\"(x)); if (x == 77) reach_error();";
    assert!(matches!(outcome(memory, &[77]), Outcome::ErrorReached { .. }));
}

#[test]
fn a_trap_ends_the_program() {
    assert_eq!(outcome("__asm__ volatile(\"1: ud2\"); reach_error();", &[]), Outcome::Exited);
}
