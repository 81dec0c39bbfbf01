//! What is known about functions without a body, by their names.

use super::unmodelled;
use inkwell::llvm_sys::LLVMTypeKind;

/// What a call of a function without a body does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Library {
    /// Takes an input.
    Input,
    /// Makes memory arbitrary: address and size.
    FillMemory,
    /// Goes on only if its argument is true.
    Assume,
    /// Fails if its argument is false.
    Assert,
    /// Ends the program.
    Exit,
    /// Does nothing that the program could see.
    Nothing,
    /// Its result is any value, and it leaves the program's memory alone.
    Harmless,
    /// Stays a call, for whoever imports the module.
    Allocation,
    /// Memory until the function returns.
    LocalMemory,
    /// LLVM's own copying or filling of memory.
    CopyMemory,
    /// LLVM's own copying of memory that may overlap.
    MoveMemory,
    /// LLVM's own filling of memory.
    SetMemory,
    /// An operation on floating-point numbers that LLVM has, too.
    Float(Float),
    /// A part of what is printed to memory, in a model.
    Printing,
    /// Leaves the program's memory alone; its result is a certain one that is not known here.
    Computes,
    /// The same, if it takes or gives a floating-point number: a program may well mean something else by `log`.
    ComputesNumber,
    /// Changes memory that the program can see in ways that are not modelled, whatever is assumed of other functions.
    Writes,
    /// Reads values by a format, which is the argument at this position.
    Scan(usize),
    /// Something that cannot be said, and its name.
    Refused(&'static str),
    /// Nothing is known.
    Unknown,
}

/// An operation on floating-point numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Float {
    /// The intrinsic of LLVM, or none for the remainder, which is an instruction.
    pub(super) intrinsic: Option<&'static str>,
    /// How many arguments it has.
    pub(super) arity: usize,
    /// The type of the arguments and of the result.
    pub(super) kind: LLVMTypeKind,
}

/// The operation that a function of <math.h> is: `floor` of a double, `floorf` of a float, `floorl` of a long double.
fn float(name: &str) -> Option<Float> {
    let operation = |base: &str, kind| {
        let (intrinsic, arity) = match base {
            "fabs" => (Some("llvm.fabs"), 1),
            "sqrt" => (Some("llvm.sqrt"), 1),
            "floor" => (Some("llvm.floor"), 1),
            "ceil" => (Some("llvm.ceil"), 1),
            "trunc" => (Some("llvm.trunc"), 1),
            "round" => (Some("llvm.round"), 1),
            "roundeven" => (Some("llvm.roundeven"), 1),
            "rint" => (Some("llvm.rint"), 1),
            "nearbyint" => (Some("llvm.nearbyint"), 1),
            "fmin" => (Some("llvm.minnum"), 2),
            "fmax" => (Some("llvm.maxnum"), 2),
            "copysign" => (Some("llvm.copysign"), 2),
            "fmod" => (None, 2),
            _ => return None,
        };
        Some(Float { intrinsic, arity, kind })
    };
    let of_suffix = |suffix, kind| name.strip_suffix(suffix).and_then(|base| operation(base, kind));
    operation(name, LLVMTypeKind::LLVMDoubleTypeKind)
        .or_else(|| of_suffix('f', LLVMTypeKind::LLVMFloatTypeKind))
        .or_else(|| of_suffix('l', LLVMTypeKind::LLVMX86_FP80TypeKind))
}

/// What a function of this name does.
pub(super) fn known(name: &str) -> Library {
    if name == "__VERIFIER_nondet_memory" {
        return Library::FillMemory;
    }
    if name.starts_with("__VERIFIER_nondet") {
        return Library::Input;
    }
    if name.starts_with("pthread_") || name.starts_with("thrd_") || name.starts_with("mtx_") {
        return Library::Refused("threads");
    }
    if let Some(float) = float(name) {
        return Library::Float(float);
    }
    if let Some(library) = unmodelled::known(name) {
        return library;
    }
    match name {
        "__VERIFIER_assume" => Library::Assume,
        "__VERIFIER_assert" => Library::Assert,
        "abort"
        | "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "__assert_fail"
        | "__assert"
        | "__assert_rtn"
        | "__assert_perror_fail"
        | "__builtin_trap"
        | "__VERIFIER_exit" => Library::Exit,
        "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => Library::Nothing,
        "malloc" | "calloc" | "free" => Library::Allocation,
        "euclase_any_text" | "euclase_any_length" => Library::Printing,
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => Library::Scan(0),
        "sscanf" | "fscanf" | "__isoc99_sscanf" | "__isoc99_fscanf" | "__isoc23_sscanf" | "__isoc23_fscanf" => {
            Library::Scan(1)
        }
        "alloca" | "__builtin_alloca" => Library::LocalMemory,
        "memcpy" | "__memcpy_chk" | "__builtin_memcpy" => Library::CopyMemory,
        "memmove" | "__memmove_chk" | "__builtin_memmove" => Library::MoveMemory,
        "memset" | "__memset_chk" | "__builtin_memset" => Library::SetMemory,
        "setjmp" | "_setjmp" | "__setjmp" | "sigsetjmp" | "__sigsetjmp" | "longjmp" | "_longjmp" | "siglongjmp" => {
            Library::Refused("setjmp and longjmp")
        }
        "fork" | "vfork" | "clone" | "execv" | "execve" | "execvp" | "execvpe" | "execl" | "execle" | "execlp" => {
            Library::Refused("processes")
        }
        // What calls a function of ours later, or from inside, where nobody would see the call.
        "atexit" | "on_exit" | "at_quick_exit" | "__cxa_atexit" | "__cxa_at_quick_exit" => {
            Library::Refused("functions that run after 'main'")
        }
        "signal" | "bsd_signal" | "sysv_signal" | "__sysv_signal" | "ssignal" | "sigaction" | "sigset" | "raise"
        | "gsignal" | "kill" | "killpg" | "sigqueue" | "alarm" | "ualarm" | "setitimer" | "timer_create" => {
            Library::Refused("signals")
        }
        "qsort" | "qsort_r" | "bsearch" | "lfind" | "lsearch" | "tsearch" | "tfind" | "tdelete" | "twalk"
        | "tdestroy" | "ftw" | "nftw" | "scandir" | "glob" | "dl_iterate_phdr" | "call_once" => {
            Library::Refused("a library function that calls back")
        }
        "makecontext" | "swapcontext" | "setcontext" | "getcontext" => Library::Refused("contexts of control"),
        "dlopen" | "dlsym" | "dlvsym" => Library::Refused("dynamic loading"),
        "fesetround" | "fesetenv" | "feholdexcept" | "feupdateenv" | "fesetmode" => {
            Library::Refused("another way of rounding")
        }
        "ungetc" | "ungetwc" => Library::Refused("bytes that are given back to a stream"),
        "printf" | "fprintf" | "dprintf" | "vprintf" | "vfprintf" | "__printf_chk" | "__fprintf_chk" | "puts"
        | "putchar" | "putc" | "fputc" | "_IO_putc" | "putchar_unlocked" | "fputs" | "fputs_unlocked" | "putw"
        | "fwrite" | "fflush" | "perror" | "printk" | "_printk" | "syslog" | "fclose" | "srand" | "srandom"
        | "fopen" | "fdopen" | "setlocale" | "sleep" | "usleep" | "strerror" | "getenv" | "access" | "unlink"
        | "remove" | "puts_unlocked" | "fileno" | "feof" | "ferror" | "clearerr" | "rewind" | "close" | "getpid"
        | "getppid" | "getuid" | "geteuid" | "clock" | "isatty" | "system" => Library::Harmless,
        _ => Library::Unknown,
    }
}

/// Whether the result of a function that prints tells how much was printed, or what: not any number.
pub(super) fn tells_what_was_printed(name: &str) -> bool {
    matches!(
        name,
        "printf"
            | "fprintf"
            | "dprintf"
            | "vprintf"
            | "vfprintf"
            | "__printf_chk"
            | "__fprintf_chk"
            | "puts"
            | "putchar"
            | "putc"
            | "fputc"
            | "_IO_putc"
            | "putchar_unlocked"
            | "fputs"
            | "fputs_unlocked"
            | "puts_unlocked"
            | "putw"
            | "fwrite"
            | "printk"
            | "_printk"
    )
}
