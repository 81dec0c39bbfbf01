//! LLVM assembly and the programs it is read as, one family of instructions at a time.

#![allow(clippy::unwrap_used)]

use euclase_frontend::import;
use euclase_frontend::intrinsic::Site;
use euclase_program::{BitVecValue, CheckKind, NondetOrigin, Outcome, Program, RunOptions, run_list};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;

const LAYOUT_64: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"";
const LAYOUT_32: &str =
    "target datalayout = \"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"";

fn sites() -> Vec<Site> {
    vec![
        Site::Plain,
        Site::Nondet(NondetOrigin::Input("__VERIFIER_nondet_int".into())),
        Site::Error { check: CheckKind::Assert, message: "x < 7".into() },
        Site::Unsupported("longjmp".into()),
        Site::Nondet(NondetOrigin::Uninitialised("a".into())),
    ]
}

fn read(layout: &str, text: &str) -> Result<Program, euclase_frontend::Error> {
    let context = Context::create();
    let text = format!("{layout}\n{text}");
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test");
    let module = context.create_module_from_ir(buffer).unwrap_or_else(|error| panic!("{error}"));
    import(&module, &sites())
}

fn imported(text: &str) -> String {
    let program = read(LAYOUT_64, text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(program.validate(), Ok(()));
    program.print()
}

/// The body of the function `f` that is read from one with these parameters and result.
fn body_with(before: &str, signature: &str, text: &str) -> String {
    let (result, parameters) = signature.split_once(' ').unwrap_or((signature, ""));
    let printed = imported(&format!("{before}\ndefine {result} @f({parameters}) {{\n{text}\n}}"));
    let start = printed.find("function @f(").unwrap_or_else(|| panic!("{printed}"));
    let lines = printed[start..].lines().skip(1).take_while(|line| *line != "}");
    lines.map(str::trim).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(signature: &str, text: &str, expected: &str) {
    check_with("", signature, text, expected);
}

#[track_caller]
fn check_with(before: &str, signature: &str, text: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(body_with(before, signature, text), expected.join("\n"));
}

/// What stands where an instruction could not be read.
fn refused(before: &str, signature: &str, text: &str) -> String {
    let body = body_with(before, signature, text);
    let last = body.lines().last().unwrap_or_default();
    last.strip_prefix("unsupported \"").and_then(|rest| rest.strip_suffix('"')).unwrap_or(&body).to_string()
}

#[test]
fn every_integer_operation() {
    for op in ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"] {
        let text = format!("%r = {op} i17 %a, -3\nret i17 %r");
        check("i17 i17 %a", &text, &format!("b0:\n%r = {op} i17 %a, -3\nreturn i17 %r"));
    }
    for predicate in ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"] {
        let text = format!(
            "%r = icmp {predicate} i8 %a, %b\n%s = icmp {predicate} ptr %p, null\n%t = and i1 %r, %s\nret i1 %t"
        );
        let expected =
            format!("b0:\n%r = {predicate} i8 %a, %b\n%s = {predicate} ptr %p, null\n%t = and i1 %r, %s\nreturn i1 %t");
        check("i1 i8 %a, i8 %b, ptr %p", &text, &expected);
    }
}

#[test]
fn flags_that_promise_something_are_not_believed() {
    let text = "%r = add nsw nuw i32 %a, 1\n%s = lshr exact i32 %r, 1\nret i32 %s";
    check("i32 i32 %a", text, "b0:\n%r = add i32 %a, 1\n%s = lshr i32 %r, 1\nreturn i32 %s");
}

#[test]
fn every_conversion() {
    let text = "%b = zext i1 %a to i8\n%c = sext i8 %b to i128\n%d = trunc i128 %c to i3\n%e = zext i3 %d to i64\n\
                %p = inttoptr i64 %e to ptr\n%q = ptrtoint ptr %p to i32\n%g = bitcast i32 %q to float\n\
                %h = fpext float %g to double\n%i = fptrunc double %h to float\n%j = fptosi float %i to i16\n\
                %k = sitofp i16 %j to x86_fp80\n%l = fptoui x86_fp80 %k to i9\n%m = uitofp i9 %l to double\nret double %m";
    let expected = "b0:\n%b = zext i1 %a to i8\n%c = sext i8 %b to i128\n%d = trunc i128 %c to i3\n%e = zext i3 %d to i64\n\
                    %p = inttoptr i64 %e to ptr\n%q = ptrtoint ptr %p to i32\n%g = bitcast i32 %q to f32\n\
                    %h = fpext f32 %g to f64\n%i = fptrunc f64 %h to f32\n%j = fptosi f32 %i to i16\n\
                    %k = sitofp i16 %j to x87\n%l = fptoui x87 %k to i9\n%m = uitofp i9 %l to f64\nreturn f64 %m";
    check("double i1 %a", text, expected);
}

#[test]
fn constants_of_all_widths() {
    let text = "%r = add i128 %a, -170141183460469231731687303715884105728\n%s = xor i128 %r, 36893488147419103233\nret i128 %s";
    let expected = "b0:\n%r = add i128 %a, -170141183460469231731687303715884105728\n%s = xor i128 %r, 36893488147419103233\nreturn i128 %s";
    check("i128 i128 %a", text, expected);
    let text = "%r = fadd double %a, -1.5\n%s = fdiv double %r, 0x7FF8000000000000\nret double %s";
    let expected = "b0:\n%r = fadd f64 %a, 0xbff8000000000000\n%s = fdiv f64 %r, 0x7ff8000000000000\nreturn f64 %s";
    check("double double %a", text, expected);
    let text = "ret x86_fp80 0xK3FFF8000000000000000";
    check("x86_fp80", text, "b0:\nreturn x87 0x3fff8000000000000000");
}

#[test]
fn phis_have_one_argument_for_each_block() {
    let text = "entry:\nswitch i8 %a, label %d [i8 1, label %x\n i8 2, label %x\n i8 -3, label %d]\n\
                x:\n%p = phi i32 [7, %entry], [7, %entry]\nret i32 %p\nd:\nbr i1 true, label %e, label %e\n\
                e:\n%q = phi i32 [8, %d], [8, %d]\nret i32 %q";
    let expected = "entry:\nswitch i8 %a [1: x, 2: x, -3: d], d\n\
                    x:\n%p = phi i32 [7, entry]\nreturn i32 %p\nd:\njump e\ne:\n%q = phi i32 [8, d]\nreturn i32 %q";
    check("i32 i8 %a", text, expected);
}

#[test]
fn phis_that_swap() {
    let text = "entry:\nbr label %loop\nloop:\n%x = phi i32 [0, %entry], [%y, %loop]\n%y = phi i32 [1, %entry], [%x, %loop]\n\
                br i1 %c, label %loop, label %done\ndone:\nret i32 %x";
    let expected = "entry:\njump loop\nloop:\n%x = phi i32 [0, entry], [%y, loop]\n%y = phi i32 [1, entry], [%x, loop]\n\
                    branch %c, loop, done\ndone:\nreturn i32 %x";
    check("i32 i1 %c", text, expected);
}

#[test]
fn undefined_values_are_chosen_where_they_are_used() {
    let text = "%r = add i32 undef, poison\n%s = freeze i32 undef\n%t = mul i32 %s, %r\nret i32 %t";
    let expected = "b0:\n%0 = nondet i32 undef\n%1 = nondet i32 undef\n%r = add i32 %0, %1\n%2 = nondet i32 undef\n\
                    %s = freeze i32 %2\n%t = mul i32 %s, %r\nreturn i32 %t";
    check("i32", text, expected);
    let text =
        "entry:\nbr i1 %c, label %a, label %b\na:\nbr label %b\nb:\n%p = phi i32 [undef, %a], [1, %entry]\nret i32 %p";
    let expected = "entry:\nbranch %c, a, b\na:\n%0 = nondet i32 undef\njump b\nb:\n%p = phi i32 [%0, a], [1, entry]\nreturn i32 %p";
    check("i32 i1 %c", text, expected);
}

#[test]
fn aggregates_are_one_value_per_scalar() {
    let text = "%a = insertvalue { i32, [2 x i8] } undef, i32 %x, 0\n%b = insertvalue { i32, [2 x i8] } %a, i8 3, 1, 1\n\
                %s = select i1 %c, { i32, [2 x i8] } %b, { i32, [2 x i8] } zeroinitializer\n\
                %e = extractvalue { i32, [2 x i8] } %s, 1\nstore { i32, [2 x i8] } %s, ptr %p\n\
                %l = load [2 x i8], ptr %p\n%m = extractvalue [2 x i8] %l, 1\n%n = extractvalue [2 x i8] %e, 0\n\
                %r = add i8 %m, %n\nret i8 %r";
    let expected = "b0:\n%0 = nondet i8 undef\n%s.0 = select %c, i32 %x, 0\n%s.1 = select %c, i8 %0, 0\n\
                    %s.2 = select %c, i8 3, 0\nstore i32 %s.0, %p\n%1 = address %p, 4\nstore i8 %s.1, %1\n\
                    %2 = address %p, 5\nstore i8 %s.2, %2\n%l.0 = load i8, %p\n%3 = address %p, 1\n%l.1 = load i8, %3\n\
                    %r = add i8 %l.1, %s.1\nreturn i8 %r";
    check("i8 i32 %x, i1 %c, ptr %p", text, expected);
}

#[test]
fn functions_pass_and_return_aggregates() {
    let callee = "define { i32, i1 } @g({ i8, ptr } %s) {\n%a = extractvalue { i8, ptr } %s, 0\n%b = zext i8 %a to i32\n\
                  %c = insertvalue { i32, i1 } { i32 0, i1 true }, i32 %b, 0\nret { i32, i1 } %c\n}";
    let text =
        "%r = call { i32, i1 } @g({ i8, ptr } { i8 1, ptr null })\n%x = extractvalue { i32, i1 } %r, 1\nret i1 %x";
    check_with(callee, "i1", text, "b0:\n%r.0, %r.1 = call (i32, i1) @g(i8 1, ptr null)\nreturn i1 %r.1");
    let program = imported(&format!("{callee}\ndefine i1 @f() {{ {text}\n}}"));
    assert!(program.contains("@g(%s.0: i8, %s.1: ptr) -> (i32, i1)"), "{program}");
    assert!(program.contains("return i32 %b, i1 true"), "{program}");
}

#[test]
fn calls_by_address_and_with_more_arguments() {
    let text = "%r = call i32 %p(i32 1)\ncall void (ptr, ...) @g(ptr @g, i32 %r)\nret i32 %r";
    let callee = "define void @g(ptr %x, ...) {\nret void\n}";
    let expected = "b0:\n%r = call i32 *%p(i32 1)\ncall void @g(ptr @g, i32 %r)\nreturn i32 %r";
    check_with(callee, "i32 ptr %p", text, expected);
}

#[test]
fn arguments_by_value_are_copied() {
    let callee = "%s = type { i64, i32 }\ndefine void @g(ptr byval(%s) %x) {\nret void\n}";
    let text = "call void @g(ptr byval(%s) %p)\nret void";
    check_with(
        callee,
        "void ptr %p",
        text,
        "b0:\n%0 = alloca $2\nmemcpy ptr %0, ptr %p, i64 16\ncall void @g(ptr %0)\nreturn",
    );
}

#[test]
fn addresses() {
    let types = "%s = type { i8, [10 x { i32, i16 }] }";
    let text = "%a = getelementptr %s, ptr %p, i64 2, i32 1, i64 %i, i32 1\n%b = getelementptr i8, ptr %a, i32 -1\n\
                %c = getelementptr [4 x i16], ptr %b, i64 0, i64 0\nret ptr %c";
    let expected = "b0:\n%a = address %p, 176, 8 * i64 %i\n%b = address %a, -1\nreturn ptr %b";
    check_with(types, "ptr ptr %p, i64 %i", text, expected);
}

#[test]
fn memory() {
    let text = "%a = alloca i32, align 4\n%b = alloca [3 x i8], i32 %n, align 16\nstore volatile i32 %n, ptr %a\n\
                %x = load atomic i32, ptr %a seq_cst, align 4\nfence seq_cst\n\
                call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 3, i1 false)\n\
                call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 3, i1 false)\nret i32 %x";
    let before =
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
    let expected = "b0:\n%a = alloca $0\n%b = alloca $3, count i32 %n\nstore i32 %n, %a\n%x = load i32, %a\n\
                    memcpy ptr %a, ptr %b, i64 3\nmemset ptr %b, i8 0, i64 3\nreturn i32 %x";
    check_with(before, "i32 i32 %n", text, expected);
}

#[test]
fn atomic_updates() {
    let text = "%o = atomicrmw add ptr %p, i32 1 seq_cst\n%m = atomicrmw umax ptr %p, i32 %o seq_cst\n\
                %c = cmpxchg ptr %p, i32 %m, i32 9 seq_cst seq_cst\n%s = extractvalue { i32, i1 } %c, 1\nret i1 %s";
    let expected = "b0:\n%o = load i32, %p\n%0 = add i32 %o, 1\nstore i32 %0, %p\n%m = load i32, %p\n%1 = ugt i32 %m, %o\n\
                    %2 = select %1, i32 %m, %o\nstore i32 %2, %p\n%c.0 = load i32, %p\n%c.1 = eq i32 %c.0, %m\n\
                    %3 = select %c.1, i32 9, %c.0\nstore i32 %3, %p\nreturn i1 %c.1";
    check("i1 ptr %p", text, expected);
}

#[test]
fn the_heap() {
    let before = "declare ptr @malloc(i64)\ndeclare ptr @calloc(i64, i64)\ndeclare void @free(ptr)\ndeclare ptr @memset(ptr, i32, i64)";
    let text = "%a = call ptr @malloc(i64 %n)\n%b = call ptr @calloc(i64 3, i64 8)\n%c = call ptr @memset(ptr %b, i32 1, i64 2)\n\
                call void @free(ptr %a)\nret ptr %c";
    let expected = "b0:\n%a = allocate i64 %n\n%b = allocate zeroed i64 24\n%0 = trunc i32 1 to i8\n\
                    memset ptr %b, i8 %0, i64 2\nfree ptr %a\nreturn ptr %b";
    check_with(before, "ptr i64 %n", text, expected);
}

#[test]
fn floating_point() {
    let before = "declare double @llvm.fabs.f64(double)\ndeclare double @llvm.maxnum.f64(double, double)\n\
                  declare double @llvm.copysign.f64(double, double)\ndeclare double @llvm.rint.f64(double)";
    let text = "%r = frem double %a, %b\n%n = fneg double %r\n%m = call double @llvm.fabs.f64(double %n)\n\
                %x = call double @llvm.maxnum.f64(double %m, double %b)\n%i = call double @llvm.rint.f64(double %x)\n\
                %c = call double @llvm.copysign.f64(double %i, double %a)\n%t = fcmp true double %a, %b\n\
                %u = fcmp une double %c, %b\n%v = and i1 %t, %u\nret i1 %v";
    let expected = "b0:\n%r = frem f64 %a, %b\n%n = fneg f64 %r\n%m = fabs f64 %n\n%x = fmax f64 %m, %b\n\
                    %i = froundeven f64 %x\n%0 = bitcast f64 %i to i64\n%1 = bitcast f64 %a to i64\n\
                    %2 = and i64 %0, 9223372036854775807\n%3 = and i64 %1, -9223372036854775808\n%4 = or i64 %2, %3\n\
                    %c = bitcast i64 %4 to f64\n%u = fune f64 %c, %b\n%v = and i1 true, %u\nreturn i1 %v";
    check_with(before, "i1 double %a, double %b", text, expected);
}

#[test]
fn the_words_of_a_prepared_module() {
    let before = "declare i32 @__euclase_nondet_i32(i32)\ndeclare void @__euclase_assume(i1, i32)\n\
                  declare void @__euclase_error(i32)\ndeclare void @__euclase_exit(i32)\n\
                  declare void @__euclase_unsupported(i32)\ndeclare void @__euclase_havoc(ptr, i64, i32)";
    let text = "entry:\n%x = call i32 @__euclase_nondet_i32(i32 1)\n%c = icmp slt i32 %x, 7\n\
                call void @__euclase_assume(i1 %c, i32 0)\ncall void @__euclase_havoc(ptr %p, i64 400, i32 4)\n\
                switch i32 %x, label %e [i32 1, label %a\n i32 2, label %b\n i32 3, label %d]\n\
                a:\ncall void @__euclase_error(i32 2)\nunreachable\nb:\ncall void @__euclase_exit(i32 0)\nunreachable\n\
                d:\ncall void @__euclase_unsupported(i32 3)\nunreachable\ne:\ncall void @__euclase_error(i32 77)\nunreachable";
    let expected = "entry:\n%x = nondet i32 input \"__VERIFIER_nondet_int\"\n%c = slt i32 %x, 7\nassume %c\n\
                    havoc ptr %p, i64 400, uninitialised \"a\"\nswitch i32 %x [1: a, 2: b, 3: d], e\n\
                    e:\nunsupported \"internal error: a call of '__euclase_error' that nothing is known about\"\n\
                    d:\nunsupported \"longjmp\"\nb:\nexit\na:\nerror assert \"x < 7\"";
    let read = body_with(before, "void ptr %p", text);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(|line| line.trim().to_string()).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&read), sorted(expected));
}

#[test]
fn what_comes_after_the_unsupported_is_gone() {
    let text = "entry:\nbr i1 %c, label %strange, label %plain\nstrange:\n%v = call i32 @elsewhere()\nbr label %join\n\
                plain:\nbr label %join\njoin:\n%p = phi i32 [%v, %strange], [2, %plain]\nret i32 %p";
    let expected = "entry:\nbranch %c, strange, plain\nplain:\njump join\nstrange:\n\
                    unsupported no-body \"a call of 'elsewhere', which has no body\"\njoin:\n%p = phi i32 [2, plain]\nreturn i32 %p";
    let read = body_with("declare i32 @elsewhere()", "i32 i1 %c", text);
    let mut lines: Vec<&str> = read.lines().collect();
    let mut expected: Vec<&str> = expected.lines().map(str::trim).collect();
    lines.sort();
    expected.sort();
    assert_eq!(lines, expected);
}

#[test]
fn irreducible_loops_keep_what_is_reached_around_a_cut() {
    // From the entry to `b` control comes only through `a`, and the way into `a` is cut off.
    let text = "entry:\nbr i1 %c, label %x, label %b\nx:\n%v = call i32 @elsewhere()\nbr label %a\na:\n\
                %p = phi i32 [%v, %x], [%q, %b]\nbr label %b\nb:\n%q = phi i32 [1, %entry], [%p, %a]\n\
                %d = icmp eq i32 %q, 3\nbr i1 %d, label %a, label %done\ndone:\nret i32 %q";
    let read = body_with("declare i32 @elsewhere()", "i32 i1 %c", text);
    assert!(read.contains("%p = phi i32 [%q, b]"), "{read}");
    assert!(read.contains("%q = phi i32 [1, entry], [%p, a]"), "{read}");
}

#[test]
fn refused_instructions_are_named() {
    assert_eq!(
        refused("", "i32 <2 x i32> %v", "%a = add i32 1, 2\nret i32 %a"),
        "the function 'f' with a value of type <2 x i32>"
    );
    let text = "%v = load <2 x i32>, ptr %p\nret void";
    assert_eq!(refused("", "void ptr %p", text), "a value of type <2 x i32>");
    let text = "%v = load half, ptr %p\nret void";
    assert_eq!(refused("", "void ptr %p", text), "a value of type half");
    let text = "%v = va_arg ptr %p, i32\nret void";
    assert_eq!(refused("", "void ptr %p", text), "a variadic argument (va_arg)");
    let text = "a:\nindirectbr ptr %p, [label %x, label %y]\nx:\nret void\ny:\nret void";
    assert_eq!(refused("", "void ptr %p", text), "a computed goto (indirectbr)");
    assert_eq!(refused("", "void", "call void asm sideeffect \"hlt\", \"\"()\nret void"), "inline assembly");
    let text = "%v = atomicrmw fadd ptr %p, float 1.0 seq_cst\nret void";
    assert_eq!(refused("", "void ptr %p", text), "an atomic update (LLVMAtomicRMWBinOpFAdd)");
    let text = "%v = call double @llvm.sin.f64(double 1.0)\nret void";
    assert_eq!(refused("declare double @llvm.sin.f64(double)", "void", text), "the intrinsic llvm.sin");
    let text = "call void @g(i32 1)\nret void";
    let callee = "define void @g(i64 %x) {\nret void\n}";
    assert_eq!(refused(callee, "void", text), "a call of 'g' with other types than it is defined with");
}

#[test]
fn barriers_for_the_compiler_do_nothing() {
    let text = "call void asm sideeffect \"\", \"~{memory}\"()\nret void";
    check("void", text, "b0:\nreturn");
}

#[test]
fn constant_expressions() {
    let globals = "@g = global [4 x i32] zeroinitializer\n@h = global i32 0";
    let text = "%a = load i32, ptr getelementptr (i8, ptr @g, i64 8)\n\
                %b = add i64 ptrtoint (ptr @h to i64), sub (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 12) to i64), i64 ptrtoint (ptr @g to i64))\n\
                %c = trunc i64 %b to i32\n%d = add i32 trunc (i64 ptrtoint (ptr @h to i64) to i32), %c\nret i32 %d";
    let expected = "b0:\n%a = load i32, @g+8\n%0 = ptrtoint ptr @h to i64\n%b = add i64 %0, 12\n%c = trunc i64 %b to i32\n\
                    %1 = ptrtoint ptr @h to i32\n%d = add i32 %1, %c\nreturn i32 %d";
    check_with(globals, "i32", text, expected);
}

#[test]
fn globals_hold_what_they_are_initialised_with() {
    let text = "@a = global { i8, i32, [3 x i16] } { i8 1, i32 -2, [3 x i16] [i16 0, i16 5, i16 undef] }\n\
                @s = constant [3 x i8] c\"hi\\00\"\n@z = global [1000 x i32] zeroinitializer\n\
                @p = global [3 x ptr] [ptr @s, ptr getelementptr (i8, ptr @a, i64 4), ptr @f]\n\
                @i = global i64 ptrtoint (ptr @z to i64)\n@e = external global i32\n@t = global i32 trunc (i64 ptrtoint (ptr @z to i64) to i32)\n\
                @unused = global i32 1\n\
                define void @f() {\nstore ptr @p, ptr @i\nstore ptr @e, ptr @t\nret void\n}";
    let printed = imported(text);
    let globals: Vec<&str> = printed.lines().filter(|l| l.starts_with("global") || l.starts_with("constant")).collect();
    assert_eq!(
        globals,
        [
            "global @a $4 = { 0: i8 1, 4: i32 -2, 10: i16 5 }",
            "constant @s $5 = { 0: bytes \"hi\\00\" }",
            "global @z $6 = {}",
            "global @p $8 = { 0: ptr @s, 8: ptr @a+4, 16: ptr @f }",
            "global @i $9 = { 0: ptr @z }",
            "global @e $2 = any",
            "global @t $2 = any",
        ]
    );
}

#[test]
fn pointers_of_32_bits() {
    let program = read(LAYOUT_32, "define i64 @main(ptr %p) {\n%n = ptrtoint ptr %p to i64\nret i64 %n\n}").unwrap();
    assert_eq!(program.pointer_width, 32);
    assert!(program.entry.is_some());
}

#[test]
fn whole_modules_that_are_refused() {
    let refused = |layout, text| format!("{:?}", read(layout, text).unwrap_err());
    assert_eq!(refused("target datalayout = \"E\"", ""), "Unsupported(\"a big-endian target\")");
    let text = "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]\n\
                define void @f() {\nret void\n}";
    assert_eq!(refused(LAYOUT_64, text), "Unsupported(\"functions that run before or after 'main'\")");
}

/// What `main` returns when its parameters are these.
fn computed(program: &Program, inputs: &[u64]) -> u64 {
    let inputs: Vec<BitVecValue> = inputs.iter().map(|input| BitVecValue::new(64, *input)).collect();
    match run_list(program, RunOptions::default(), &inputs).outcome {
        Outcome::Returned(values) => values[0].to_u64().unwrap(),
        other => panic!("{other:?}\n{}", program.print()),
    }
}

/// Checks an intrinsic on all pairs of numbers of a small width; the third operand is the first.
#[track_caller]
fn check_intrinsic(name: &str, width: u32, operands: usize, expected: impl Fn(u64, u64) -> u64) {
    let operand = ["%a", "%b", "%a"];
    let listed = |from: &[&str]| from.iter().map(|x| format!("iW {x}")).collect::<Vec<_>>().join(", ");
    let flagged = ["abs", "ctlz", "cttz"].contains(&name);
    let flag = if flagged { ", i1 false" } else { "" };
    let text = format!(
        "declare iW @llvm.{name}.iW({}{})\ndefine iW @main(iW %a, iW %b) {{\n%r = call iW @llvm.{name}.iW({}{flag})\nret iW %r\n}}",
        vec!["iW"; operands].join(", "),
        if flagged { ", i1" } else { "" },
        listed(&operand[..operands]),
    );
    let program = read(LAYOUT_64, &text.replace("iW", &format!("i{width}"))).unwrap();
    let step = if width > 6 { 257 } else { 1 };
    let seconds = if operands > 1 { 1 << width } else { 1 };
    for a in (0..1 << width).step_by(step) {
        for b in 0..seconds {
            assert_eq!(computed(&program, &[a, b]), expected(a, b), "{name} of {a} and {b} at width {width}");
        }
    }
}

/// A number of some bits with its sign.
fn signed(number: u64, width: u32) -> i64 {
    ((number << (64 - width)) as i64) >> (64 - width)
}

#[test]
fn intrinsics_on_bits_compute_what_they_should_at_odd_widths() {
    for width in [1, 3, 4, 5] {
        let mask = (1u64 << width) - 1;
        check_intrinsic("ctpop", width, 1, |a, _| u64::from(a.count_ones()) & mask);
        check_intrinsic("ctlz", width, 1, |a, _| u64::from(a.leading_zeros() - (64 - width)) & mask);
        check_intrinsic("cttz", width, 1, |a, _| u64::from(a.trailing_zeros().min(width)) & mask);
        check_intrinsic("bitreverse", width, 1, |a, _| a.reverse_bits() >> (64 - width));
        // Both operands side by side, shifted by the first.
        let by = |a: u64| a % u64::from(width);
        check_intrinsic("fshl", width, 3, |a, b| (((a << width) | b) << by(a) >> width) & mask);
        check_intrinsic("fshr", width, 3, |a, b| (((a << width) | b) >> by(a)) & mask);
    }
    check_intrinsic("bswap", 16, 1, |a, _| u64::from((a as u16).swap_bytes()));
}

#[test]
fn intrinsics_on_numbers_compute_what_they_should() {
    let width = 4;
    let mask = (1u64 << width) - 1;
    let number = |a| signed(a, width);
    let cut = |a: i64| a as u64 & mask;
    check_intrinsic("abs", width, 1, |a, _| cut(number(a).abs()));
    check_intrinsic("smin", width, 2, |a, b| cut(number(a).min(number(b))));
    check_intrinsic("smax", width, 2, |a, b| cut(number(a).max(number(b))));
    check_intrinsic("umin", width, 2, |a, b| a.min(b));
    check_intrinsic("umax", width, 2, |a, b| a.max(b));
    check_intrinsic("sadd.sat", width, 2, |a, b| cut((number(a) + number(b)).clamp(-8, 7)));
    check_intrinsic("ssub.sat", width, 2, |a, b| cut((number(a) - number(b)).clamp(-8, 7)));
    check_intrinsic("uadd.sat", width, 2, |a, b| (a + b).min(mask));
    check_intrinsic("usub.sat", width, 2, |a, b| a.saturating_sub(b));
}

#[test]
fn overflow_is_what_differs_from_the_exact_result() {
    type Exact = fn(i64, i64) -> i64;
    let exact: [(&str, Exact); 3] = [("add", |a, b| a + b), ("sub", |a, b| a - b), ("mul", |a, b| a * b)];
    for (operation, exact) in exact {
        for sign in ["s", "u"] {
            let name = format!("llvm.{sign}{operation}.with.overflow.i4");
            let text = format!(
                "declare {{ i4, i1 }} @{name}(i4, i4)\ndefine i5 @main(i4 %a, i4 %b) {{\n\
                 %p = call {{ i4, i1 }} @{name}(i4 %a, i4 %b)\n%r = extractvalue {{ i4, i1 }} %p, 0\n\
                 %o = extractvalue {{ i4, i1 }} %p, 1\n%w = zext i4 %r to i5\n%f = zext i1 %o to i5\n\
                 %h = shl i5 %f, 4\n%s = or i5 %w, %h\nret i5 %s\n}}"
            );
            let program = read(LAYOUT_64, &text).unwrap();
            for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
                let number = |x: u64| if sign == "s" { signed(x, 4) } else { x as i64 };
                let result = exact(number(a), number(b));
                let cut = result as u64 & 15;
                let overflows = number(cut) != result;
                assert_eq!(computed(&program, &[a, b]), cut | u64::from(overflows) << 4, "{name} of {a} and {b}");
            }
        }
    }
}
