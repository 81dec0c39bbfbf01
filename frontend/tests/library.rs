//! Models of library functions in whole programs, on the interpreter and on the machine.

use euclase_frontend::{DataModel, Options, OverflowChecks, Prepared, prepare};
use euclase_program::{BitVecValue, CheckSet, NondetOrigin, Outcome, Run, RunOptions, Type, run};
use euclase_runtime_stubs::{Replay, ReplayOutcome, replay};
use std::path::Path;
use std::time::Duration;

const START: &str = "
typedef __SIZE_TYPE__ size_t;
extern void reach_error(void);
extern void *malloc(size_t); extern void *calloc(size_t, size_t); extern void *realloc(void *, size_t);
extern void free(void *); extern int sscanf(const char *, const char *, ...);
extern int snprintf(char *, size_t, const char *, ...); extern size_t strlen(const char *);
extern char *strdup(const char *); extern int atoi(const char *); extern long read(int, void *, size_t);
extern void *kzalloc(size_t, unsigned); extern void kfree(const void *);
extern void *kmem_cache_create(const char *, size_t, size_t, unsigned long, void (*)(void *));
extern void *kmem_cache_zalloc(void *, unsigned); extern int __VERIFIER_nondet_int(void);
#define MUST(condition) do { if (!(condition)) reach_error(); } while (0)
";

fn prepared(folder: &Path, body: &str, model: DataModel, malloc_may_fail: bool) -> Prepared {
    let file = folder.join("program.c");
    std::fs::write(&file, format!("{START}{body}")).expect("it can be written");
    let options = Options {
        files: vec![file],
        clang: None,
        data_model: Some(model),
        flags: Vec::new(),
        error_functions: vec!["reach_error".into()],
        overflow: OverflowChecks::None,
        checks: CheckSet::NONE,
        sv_comp_rules: false,
        counted_overflows: None,
        assume_pure_externals: false,
        malloc_may_fail,
        calls: euclase_frontend::CallMode::default(),
        mixed_semantics: false,
        error_functions_may_be_code: false,
        scratch: folder.to_owned(),
    };
    prepare(&options).expect("a program")
}

/// Values that are small, or extreme, or anything, decided by a generator that starts somewhere.
fn execution(program: &Prepared, seed: u64) -> Run {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let options = RunOptions { max_steps: 200_000, ..RunOptions::default() };
    run(&program.program, options, &mut |request| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let bits = match state % 4 {
            0 => state >> 8,
            1 => u64::MAX,
            _ => (state >> 8) % 5,
        };
        let width = match request.ty {
            Type::Pointer => program.program.pointer_width,
            other => other.width(program.program.pointer_width),
        };
        Some(BitVecValue::new(width, bits))
    })
}

/// No execution of the program reaches the error or does what C does not define, of many that are tried.
#[track_caller]
fn holds(body: &str) {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let folder = tempfile::tempdir().expect("a folder");
        let program = prepared(folder.path(), body, model, false);
        let mut returned = false;
        for seed in 0..200 {
            let outcome = execution(&program, seed).outcome;
            returned |= matches!(outcome, Outcome::Returned(_));
            let is_fine =
                matches!(outcome, Outcome::Returned(_) | Outcome::AssumptionViolated { .. } | Outcome::OutOfSteps);
            assert!(is_fine, "{model:?}, {seed}: {outcome:?}");
        }
        assert!(returned, "no execution comes to the end");
    }
}

/// An execution of the program reaches the error, also on the machine.
#[track_caller]
fn fails(body: &str, malloc_may_fail: bool) {
    for (model, ilp32) in [(DataModel::Ilp32, true), (DataModel::Lp64, false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let program = prepared(folder.path(), body, model, malloc_may_fail);
        let runs = (0..500).map(|seed| execution(&program, seed));
        let found = runs.into_iter().find(|run| matches!(run.outcome, Outcome::ErrorReached { .. }));
        let found = found.unwrap_or_else(|| panic!("{model:?}: no execution reaches the error"));
        let inputs = found.inputs.iter().filter(|input| input.origin != NondetOrigin::Undef);
        let inputs: Vec<BitVecValue> = inputs.map(|input| input.bits.clone()).collect();
        let outcome = replay(&Replay {
            clang: &program.clang,
            bitcode: &program.bitcode,
            ilp32,
            inputs: &inputs,
            contents: &euclase_runtime_stubs::Contents::default(),
            looks: None,
            scratch: folder.path(),
            limit: Duration::from_secs(60),
        });
        assert_eq!(outcome, ReplayOutcome::ErrorReached, "{model:?}");
    }
}

#[test]
fn realloc_keeps_what_both_objects_have_room_for() {
    holds(
        "int main(void) {
            unsigned n = (unsigned)__VERIFIER_nondet_int() % 8 + 1, m = (unsigned)__VERIFIER_nondet_int() % 8 + 1;
            int *a = malloc(n * sizeof(int));
            for (unsigned i = 0; i < n; i++) a[i] = i * i;
            int *b = realloc(a, m * sizeof(int));
            for (unsigned i = 0; i < n && i < m; i++) MUST(b[i] == (int)(i * i));
            b[m - 1] = 7;
            free(b);
            int *c = realloc(0, 4);
            *c = 3;
            c = realloc(c, 400);
            MUST(*c == 3);
            free(c);
            free(0);
            return 0;
        }",
    );
    fails(
        "int main(void) {
            char *a = malloc(1);
            a[0] = 1;
            a = realloc(a, 0);
            MUST(a != 0);
            return 0;
        }",
        false,
    );
}

#[test]
fn allocation_succeeds_unless_it_may_fail() {
    let body = "int main(void) { int *a = malloc(4), *b = calloc(1, 4); MUST(a && b && *b == 0); free(a); return 0; }";
    holds(body);
    fails(body, true);
    let doubled = "int main(void) { char *a = strdup(\"ab\"); MUST(a && strlen(a) == 2); free(a); return 0; }";
    holds(doubled);
    fails(doubled, true);
}

#[test]
fn pointers_to_the_allocator_allocate() {
    holds(
        "struct tools { void *(*get)(size_t); void (*give)(void *); } tools = {malloc, free};
        struct tools *volatile which = &tools;
        int main(void) { int *a = which->get(sizeof *a); *a = 5; MUST(*a == 5); which->give(a); return 0; }",
    );
}

#[test]
fn values_that_are_read_are_any_of_their_type() {
    holds(
        "int main(void) {
            int x = 1; short s = 2; char c = 3; double d = 4; unsigned char guard[2] = {9, 9};
            int n = sscanf(\"text\", \"%d %hd%c %*d %lf\", &x, &s, &c, &d);
            MUST(n >= -1 && n <= 4);
            if (n < 1) MUST(x == 1);
            if (n < 2) MUST(s == 2);
            if (n < 3) MUST(c == 3);
            if (n < 4) MUST(d == 4);
            sscanf(\"text\", \"%hhd\", &guard[0]);
            MUST(guard[1] == 9);
            return 0;
        }",
    );
    fails("int main(void) { int x = 0; if (sscanf(\"1\", \"%d\", &x) == 1) MUST(x != 4); return 0; }", false);
}

#[test]
fn printed_texts_end_where_there_is_room() {
    holds(
        "int main(void) {
            char text[5]; text[4] = 7;
            int n = snprintf(text, 4, \"%d\", __VERIFIER_nondet_int());
            MUST(strlen(text) < 4 && text[4] == 7);
            if (n >= 0 && n < 4) MUST(strlen(text) == (size_t)n);
            MUST(snprintf(text, 0, \"x\") >= -1 && text[4] == 7);
            return 0;
        }",
    );
}

#[test]
fn numbers_in_texts_are_read() {
    holds("int main(void) { MUST(atoi(\" -12x\") == -12 && atoi(\"7\") == 7 && atoi(\"\") == 0); return 0; }");
}

#[test]
fn bytes_that_are_read_stay_in_their_place() {
    holds(
        "int main(void) {
            char bytes[4]; bytes[3] = 5;
            long n = read(0, bytes, 3);
            MUST(n >= -1 && n <= 3 && bytes[3] == 5);
            return 0;
        }",
    );
}

#[test]
fn allocators_of_the_kernel_give_an_object_or_nothing() {
    holds(
        "int main(void) {
            long *a = kzalloc(sizeof *a, 0);
            if (a) { MUST(*a == 0); *a = 1; }
            kfree(a);
            void *cache = kmem_cache_create(\"name\", 8, 0, 0, 0);
            char *b = cache ? kmem_cache_zalloc(cache, 0) : 0;
            if (b) MUST(b[7] == 0);
            return 0;
        }",
    );
    fails("int main(void) { MUST(kzalloc(8, 0)); return 0; }", false);
}

#[test]
fn a_model_does_not_take_the_name_of_a_variable() {
    holds(
        "extern int rand(void); int time = 3, read_count; int main(void) { MUST(rand() >= 0 && time == 3); return 0; }",
    );
}

#[test]
fn a_program_with_an_allocator_of_its_own_gets_no_realloc() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "static char pool[64]; void *malloc(size_t n) { return pool; } void free(void *p) {}
        int main(void) { char *a = malloc(4); a = realloc(a, 8); MUST(a); return 0; }";
    let program = prepared(folder.path(), body, DataModel::Lp64, false);
    let outcome = execution(&program, 1).outcome;
    assert!(matches!(&outcome, Outcome::Unsupported { what, .. } if what.what.contains("'realloc'")), "{outcome:?}");
}
