//! Native runs with the real compiler: what the runtime hands out, how runs end, and tests left for the user.

use euclase_logic::BitVecValue;
use euclase_runtime_stubs::{
    Contents, HeapByte, Outside, Replay, ReplayOutcome, Test, TestForm, TestInput, models, replay, write_test,
};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const CLANG: &str = "clang-19";
const LIMIT: Duration = Duration::from_secs(60);

/// Compiles C or LLVM assembly to a module; the name's ending says which.
fn module(folder: &TempDir, name: &str, text: &str, flags: &[&str]) -> PathBuf {
    let source = folder.path().join(name);
    std::fs::write(&source, text).expect("the source can be written");
    let bitcode = source.with_extension("bc");
    let output = Command::new(CLANG)
        .args(["-w", "-c", "-emit-llvm"])
        .args(flags)
        .arg(&source)
        .arg("-o")
        .arg(&bitcode)
        .output()
        .expect("clang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    bitcode
}

fn run_for(seconds: u64, name: &str, text: &str, ilp32: bool, inputs: &[BitVecValue]) -> ReplayOutcome {
    let folder = tempfile::tempdir().expect("a folder");
    let bitcode = module(&folder, name, text, &[if ilp32 { "-m32" } else { "-m64" }]);
    let scratch = tempfile::tempdir().expect("a folder");
    let limit = Duration::from_secs(seconds);
    replay(&Replay {
        clang: Path::new(CLANG),
        bitcode: &bitcode,
        ilp32,
        inputs,
        contents: &Contents::default(),
        looks: None,
        scratch: scratch.path(),
        limit,
    })
}

fn run_c(text: &str, inputs: &[BitVecValue]) -> ReplayOutcome {
    run_for(60, "module.c", text, false, inputs)
}

fn bits(width: u32, number: u64) -> BitVecValue {
    BitVecValue::new(width, number)
}

fn other(outcome: &ReplayOutcome) -> &str {
    match outcome {
        ReplayOutcome::Other(what) => what,
        ReplayOutcome::Unsupported => "it came to what is not supported",
        ReplayOutcome::ErrorReached
        | ReplayOutcome::Misused
        | ReplayOutcome::DivisionRefused
        | ReplayOutcome::AccessRefused
        | ReplayOutcome::NotRun(_) => {
            panic!("{outcome:?}")
        }
    }
}

const DECLARATIONS: &str = "
int __euclase_nondet_i32(int); char __euclase_nondet_i8(int); long long __euclase_nondet_i64(int);
void __euclase_error(int) __attribute__((noreturn)); void __euclase_exit(int) __attribute__((noreturn));
void __euclase_unsupported(int) __attribute__((noreturn)); void __euclase_havoc(void *, unsigned long long, int);
";

fn c(body: &str) -> String {
    format!("{DECLARATIONS}{body}")
}

#[test]
fn values_come_in_order_and_lead_to_the_error() {
    let text = c("int main(void) { int a = __euclase_nondet_i32(1); char b = __euclase_nondet_i8(2);
                  long long d = __euclase_nondet_i64(3);
                  if (a == -5 && b == 'x' && d == 0x123456789abcdefLL) __euclase_error(4); return 0; }");
    let inputs = [bits(32, 0xffff_fffb), bits(8, 0x78), bits(64, 0x0123_4567_89ab_cdef)];
    assert_eq!(run_c(&text, &inputs), ReplayOutcome::ErrorReached);
    assert_eq!(run_for(60, "module.c", &text, true, &inputs), ReplayOutcome::ErrorReached);
    let others = [bits(32, 5), bits(8, 0x78), bits(64, 0)];
    assert_eq!(other(&run_c(&text, &others)), "main returned without an error");
}

#[test]
fn every_way_to_end_is_told_apart() {
    let cases = [
        ("return 202;", "main returned without an error"),
        ("exit(202);", "main returned without an error"),
        ("__euclase_exit(1);", "the program ended itself"),
        ("__euclase_unsupported(1);", "it came to what is not supported"),
        ("__euclase_nondet_i32(1);", "it asked for more values than there are"),
    ];
    for (body, expected) in cases {
        let text = c(&format!("void exit(int); int main(void) {{ {body} }}"));
        assert_eq!(other(&run_c(&text, &[])), expected, "{body}");
    }
}

#[test]
fn memory_that_is_not_there_is_told_apart() {
    let text = c("int main(void) { *(volatile int *)8 = 1; }");
    assert_eq!(run_c(&text, &[]), ReplayOutcome::AccessRefused);
}

#[test]
fn a_value_of_another_width_is_refused() {
    let text = c("int main(void) { return __euclase_nondet_i32(1); }");
    let outcome = run_c(&text, &[bits(8, 1)]);
    assert_eq!(other(&outcome), "it asked for a value of another width than the next one has");
}

#[test]
fn an_endless_run_is_stopped() {
    let outcome = run_for(3, "module.c", "int main(void) { for (;;); }", false, &[]);
    assert_eq!(outcome, ReplayOutcome::NotRun("running took too long".into()));
}

#[test]
fn what_does_not_compile_is_not_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let bitcode = folder.path().join("broken.bc");
    std::fs::write(&bitcode, "not bitcode").expect("a file can be written");
    let clang = Path::new(CLANG);
    let request = Replay {
        clang,
        bitcode: &bitcode,
        ilp32: false,
        inputs: &[],
        contents: &Contents::default(),
        looks: None,
        scratch: folder.path(),
        limit: LIMIT,
    };
    assert!(matches!(replay(&request), ReplayOutcome::NotRun(why) if why.starts_with("it does not compile")));
    let clang = Path::new("/nonexistent/clang");
    assert!(matches!(replay(&Replay { clang, ..request }), ReplayOutcome::NotRun(_)));
}

#[test]
fn output_of_the_program_goes_nowhere_and_changes_nothing() {
    let text = c("int printf(const char *, ...); int main(void) { for (int i = 0; i < 300000; i++)
                  printf(\"some output %d\\n\", i); __euclase_error(1); }");
    assert_eq!(run_c(&text, &[]), ReplayOutcome::ErrorReached);
}

#[test]
fn functions_that_are_never_called_may_be_missing() {
    let text = c("void missing(void); extern int absent; int main(int argc, char **argv) {
                  void (*volatile f)(void) = missing; if (argc > 5) { f(); missing(); } __euclase_error(1); }");
    assert_eq!(run_c(&text, &[]), ReplayOutcome::ErrorReached);
}

#[test]
fn memory_filled_as_a_whole_takes_one_value_a_byte() {
    let text = c("int main(void) { unsigned char a[3]; __euclase_havoc(a, 3, 1);
                  if (a[0] == 5 && a[1] == 6 && a[2] == 200 && __euclase_nondet_i32(2) == 7) __euclase_error(3); }");
    let values = [bits(8, 5), bits(8, 6), bits(8, 200), bits(32, 7)];
    assert_eq!(run_c(&text, &values), ReplayOutcome::ErrorReached);
}

/// A module as a compiler may leave it: widths that C has not, and an `i1` with rubbish above its only bit.
const WIDTHS: &str = "
declare i1 @__euclase_nondet_i1(i32)
declare i24 @__euclase_nondet_i24(i32)
declare i33 @__euclase_nondet_i33(i32)
declare i128 @__euclase_nondet_i128(i32)
declare i200 @__euclase_nondet_i200(i32)
declare double @__euclase_nondet_double(i32)
declare float @__euclase_nondet_float(i32)
declare x86_fp80 @__euclase_nondet_x86_fp80(i32)
declare ptr @__euclase_nondet_ptr(i32)
declare void @__euclase_assume(i1, i32)
declare void @__euclase_error(i32)
define i32 @main() {
  %a = call i1 @__euclase_nondet_i1(i32 0)
  %b = call i24 @__euclase_nondet_i24(i32 1)
  %c = call i33 @__euclase_nondet_i33(i32 2)
  %d = call i128 @__euclase_nondet_i128(i32 3)
  %e = call i200 @__euclase_nondet_i200(i32 4)
  %f = call double @__euclase_nondet_double(i32 5)
  %g = call float @__euclase_nondet_float(i32 6)
  %h = call x86_fp80 @__euclase_nondet_x86_fp80(i32 7)
  %p = call ptr @__euclase_nondet_ptr(i32 8)
  call void @__euclase_assume(i1 %a, i32 9)
  %odd = trunc i24 %b to i1
  call void @__euclase_assume(i1 %odd, i32 10)
  %b1 = icmp eq i24 %b, -1
  call void @__euclase_assume(i1 %b1, i32 11)
  %c1 = icmp eq i33 %c, 4294967299
  call void @__euclase_assume(i1 %c1, i32 12)
  %d1 = icmp eq i128 %d, 18446744073709551617
  call void @__euclase_assume(i1 %d1, i32 13)
  %e1 = icmp eq i200 %e, -2
  call void @__euclase_assume(i1 %e1, i32 14)
  %f1 = fcmp oeq double %f, 1.5
  call void @__euclase_assume(i1 %f1, i32 15)
  %g1 = fcmp oeq float %g, -2.0
  call void @__euclase_assume(i1 %g1, i32 16)
  %h1 = fcmp oeq x86_fp80 %h, 0xK3FFF8000000000000000
  call void @__euclase_assume(i1 %h1, i32 17)
  %p1 = icmp eq ptr %p, inttoptr (i32 4096 to ptr)
  call void @__euclase_assume(i1 %p1, i32 18)
  call void @__euclase_error(i32 19)
  unreachable
}
";

fn widths(ilp32: bool) -> Vec<BitVecValue> {
    let one = bits(64, 1);
    vec![
        bits(1, 1),
        bits(24, 0xff_ffff),
        bits(33, 0x1_0000_0003),
        one.concat(&one),
        BitVecValue::one(200).not(),
        bits(64, 1.5f64.to_bits()),
        bits(32, u64::from((-2.0f32).to_bits())),
        bits(16, 0x3fff).concat(&bits(64, 1 << 63)),
        bits(if ilp32 { 32 } else { 64 }, 4096),
    ]
}

#[test]
fn values_of_all_widths_arrive_whole() {
    assert_eq!(run_for(60, "widths.ll", WIDTHS, false, &widths(false)), ReplayOutcome::ErrorReached);
    assert_eq!(run_for(60, "widths.ll", WIDTHS, true, &widths(true)), ReplayOutcome::ErrorReached);
    for index in 0..9 {
        let mut inputs = widths(false);
        inputs[index] = BitVecValue::zero(inputs[index].width());
        let outcome = run_for(60, "widths.ll", WIDTHS, false, &inputs);
        assert_eq!(other(&outcome), "an assumption does not hold", "without value {index}");
    }
}

fn input(function: Option<&str>, bits: BitVecValue, comment: &str) -> TestInput {
    TestInput { function: function.map(String::from), bits, comment: comment.into() }
}

fn run_script(folder: &Path) -> (bool, String) {
    let output = Command::new(folder.join("run.sh")).output().expect("the script starts");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_test_in_c_reaches_the_error_in_the_users_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("user's file.c");
    let text = "extern void abort(void); extern short __VERIFIER_nondet_short(void); extern void reach_error(void);
        extern unsigned long __VERIFIER_nondet_ulong(void); extern unsigned __VERIFIER_nondet_uint(void);
        static void assume_abort_if_not(int c) { if (!c) abort(); }
        int main(void) { short x = __VERIFIER_nondet_short(); assume_abort_if_not(x == -LIMIT);
        if (__VERIFIER_nondet_ulong() == 0xfffffff0ul) reach_error(); return __VERIFIER_nondet_uint(); }";
    std::fs::write(&source, text).expect("the source can be written");
    let inputs = [
        input(Some("__VERIFIER_nondet_short"), bits(16, 0xfff6), "file.c:3: x = -10 */ evil"),
        input(Some("__VERIFIER_nondet_ulong"), bits(32, 0xffff_fff0), ""),
    ];
    let test = Test {
        clang: Path::new(CLANG),
        sources: std::slice::from_ref(&source),
        flags: &["-DLIMIT=(9 + 1)".to_string()],
        bitcode: Path::new("/nonexistent"),
        ilp32: true,
        inputs: &inputs,
        contents: &Contents::default(),
        is_harmless: true,
        error_is_overflow: false,
        limit: LIMIT,
    };
    let written = folder.path().join("test folder");
    assert_eq!(write_test(&written, &test), Ok(TestForm::Source));
    assert_eq!(run_script(&written), (true, "the error was reached\n".into()));

    // The script looks at the program as it is now: once it is mended, the error is gone.
    std::fs::write(&source, text.replace("reach_error();", ";")).expect("the source can be written");
    let (reached, output) = run_script(&written);
    assert!(!reached && output.starts_with("the error was not reached"), "{output}");
}

#[test]
fn a_failed_assertion_is_an_error_and_abort_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("file.c");
    let inputs = [input(Some("__VERIFIER_nondet_int"), bits(32, 3), "x = 3")];
    let mut forms = Vec::new();
    for (body, name) in [("assert(x != 3);", "first"), ("if (x == 3) abort();", "second")] {
        let text = format!(
            "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
             int main(void) {{ int x = __VERIFIER_nondet_int(); {body} }}"
        );
        std::fs::write(&source, text).expect("the source can be written");
        let prepared = module(&folder, "prepared.c", &c("int main(void) { __euclase_nondet_i32(1); }"), &[]);
        let test = Test {
            clang: Path::new(CLANG),
            sources: std::slice::from_ref(&source),
            flags: &[],
            bitcode: &prepared,
            ilp32: false,
            inputs: &inputs,
            contents: &Contents::default(),
            is_harmless: true,
            error_is_overflow: false,
            limit: LIMIT,
        };
        forms.push(write_test(&folder.path().join(name), &test));
    }
    assert_eq!(forms[0], Ok(TestForm::Source));
    assert!(forms[1].as_ref().is_err_and(|why| why.ends_with("does not reach the error")), "{forms:?}");
}

#[test]
fn uninitialised_variables_need_the_prepared_module() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("file.c");
    std::fs::write(&source, "int main(void) { int x; if (x == 77) reach_error(); }")
        .expect("the source can be written");
    let text = c("int main(void) { int x = __euclase_nondet_i32(1); if (x == 77) __euclase_error(2); }");
    let bitcode = module(&folder, "prepared.c", &text, &["-m32"]);
    let inputs = [input(None, bits(32, 77), "file.c:1: x is not initialised")];
    let test = Test {
        clang: Path::new(CLANG),
        sources: &[source],
        flags: &[],
        bitcode: &bitcode,
        ilp32: true,
        inputs: &inputs,
        contents: &Contents::default(),
        is_harmless: true,
        error_is_overflow: false,
        limit: LIMIT,
    };
    let written = folder.path().join("test");
    assert_eq!(write_test(&written, &test), Ok(TestForm::Bitcode));
    // What is written does not need the module it was written from.
    std::fs::remove_file(&bitcode).expect("the module was there");
    assert_eq!(run_script(&written), (true, "the error was reached\n".into()));
}

#[test]
fn what_malloc_gives_holds_what_the_execution_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = c("void *malloc(unsigned long);
        int main(void) { char *a = malloc(4), *b = malloc(4); if (a[1] == 3 && b[0] == 7 && b[3] == 9) __euclase_error(2); }");
    let bitcode = module(&folder, "prepared.c", &text, &[]);
    let byte = |allocation, offset, byte| HeapByte { allocation, offset, byte };
    let heap = [byte(1, 3, 9), byte(0, 1, 3), byte(1, 0, 7)];
    let contents = Contents { heap: heap.to_vec(), outside: None };
    let (clang, scratch) = (Path::new(CLANG), folder.path());
    let request = Replay {
        clang,
        bitcode: &bitcode,
        ilp32: false,
        inputs: &[],
        contents: &contents,
        looks: None,
        scratch,
        limit: LIMIT,
    };
    assert_eq!(replay(&request), ReplayOutcome::ErrorReached);
    assert!(matches!(
        replay(&Replay { contents: &Contents { heap: heap[..2].to_vec(), outside: None }, ..request }),
        ReplayOutcome::Other(_)
    ));
    let source = folder.path().join("file.c");
    std::fs::write(&source, "int main(void) {}").expect("the source can be written");
    let (sources, flags): (&[PathBuf], &[String]) = (&[source], &[]);
    let test = Test {
        clang,
        sources,
        flags,
        bitcode: &bitcode,
        ilp32: false,
        inputs: &[],
        contents: &contents,
        is_harmless: true,
        error_is_overflow: false,
        limit: LIMIT,
    };
    assert_eq!(write_test(&folder.path().join("test"), &test), Ok(TestForm::Bitcode));
}

#[test]
fn an_error_function_of_the_users_own_that_returns_is_still_the_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("file.c");
    std::fs::write(&source, "void reach_error(void) {} int main(void) { reach_error(); }").expect("it can be written");
    let bitcode = module(&folder, "prepared.c", &c("int main(void) { __euclase_error(2); }"), &[]);
    let test = Test {
        clang: Path::new(CLANG),
        sources: &[source],
        flags: &[],
        bitcode: &bitcode,
        ilp32: false,
        inputs: &[],
        contents: &Contents::default(),
        is_harmless: true,
        error_is_overflow: false,
        limit: LIMIT,
    };
    assert_eq!(write_test(&folder.path().join("test"), &test), Ok(TestForm::Bitcode));
}

/// Models that get and return other things than numbers: each compared with the C library's on some texts.
const TEXT_CHECKS: &str = r#"
#define BOTH(result, name, ...) result name(__VA_ARGS__); result model_##name(__VA_ARGS__);
typedef __SIZE_TYPE__ size;
BOTH(size, strlen, const char *) BOTH(size, strnlen, const char *, size)
BOTH(int, strcmp, const char *, const char *) BOTH(int, strncmp, const char *, const char *, size)
BOTH(int, memcmp, const void *, const void *, size)
BOTH(char *, strchr, const char *, int) BOTH(char *, strrchr, const char *, int)
BOTH(void *, memchr, const void *, int, size)
BOTH(char *, strcpy, char *, const char *) BOTH(char *, strncpy, char *, const char *, size)
BOTH(char *, strcat, char *, const char *) BOTH(char *, strncat, char *, const char *, size)
BOTH(char *, stpcpy, char *, const char *) BOTH(char *, strstr, const char *, const char *)
BOTH(size, strspn, const char *, const char *) BOTH(size, strcspn, const char *, const char *)
BOTH(char *, strpbrk, const char *, const char *)
BOTH(int, strcasecmp, const char *, const char *) BOTH(int, strncasecmp, const char *, const char *, size)
BOTH(void *, mempcpy, void *, const void *, size)
BOTH(char *, strdup, const char *) BOTH(char *, strndup, const char *, size)
BOTH(int, atoi, const char *) BOTH(long, atol, const char *) BOTH(long long, atoll, const char *)
BOTH(long, strtol, const char *, char **, int) BOTH(unsigned long, strtoul, const char *, char **, int)
BOTH(long long, strtoll, const char *, char **, int) BOTH(unsigned long long, strtoull, const char *, char **, int)
BOTH(__INTMAX_TYPE__, strtoimax, const char *, char **, int) BOTH(__UINTMAX_TYPE__, strtoumax, const char *, char **, int)
BOTH(void *, memrchr, const void *, int, size) BOTH(void *, memmem, const void *, size, const void *, size)
BOTH(char *, strcasestr, const char *, const char *) BOTH(char *, strchrnul, const char *, int)
BOTH(char *, index, const char *, int) BOTH(char *, rindex, const char *, int) BOTH(int, bcmp, const void *, const void *, size)
BOTH(void, bcopy, const void *, void *, size) BOTH(void *, rawmemchr, const void *, int)
typedef struct { int quot, rem; } pair; BOTH(pair, div, int, int)
static int sign(int x) { return (x > 0) - (x < 0); }
static void must(int holds, const char *what) { if (!holds) { printf("%s\n", what); bad = 1; } }
static int equal(const char *a, const char *b) { for (int i = 0; i < 16; i++) if (a[i] != b[i]) return 0; return 1; }
static void check_number(const char *t, int b) {
    char *e, *f;
    must(strtol(t, &e, b) == model_strtol(t, &f, b) && e == f, t);
    must(strtoul(t, &e, b) == model_strtoul(t, &f, b) && e == f, t);
    must(strtoll(t, &e, b) == model_strtoll(t, &f, b) && e == f, t);
    must(strtoull(t, &e, b) == model_strtoull(t, &f, b) && e == f, t);
    must(strtoimax(t, &e, b) == model_strtoimax(t, &f, b) && e == f, t);
    must(strtoumax(t, &e, b) == model_strtoumax(t, &f, b) && e == f, t);
    must(atoi(t) == model_atoi(t) && atol(t) == model_atol(t) && atoll(t) == model_atoll(t), t);
}
static unsigned long long state = 88172645463325252ull;
static unsigned any(unsigned limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % limit;
}
static void random_text(char *text, unsigned most, const char *letters, unsigned count) {
    unsigned length = any(most);
    for (unsigned i = 0; i < length; i++) text[i] = letters[any(count)];
    text[length] = 0;
}
static void check_random(long count) {
    char t[32], u[16];
    for (long i = 0; i < count && !bad; i++) {
        random_text(t, 24, " \t+-0019789xXazAZ", 17);
        check_number(t, any(5) == 0 ? 0 : 2 + (int)any(35));
        random_text(t, 12, "abAB\xff.", 6);
        random_text(u, 5, "abAB\xff.", 6);
        size n = any(14);
        must(strcasestr(t, u) == model_strcasestr(t, u), "strcasestr");
        must(strstr(t, u) == model_strstr(t, u), "strstr");
        must(memmem(t, strlen(t), u, strlen(u)) == model_memmem(t, strlen(t), u, strlen(u)), "memmem");
        must(memrchr(t, u[0], n) == model_memrchr(t, u[0], n), "memrchr");
        must(rawmemchr(t, 0) == model_rawmemchr(t, 0), "rawmemchr");
        must(strchrnul(t, u[0]) == model_strchrnul(t, u[0]), "strchrnul");
        must(index(t, u[0]) == model_index(t, u[0]) && rindex(t, u[0]) == model_rindex(t, u[0]), "index");
        must(!bcmp(t, u, n % 5) == !model_bcmp(t, u, n % 5), "bcmp");
        must(strspn(t, u) == model_strspn(t, u) && strcspn(t, u) == model_strcspn(t, u), "strspn");
        must(sign(strcasecmp(t, u)) == sign(model_strcasecmp(t, u)), "strcasecmp");
        must(sign(strncmp(t, u, n)) == sign(model_strncmp(t, u, n)), "strncmp");
        char one[48] = "0123456789abcdefghijklmnopqrstuvwxyz", two[48] = "0123456789abcdefghijklmnopqrstuvwxyz";
        unsigned from = any(16), to = any(16);
        bcopy(one + from, one + to, n);
        model_bcopy(two + from, two + to, n);
        must(memcmp(one, two, sizeof one) == 0, "bcopy");
    }
}
static void check_numbers(void) {
    static const char *const texts[] = {"", "0", "-1", "+42x", " \t17", "0x1f", "0x", "077", "zz", "- 3", "2147483647",
        "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "-4294967296", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "99999999999999999999999", "-18446744073709551615", "-18446744073709551616", "-18446744073709551614"};
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    for (size i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size j = 0; j < sizeof bases / sizeof bases[0]; j++) check_number(texts[i], bases[j]);
    for (int x = -7; x < 8; x++) for (int y = 1; y < 4; y++)
        must(div(x, y).quot == model_div(x, y).quot && div(x, y).rem == model_div(x, y).rem, "div");
}
static void check_texts(void) {
    static const char texts[6][8] = {"", "a", "b", "abca", "abc", "\xff\x01"};
    for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) for (size n = 0; n < 8; n++) {
        const char *a = texts[i], *b = texts[j];
        must(strlen(a) == model_strlen(a) && strnlen(a, n) == model_strnlen(a, n), "strlen");
        must(sign(strcmp(a, b)) == sign(model_strcmp(a, b)), "strcmp");
        must(sign(strncmp(a, b, n)) == sign(model_strncmp(a, b, n)), "strncmp");
        must(sign(memcmp(a, b, n)) == sign(model_memcmp(a, b, n)), "memcmp");
        must(strchr(a, b[0]) == model_strchr(a, b[0]), "strchr");
        must(strrchr(a, b[0]) == model_strrchr(a, b[0]), "strrchr");
        must(memchr(a, b[0], n) == model_memchr(a, b[0], n), "memchr");
        char one[16] = "xxxxxxxxxxxxxxx", two[16] = "xxxxxxxxxxxxxxx";
        must(strncpy(one, a, n) == one && model_strncpy(two, a, n) == two && equal(one, two), "strncpy");
        must(strcpy(one, a) == one && model_strcpy(two, a) == two && equal(one, two), "strcpy");
        must(strcat(one, b) == one && model_strcat(two, b) == two && equal(one, two), "strcat");
        must(strncat(one, a, n) == one && model_strncat(two, a, n) == two && equal(one, two), "strncat");
        must(stpcpy(one, b) - one == model_stpcpy(two, b) - two && equal(one, two), "stpcpy");
        must(strstr(a, b) == model_strstr(a, b), "strstr");
        must(strspn(a, b) == model_strspn(a, b) && strcspn(a, b) == model_strcspn(a, b), "strspn");
        must(strpbrk(a, b) == model_strpbrk(a, b), "strpbrk");
        must(sign(strcasecmp(a, b)) == sign(model_strcasecmp(a, b)), "strcasecmp");
        must(sign(strncasecmp(a, b, n)) == sign(model_strncasecmp(a, b, n)), "strncasecmp");
        must(mempcpy(one, a, n) == one + n && model_mempcpy(two, a, n) == two + n && equal(one, two), "mempcpy");
        must(strcmp(strdup(a), model_strdup(a)) == 0 && strcmp(strndup(a, n), model_strndup(a, n)) == 0, "strdup");
    }
    check_numbers();
}
"#;

/// Each model, renamed, against the C library's own function on all characters, some more numbers, and as many random texts
/// as `EUCLASE_MODEL_INPUTS` says; `EUCLASE_MODEL_SEED` is another start for these.
#[test]
fn models_agree_with_the_c_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = vec![folder.path().join("main.c")];
    let mut checks = String::new();
    let mut sources: Vec<&str> = Vec::new();
    let mut renamings = Vec::new();
    for &(name, source) in models() {
        if !sources.contains(&source) {
            sources.push(source);
        }
        renamings.push(format!("-D{name}=model_{name}"));
        if !is_about_numbers(name) {
            continue;
        }
        let (kind, result) = match name {
            "labs" => ("long", "a == b"),
            "ffs" => ("int", "a == b"),
            "llabs" => ("long long", "a == b"),
            "imaxabs" => ("__INTMAX_TYPE__", "a == b"),
            "abs" | "toupper" | "tolower" | "toascii" => ("int", "a == b"),
            _ => ("int", "!a == !b"),
        };
        checks.push_str(&format!(
            "extern {kind} {name}({kind}); extern {kind} model_{name}({kind});\n\
             static void check_{name}({kind} x) {{ {kind} a = {name}(x), b = model_{name}(x); \
             if (!({result})) {{ printf(\"{name}(%ld)\\n\", (long)x); bad = 1; }} }}\n"
        ));
    }
    let mut main = format!(
        "extern int printf(const char *, ...); static int bad;\n{checks}{TEXT_CHECKS}int atoi(const char *);\nint main(int count, char **arguments) {{\ncheck_texts();\nif (count > 2) state = strtoull(arguments[2], 0, 10) | 1;\ncheck_random(count > 1 ? atol(arguments[1]) : 0);\n"
    );
    for (name, _) in models().iter().filter(|(name, _)| is_about_numbers(name)) {
        main.push_str(&format!("for (int x = -1; x < 256; x++) check_{name}(x);\n"));
    }
    for name in ["abs", "labs", "llabs", "imaxabs"] {
        main.push_str(&format!("check_{name}(-2147483647); check_{name}(2147483647);\n"));
    }
    main.push_str("return bad; }\nint __VERIFIER_nondet_int(void) { static int n; return n++; }\n");
    main.push_str("long __VERIFIER_nondet_long(void) { return 0; } int euclase_any_length(void) { return 3; }\n");
    main.push_str("int euclase_any_failure(void) { return 0; } int euclase_result_of_read(void) { return 0; }\n");
    main.push_str("int euclase_result_of_close(void) { return 0; } int euclase_result_of_write(void) { return 0; }\n");
    main.push_str("unsigned char euclase_any_text(void) { return 'x'; }\n");
    main.push_str("int euclase_result_of_rand(void) { return 0; } int euclase_result_of_rand_r(void) { return 0; }\n");
    main.push_str("int euclase_result_of_open(void) { return 0; } int euclase_result_of_getenv(void) { return 0; }\n");
    main.push_str("void euclase_not_modelled(void) {} unsigned __VERIFIER_nondet_uint(void) { return 0; }\n");
    main.push_str("_Bool __VERIFIER_nondet_bool(void) { return 0; }\n");
    main.push_str("void euclase_is_freeable(void *start) { (void)start; }\n");
    main.push_str("unsigned char __VERIFIER_nondet_uchar(void) { return 0; }\n");
    std::fs::write(&files[0], main).expect("it can be written");
    for (index, source) in sources.iter().enumerate() {
        files.push(folder.path().join(format!("model{index}.c")));
        std::fs::write(&files[index + 1], source).expect("it can be written");
    }
    for mode in ["-m32", "-m64"] {
        let mut objects = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let object = folder.path().join(format!("{index}.o"));
            let mut compile = Command::new(CLANG);
            compile.args([mode, "-fno-builtin", "-Wall", "-Wextra", "-Werror", "-c"]).arg(file).arg("-o").arg(&object);
            if index > 0 {
                compile.args(&renamings);
            }
            assert!(compile.status().expect("clang starts").success());
            objects.push(object);
        }
        let executable = folder.path().join("compare");
        let link = Command::new(CLANG).arg(mode).args(&objects).arg("-o").arg(&executable).status();
        assert!(link.expect("clang starts").success());
        let count = std::env::var("EUCLASE_MODEL_INPUTS").unwrap_or_else(|_| "20000".into());
        let seed = std::env::var("EUCLASE_MODEL_SEED").ok();
        let output = Command::new(&executable).arg(count).args(seed).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Whether a function maps a number to a number of the same type, and says which.
fn is_about_numbers(name: &str) -> bool {
    name.starts_with("is")
        || ["abs", "labs", "llabs", "imaxabs", "toupper", "tolower", "toascii", "ffs"].contains(&name)
}

#[test]
fn memory_outside_is_where_the_execution_has_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = c(
        "int main(void) { volatile char *p = (char *)0x100000000010; p[2] = 4; if (p[0] == 3 && p[1] == 0 && p[2] == 4) __euclase_error(2); }",
    );
    let bitcode = module(&folder, "prepared.c", &text, &[]);
    let (clang, scratch) = (Path::new(CLANG), folder.path());
    let start = 0x1000_0000_0000;
    let outside = Some(Outside { addresses: start..start + (1 << 16), bytes: vec![(start + 16, 3)] });
    let contents = Contents { heap: Vec::new(), outside };
    let request = Replay {
        clang,
        bitcode: &bitcode,
        ilp32: false,
        inputs: &[],
        contents: &contents,
        looks: None,
        scratch,
        limit: LIMIT,
    };
    assert_eq!(replay(&request), ReplayOutcome::ErrorReached);
    let nothing = Contents::default();
    assert_eq!(replay(&Replay { contents: &nothing, ..request }), ReplayOutcome::AccessRefused);
}
