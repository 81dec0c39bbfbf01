//! The table of library functions against the headers of this machine.

use euclase_runtime_stubs::{Row, row};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The headers of the C library and of POSIX, and others that come with glibc.
const HEADERS: &str = "\
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h \
    stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h threads.h time.h \
    uchar.h wchar.h wctype.h aio.h arpa/inet.h cpio.h dirent.h dlfcn.h fcntl.h fmtmsg.h fnmatch.h ftw.h glob.h grp.h \
    iconv.h langinfo.h libgen.h monetary.h mqueue.h net/if.h netdb.h netinet/in.h netinet/tcp.h nl_types.h poll.h \
    pthread.h pwd.h regex.h sched.h search.h semaphore.h spawn.h strings.h sys/ipc.h sys/mman.h sys/msg.h sys/resource.h \
    sys/select.h sys/sem.h sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/time.h sys/times.h sys/types.h sys/uio.h \
    sys/un.h sys/utsname.h sys/wait.h syslog.h tar.h termios.h ulimit.h unistd.h utime.h utmpx.h wordexp.h error.h err.h \
    argz.h envz.h getopt.h malloc.h alloca.h sys/random.h sys/ioctl.h sys/epoll.h sys/eventfd.h sys/sysinfo.h sys/statfs.h";

/// Where headers of this system are.
const FOLDERS: [&str; 3] = ["/usr/include", "/usr/include/x86_64-linux-gnu", "/usr/lib/llvm-19/lib/clang/19/include"];

/// Types that are pointers by another name.
const POINTERS: &str = "\
    locale_t iconv_t nl_catd wctrans_t timer_t __timer_t __sighandler_t sighandler_t __compar_fn_t comparison_fn_t \
    __compar_d_fn_t __free_fn_t __action_fn_t __ftw_func_t __ftw64_func_t __nftw_func_t __nftw64_func_t va_list \
    __gnuc_va_list thrd_start_t tss_dtor_t";

/// Types that are structs by another name.
const STRUCTS: &str = "div_t ldiv_t lldiv_t imaxdiv_t sigset_t cookie_io_functions_t";

/// The functions that the headers declare, with their types.
fn declared() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("all.c");
    let there =
        HEADERS.split(' ').filter(|header| FOLDERS.iter().any(|folder| Path::new(folder).join(header).is_file()));
    let includes: String = there.map(|header| format!("#include <{header}>\n")).collect();
    std::fs::write(&source, format!("#define _GNU_SOURCE 1\n{includes}")).expect("it can be written");
    let output = Command::new("clang-19")
        .args(["-std=gnu17", "-fsyntax-only", "-fno-color-diagnostics", "-Xclang", "-ast-dump"])
        .arg(&source)
        .output()
        .expect("clang-19 runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let functions = text.lines().filter(|line| line.starts_with("|-FunctionDecl ") && !line.contains(" implicit "));
    functions.filter_map(name_and_type).collect()
}

/// `... strcoll_l 'int (const char *, const char *, locale_t)' extern`
fn name_and_type(line: &str) -> Option<(String, String)> {
    let (before, rest) = line.split_once(" '")?;
    let (kind, _) = rest.split_once('\'')?;
    let name = before.rsplit(' ').next()?;
    let kind = kind.split(" __attribute__").next()?;
    Some((name.to_string(), kind.to_string()))
}

/// The letter that the table has for a type; none for types that C did not have before C23.
fn letter(kind: &str) -> Option<char> {
    let words: Vec<&str> = kind.split_whitespace().filter(|w| !["const", "volatile", "restrict"].contains(w)).collect();
    let kind = words.join(" ").replace("*restrict", "*").replace("*const", "*");
    let among = |names: &str| names.split(' ').any(|name| name == kind);
    Some(match kind.as_str() {
        "void" => 'v',
        "float" => 'f',
        "double" => 'd',
        "long double" => 'L',
        "char *" => 's',
        "FILE *" | "__FILE *" | "struct _IO_FILE *" => 'F',
        "..." => '.',
        _ if kind.ends_with(['*', ']']) || kind.contains("(*") || among(POINTERS) => 'p',
        _ if kind.starts_with("_Float") => return None,
        _ if kind.contains("_Complex")
            || kind.starts_with("struct ")
            || kind.starts_with("union ")
            || among(STRUCTS) =>
        {
            '?'
        }
        _ => 'i',
    })
}

/// The types of a result and of parameters, in the letters of the table.
fn letters(kind: &str) -> Option<(char, String)> {
    let inner = kind.strip_suffix(')')?;
    let mut depth = 0;
    let start = inner.char_indices().rev().find(|(_, c)| {
        depth += match c {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        depth < 0
    })?;
    let result = letter(inner[..start.0].trim())?;
    let parameters = parts(&inner[start.0 + 1..]).into_iter().filter(|kind| *kind != "void").map(letter);
    Some((result, parameters.collect::<Option<String>>()?))
}

/// What stands between the commas that are not in parentheses.
fn parts(list: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(list[start..].trim());
    found.retain(|part| !part.is_empty());
    found
}

fn fits(row: &Row, kind: &str) -> bool {
    letters(kind).is_none_or(|(result, parameters)| {
        row.result == result as u8 && row.parameters == parameters || row.result == b'?' && result == '?'
    })
}

#[test]
fn every_function_of_the_headers_has_a_row_with_its_prototype() {
    let declared = declared();
    assert!(declared.len() > 1500, "only {} functions are declared", declared.len());
    let mut wrong = Vec::new();
    for (name, kind) in &declared {
        // Types of C23 and their functions, of which nothing is said: a program that calls one gets no answer.
        if letters(kind).is_none() || kind.contains("_Float") {
            continue;
        }
        match row(name) {
            None => wrong.push(format!("{name}: no row for {kind}")),
            Some(row) if !fits(row, kind) => wrong.push(format!("{name}: {kind} is not {row:?}")),
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn prototypes_are_read_as_the_compiler_writes_them() {
    assert_eq!(letters("int (const char *, FILE *restrict, ...)"), Some(('i', "sF.".into())));
    assert_eq!(letters("void *(const void *, size_t, int (*)(const void *, const void *))"), Some(('p', "pip".into())));
    assert_eq!(letters("void (void)"), Some(('v', String::new())));
    assert_eq!(letters("_Float32 (_Float32)"), None);
    let line = "|-FunctionDecl 0x1 <line:1:1> line:2:12 strcoll_l 'int (const char *, locale_t)' extern";
    assert_eq!(name_and_type(line), Some(("strcoll_l".into(), "int (const char *, locale_t)".into())));
}
