//! What goes in: sources, bitcode and assembly, right and wrong; and what calls become.

use euclase_frontend::intrinsic::Site;
use euclase_frontend::{CallMode, DataModel, Error, Lowered, Options, OverflowChecks, lower};
use euclase_program::{CheckKind, CheckSet, NondetOrigin};
use std::path::{Path, PathBuf};

/// A folder with files of a program.
struct Input {
    folder: tempfile::TempDir,
    options: Options,
}

impl Input {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        let options = Options {
            files: files.iter().map(|(name, _)| folder.path().join(name)).collect(),
            clang: None,
            data_model: None,
            flags: Vec::new(),
            error_functions: vec!["reach_error".into(), "__assert_fail".into()],
            overflow: OverflowChecks::None,
            checks: CheckSet::NONE,
            sv_comp_rules: false,
            counted_overflows: None,
            assume_pure_externals: false,
            malloc_may_fail: false,
            calls: CallMode::default(),
            mixed_semantics: false,
            error_functions_may_be_code: false,
            scratch: folder.path().to_owned(),
        };
        Input { folder, options }
    }

    fn lower(&self) -> Lowered {
        lower(&self.options).expect("a module")
    }

    fn optimised(&self) -> (Lowered, String) {
        let lowered = self.lower();
        let text = std::fs::read_to_string(&lowered.optimised).expect("text");
        let body = text.lines().filter(|line| line.starts_with("  ") && !line.contains("@llvm.dbg."));
        (lowered, body.collect::<Vec<_>>().join("\n"))
    }

    fn input_error(&self) -> String {
        match lower(&self.options) {
            Err(Error::Input(message)) => message,
            other => panic!("no error of the input but {other:?}"),
        }
    }
}

fn unsupported(lowered: &Lowered) -> Vec<&str> {
    let mut found = Vec::new();
    for site in &lowered.sites {
        if let Site::Unsupported(what) = site {
            found.push(what.what.as_str());
        }
    }
    found
}

#[test]
fn errors_are_shown_in_the_words_of_clang() {
    let message = Input::new(&[("wrong.c", "int main(void) { return x; }\n")]).input_error();
    assert!(message.contains("wrong.c:1:25: error: use of undeclared identifier 'x'"), "{message}");
}

#[test]
fn warnings_are_not_errors() {
    Input::new(&[("main.c", "#warning careful\nint main(void) { int unused; return \"text\"; }")]).lower();
}

#[test]
fn a_missing_file_is_named() {
    let mut input = Input::new(&[]);
    input.options.files.push(PathBuf::from("not/there.c"));
    assert!(input.input_error().contains("not/there.c"));
}

#[test]
fn an_unknown_extension_is_refused() {
    assert!(Input::new(&[("main.rs", "fn main() {}")]).input_error().contains("main.rs: neither C"));
}

#[test]
fn a_program_without_main_is_refused() {
    assert_eq!(Input::new(&[("f.c", "int f(void) { return 0; }")]).input_error(), "there is no function 'main'");
}

#[test]
fn files_are_linked() {
    let main = "extern int shared; static int own(void) { return 1; } int f(); void reach_error();
                int main() { if (f(3) + own() == 10 && shared == 4) reach_error(); return 0; }";
    let other = "int shared; static int own(void) { return 2; } int f(int x) { shared = 4; return x * x - own() + 2; }";
    let (_, body) = Input::new(&[("main.c", main), ("other.c", other)]).optimised();
    assert!(body.contains("@__euclase_error(") && !body.contains("load "), "{body}");
}

#[test]
fn what_is_defined_twice_is_named() {
    let twice = Input::new(&[
        ("a.c", "int main(void) { return 0; } int f(void) { return 1; }"),
        ("b.c", "int f(void) { return 2; }"),
    ]);
    let message = twice.input_error();
    assert!(message.contains("cannot be linked") && message.contains("'f'"), "{message}");
}

#[test]
fn assembly_is_read() {
    let text = "declare void @reach_error()\ndefine i32 @main() {\n  call void @reach_error()\n  ret i32 0\n}\n";
    let (_, body) = Input::new(&[("main.ll", text)]).optimised();
    assert!(body.contains("@__euclase_error("), "{body}");
}

#[test]
fn promises_in_assembly_are_not_believed() {
    let text = "declare void @reach_error()
        declare noundef nonnull ptr @__VERIFIER_nondet_pointer()
        define i32 @main() {
          %p = call noundef nonnull ptr @__VERIFIER_nondet_pointer()
          store i32 1, ptr %p
          %null = icmp eq ptr %p, null
          br i1 %null, label %yes, label %no
        yes:
          store i32 1, ptr null
          call void @reach_error()
          unreachable
        no:
          ret i32 0
        }";
    let (_, body) = Input::new(&[("main.ll", text)]).optimised();
    assert!(body.contains("@__euclase_error("), "{body}");
}

#[test]
fn wrong_assembly_is_refused_with_its_line() {
    let message = Input::new(&[("main.ll", "define i32 @main() {\n  oops\n}\n")]).input_error();
    assert!(message.contains("main.ll:2:"), "{message}");
}

#[test]
fn wrong_bitcode_is_refused() {
    let message = Input::new(&[("main.bc", "BC\u{40}\u{5e} nothing")]).input_error();
    assert!(message.contains("cannot be read by LLVM 19"), "{message}");
}

#[test]
fn bitcode_that_was_written_can_be_read_again() {
    let first = Input::new(&[("main.c", "void reach_error(void); int main(void) { reach_error(); }")]);
    let mut options = first.options.clone();
    first.lower();
    options.files = vec![first.folder.path().join("source0.bc")];
    let lowered = lower(&options).expect("a module");
    assert!(lowered.sites.iter().any(|site| matches!(site, Site::Error { .. })));
}

#[test]
fn the_data_model_is_the_one_asked_for() {
    let text = "void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }";
    let mut input = Input::new(&[("main.c", text)]);
    for (model, fails) in [(DataModel::Ilp32, true), (DataModel::Lp64, false)] {
        input.options.data_model = Some(model);
        let (lowered, body) = input.optimised();
        assert_eq!(lowered.data_model, model);
        assert_eq!(body.contains("@__euclase_error("), fails);
    }
    input.options.data_model = None;
    input.options.flags = vec!["-m32".into()];
    assert_eq!(input.lower().data_model, DataModel::Ilp32);
}

#[test]
fn the_user_s_flags_come_last() {
    let mut input =
        Input::new(&[("main.c", "int main(void) { return LIMIT + sizeof(__STDC_VERSION__ == 199901L ? 1 : bad); }")]);
    assert!(input.input_error().contains("LIMIT"));
    input.options.files = vec![input.folder.path().join("std.c")];
    let text = "#if __STDC_VERSION__ != 199901L || LIMIT != 3\n#error other\n#endif\nint main(void) { return 0; }";
    std::fs::write(&input.options.files[0], text).expect("a file");
    input.options.flags = vec!["-std=c99".into(), "-DLIMIT=3".into()];
    input.lower();
}

#[test]
fn another_compiler_is_refused() {
    let mut input = Input::new(&[("main.c", "int main(void) { return 0; }")]);
    input.options.clang = Some(Path::new("/bin/true").to_owned());
    assert!(matches!(lower(&input.options), Err(Error::Environment(message)) if message.contains("/bin/true")));
}

#[test]
fn the_call_of_an_error_function_is_the_error_whatever_its_body() {
    let text = "void reach_error(void) {} int main(void) { reach_error(); return 0; }";
    let (_, body) = Input::new(&[("main.c", text)]).optimised();
    assert!(body.contains("@__euclase_error(") && !body.contains("ret i32"), "{body}");
}

#[test]
fn a_failed_assertion_is_told_in_the_words_of_the_source() {
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) { assert(__VERIFIER_nondet_int() > 0); }";
    let mut input = Input::new(&[("main.c", text)]);
    let message = "assertion '__VERIFIER_nondet_int() > 0' fails".to_owned();
    assert!(input.lower().sites.contains(&Site::Error { check: CheckKind::Assert, message }));
    input.options.error_functions = vec!["reach_error".into()];
    let (_, body) = input.optimised();
    assert!(body.contains("@__euclase_exit(") && !body.contains("@__euclase_error("), "{body}");
}

#[test]
fn functions_without_a_body_give_any_value_and_are_listed() {
    let text = "int sensor(int); int printf(const char *, ...); void reach_error(void);
                int main(void) { printf(\"%d\", 1); if (sensor(3) == 7) reach_error(); return 0; }";
    let (lowered, body) = Input::new(&[("main.c", text)]).optimised();
    assert_eq!(lowered.externals, ["sensor"]);
    assert!(lowered.sites.contains(&Site::Nondet(NondetOrigin::External("sensor".into()))));
    assert_eq!(body.matches("@__euclase_nondet").count(), 1, "{body}");
}

#[test]
fn functions_without_a_body_that_get_a_pointer_are_not_guessed() {
    let text =
        "void fill(int *); int tell(const char *); int main(void) { int x = 1; tell(\"x\"); fill(&x); return x; }";
    let mut input = Input::new(&[("main.c", text)]);
    assert_eq!(unsupported(&input.lower()), ["call of 'fill', which has no body and gets a pointer"]);
    input.options.assume_pure_externals = true;
    assert!(unsupported(&input.lower()).is_empty());
}

#[test]
fn functions_without_a_body_that_may_know_an_address_are_not_guessed() {
    let refused = |text: &str| {
        let lowered = Input::new(&[("main.c", text)]).lower();
        unsupported(&lowered).into_iter().map(String::from).collect::<Vec<_>>()
    };
    let what = "call of 'find', which has no body and returns a pointer to memory that is not known";
    assert_eq!(refused("int *find(void); int main(void) { return *find(); }"), [what]);
    assert!(refused("int *find(void); int main(void) { find(); return 0; }").is_empty());
    let what = "call of 'change', which has no body and gets a number that may hold an address";
    assert_eq!(refused("void change(long); int main(void) { int x; change((long)&x); return x; }"), [what]);
    assert_eq!(refused("void change(long); int x; long a = (long)&x; int main(void) { change(a); return x; }"), [what]);
    assert!(refused("void change(long); static long a; int main(void) { change(a); return a; }").is_empty());
    let what = "call of 'change', which has no body and may change 'a'";
    assert_eq!(refused("void change(long); long a; int main(void) { change(a); return a; }"), [what]);
}

#[test]
fn printing_that_may_write_to_memory_is_not_guessed() {
    let refused = |statement: &str| {
        let text =
            format!("int printf(const char *, ...); int main(int n, char **a) {{ int x = 0; {statement}; return x; }}");
        !unsupported(&Input::new(&[("main.c", &text)]).lower()).is_empty()
    };
    assert!(refused("printf(\"abc%hhn\", &x)"));
    assert!(refused("printf(a[1], &x)"));
    assert!(refused("int (*p)(const char *, ...) = printf; p(\"%n\", &x)"));
    assert!(!refused("printf(\"%d %p%%n\", x, &x)"));
    assert!(!refused("printf(a[1], x)"));
}

#[test]
fn a_program_that_calls_main_is_refused() {
    let text = "int main(int n, char **a) { return n > 1 ? main(n - 1, a) : 0; }";
    let result = lower(&Input::new(&[("main.c", text)]).options);
    assert!(matches!(&result, Err(Error::Unsupported(what)) if what.contains("'main'")), "{result:?}");
}

#[test]
fn functions_of_the_program_are_its_own_whatever_the_library_has() {
    let text = "double fabs(double); double floor(double x) { return 7; } void reach_error(void);
                int main(void) { if (fabs(-2.0) != 2 || floor(1.5) != 7) reach_error(); return 0; }";
    let (lowered, body) = Input::new(&[("main.c", text)]).optimised();
    assert!(!body.contains("@__euclase_error(") && lowered.externals.is_empty(), "{body}");
}

#[test]
fn what_cannot_be_said_is_named() {
    let refused = |statement: &str, what: &str| {
        let text = format!(
            "#include <stdarg.h>\nint f(int n, ...) {{ {statement} return n; }} int main(void) {{ return f(1); }}"
        );
        let lowered = Input::new(&[("main.c", &text)]).lower();
        assert!(unsupported(&lowered).contains(&what), "{statement}: {:?}", lowered.sites);
    };
    refused("__asm__(\"call f\");", "inline assembly that may go elsewhere");
    refused("__asm__(\"stosb\" ::: \"memory\");", "inline assembly that may change memory");
    refused("va_list a; va_start(a, n);", "variable arguments");
    refused("int setjmp(int *); int b[9]; setjmp(b);", "setjmp and longjmp (call of 'setjmp')");
    refused("int pthread_create(); pthread_create(0, 0, 0, 0);", "threads (call of 'pthread_create')");
}

#[test]
fn an_empty_barrier_is_nothing() {
    let text = "int main(void) { __asm__ volatile(\"\" ::: \"memory\"); __sync_synchronize(); return 0; }";
    let (lowered, body) = Input::new(&[("main.c", text)]).optimised();
    assert!(lowered.sites.is_empty() && body.trim().starts_with("ret i32 0"), "{body}");
}

#[test]
fn variables_that_are_defined_elsewhere_hold_anything() {
    let text = "extern int limit; void reach_error(void); int main(void) { if (limit == 3) reach_error(); return 0; }";
    let (lowered, body) = Input::new(&[("main.c", text)]).optimised();
    assert!(lowered.sites.contains(&Site::Nondet(NondetOrigin::Havoc("limit".into()))));
    assert!(!body.contains("load "), "{body}");
}

#[test]
fn constructors_are_refused() {
    let text = "int x; __attribute__((constructor)) void early(void) { x = 1; } int main(void) { return x; }";
    assert!(
        matches!(lower(&Input::new(&[("main.c", text)]).options), Err(Error::Unsupported(what)) if what.contains("constructor"))
    );
}

#[test]
fn inlining_without_end_is_refused_with_numbers() {
    let mut text = String::from("int nd(void); int f0(void) { return nd() + nd(); }\n");
    for level in 1..30 {
        let below = level - 1;
        text += &format!("int f{level}(void) {{ return f{below}() + f{below}(); }}\n");
    }
    text += "int main(void) { return f29(); }";
    let mut input = Input::new(&[("main.c", &text)]);
    assert!(lower(&input.options).is_ok_and(|lowered| lowered.calls.shared > 0), "shared, it stays small");
    input.options.calls = CallMode::Inline;
    let result = lower(&input.options);
    assert!(matches!(&result, Err(Error::Unsupported(what)) if what.contains("the limit is 2000000")), "{result:?}");
}
