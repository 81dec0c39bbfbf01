//! What a program can do behind the back of its functions: each must be refused, or be the error it is.

use euclase_frontend::intrinsic::Site;
use euclase_frontend::{DataModel, Error, Lowered, Options, OverflowChecks, lower};
use euclase_program::CheckSet;

/// What comes before each program.
const START: &str = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n";

fn lowered<T>(source: &str, look: impl FnOnce(Lowered) -> T) -> Result<T, String> {
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("program.c");
    std::fs::write(&file, format!("{START}{source}")).expect("a file");
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
        assume_pure_externals: true,
        malloc_may_fail: false,
        calls: euclase_frontend::CallMode::default(),
        mixed_semantics: false,
        error_functions_may_be_code: false,
        scratch: scratch.path().to_owned(),
    };
    match lower(&options) {
        Ok(lowered) => Ok(look(lowered)),
        Err(Error::Unsupported(what)) => Err(what),
        Err(other) => panic!("{other:?}"),
    }
}

/// The program is refused as a whole, for this reason.
#[track_caller]
fn refused(source: &str, reason: &str) {
    let said = lowered(source, |_| ()).expect_err("refused");
    assert!(said.contains(reason), "{said}");
}

/// The program has a call that is refused, for this reason.
#[track_caller]
fn refused_where_called(source: &str, reason: &str) {
    let sites = lowered(source, |lowered| lowered.sites).expect("a module");
    let is_it = |site: &Site| matches!(site, Site::Unsupported(what) if what.what.contains(reason));
    assert!(sites.iter().any(is_it), "{sites:?}");
}

/// The program is accepted, and its optimised module has this in it.
#[track_caller]
fn accepted(source: &str, part: &str) {
    let text = lowered(source, |lowered| std::fs::read_to_string(lowered.optimised).expect("text"));
    let text = text.expect("a module");
    assert!(text.contains(part), "{text}");
}

#[test]
fn assembly_outside_of_functions_is_refused() {
    refused("asm(\"hidden: jmp reach_error\"); void hidden(void); int main(void) { hidden(); }", "assembly outside");
}

#[test]
fn empty_assembly_outside_of_functions_is_nothing() {
    accepted("asm(\" \"); int main(void) { reach_error(); }", "call void @__euclase_error(");
}

#[test]
fn constructors_are_refused() {
    refused("__attribute__((constructor)) void f(void) { reach_error(); } int main(void) { return 0; }", "before");
    refused("__attribute__((destructor)) void f(void) { reach_error(); } int main(void) { return 0; }", "after");
}

#[test]
fn pointers_in_the_list_of_constructors_are_refused() {
    for section in [".init_array", ".fini_array", ".init_array.00100", ".preinit_array", ".ctors"] {
        let source = format!(
            "static void f(void) {{ reach_error(); }}\n\
             __attribute__((used, section(\"{section}\"))) static void (*p)(void) = f;\nint main(void) {{ return 0; }}"
        );
        refused(&source, section);
    }
}

#[test]
fn other_sections_are_places_like_others() {
    accepted(
        "__attribute__((section(\".init.text\"))) static void f(void) { reach_error(); } int main(void) { f(); }",
        "call void @__euclase_error(",
    );
}

#[test]
fn a_weak_declaration_may_be_null() {
    refused("__attribute__((weak)) extern int f(void); int main(void) { if (!f) reach_error(); }", "weak");
    refused("__attribute__((weak)) extern int v; int main(void) { if (!&v) reach_error(); }", "weak");
    refused(
        "__attribute__((weak)) extern int f(void); int (*p)(void) = f; int main(void) { if (!p) reach_error(); }",
        "weak",
    );
}

#[test]
fn a_weak_declaration_that_is_called_or_defined_is_like_any_other() {
    accepted(
        "__attribute__((weak)) extern int f(void); int main(void) { if (f()) reach_error(); }",
        "call void @__euclase_error(",
    );
    accepted(
        "__attribute__((weak)) int f(void) { return 1; } int main(void) { if (f()) reach_error(); }",
        "call void @__euclase_error(",
    );
}

#[test]
fn an_error_function_that_is_an_alias_is_the_error() {
    let source = "void quiet(void) {}\n\
                  void reach_error(void) __attribute__((alias(\"quiet\")));\nint main(void) { reach_error(); }";
    accepted(source, "call void @__euclase_error(");
}

#[test]
fn an_alias_of_an_error_function_is_the_error() {
    let source = "void reach_error(void) {}\n\
                  void other(void) __attribute__((alias(\"reach_error\")));\nint main(void) { other(); }";
    accepted(source, "call void @__euclase_error(");
}

#[test]
fn another_name_for_an_error_function_is_the_error() {
    let source = "extern void other(void) __asm__(\"reach_error\"); int main(void) { other(); }";
    accepted(source, "call void @__euclase_error(");
}

#[test]
fn indirect_functions_are_refused() {
    let source = "static void f(void) { reach_error(); }\nstatic void *choose(void) { return f; }\n\
                  void g(void) __attribute__((ifunc(\"choose\")));\nint main(void) { g(); }";
    refused(source, "ifunc");
}

#[test]
fn handlers_that_run_after_main_are_refused() {
    let source = "int atexit(void (*)(void)); static void f(void) { reach_error(); } int main(void) { atexit(f); }";
    refused_where_called(source, "run after 'main'");
}

#[test]
fn signals_are_refused() {
    let source = "void (*signal(int, void (*)(int)))(int); static void f(int n) { reach_error(); }\n\
                  int main(void) { signal(2, f); for (;;); }";
    refused_where_called(source, "signals");
}

#[test]
fn jumps_out_of_functions_are_refused() {
    let source = "int _setjmp(void *) __attribute__((returns_twice)); void longjmp(void *, int);\nstatic long b[32];\n\
                  int main(void) { if (_setjmp(b)) reach_error(); longjmp(b, 1); }";
    refused_where_called(source, "setjmp");
    let source = "static void *b[5]; static void f(void) { __builtin_longjmp(b, 1); }\n\
                  int main(void) { if (__builtin_setjmp(b)) reach_error(); else f(); }";
    refused_where_called(source, "llvm.eh.sjlj");
}

#[test]
fn calls_back_from_the_library_are_refused() {
    let source = "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));\n\
                  static int f(const void *a, const void *b) { reach_error(); return 0; }\n\
                  int main(void) { int a[2] = {1, 2}; qsort(a, 2, sizeof *a, f); }";
    refused_where_called(source, "calls back");
}

#[test]
fn a_pointer_to_a_function_without_body_and_result_can_be_called() {
    let source = "extern void f(int); void (*table[2])(int) = {f, f};\n\
                  int main(void) { table[__VERIFIER_nondet_int() & 1](3); reach_error(); }";
    accepted(source, "call void @__euclase_error(");
}

#[test]
fn computed_jumps_stay_for_the_import_to_refuse() {
    let source = "int main(void) { void *t[] = {&&a, &&b}; goto *t[__VERIFIER_nondet_int() & 1];\n\
                  a: return 0; b: reach_error(); return 1; }";
    accepted(source, "indirectbr");
    let source = "int main(int n, char **a) { static void *t[] = {&&a, &&b}; goto *t[n & 1];\n\
                  a: return 0; b: reach_error(); return 1; }";
    accepted(source, "indirectbr");
}
