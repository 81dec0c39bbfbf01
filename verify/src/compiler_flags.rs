//! Flags for the compiler among the arguments, written as for a compiler.
//!
//! clap does not know options like `-std=gnu11` or `-include FILE`, so these are taken out of the
//! command line before it sees the rest.

use std::ffi::OsString;

/// Flags whose value stands behind them, in the same word or in the next.
const WITH_VALUE: [&str; 8] = ["-include", "-isystem", "-iquote", "-imacros", "-idirafter", "-I", "-D", "-U"];

/// How other flags start.
const PREFIXES: [&str; 3] = ["-std=", "-f", "-m"];

/// Flags that compile lines bring along and that change nothing here: about optimisation, warnings, debug information, dependency
/// files and linking.
const IDLE: [&str; 9] = ["-O", "-W", "-g", "-M", "-L", "-l", "-pedantic", "-pipe", "-pthread"];

/// Those of them whose value is the next word.
const IDLE_WITH_VALUE: [&str; 3] = ["-MF", "-MT", "-MQ"];

/// How flags start with which a compiled program does something else than its source says, or which decide what we decide.
const REFUSED: [&str; 34] = [
    "-finstrument",
    "-fprofile",
    "-fcs-profile",
    "-fcreate-profile",
    "-fmemory-profile",
    "-fcoverage",
    "-ftest-coverage",
    "-fsanitize",
    "-ftrapv",
    "-fxray",
    "-fpatchable",
    "-fplugin",
    "-fpass-plugin",
    "-fopenmp",
    "-fsplit-stack",
    "-fstack-check",
    "-fsyntax-only",
    "-ftrivial-auto-var-init=zero",
    "-ftrivial-auto-var-init=pattern",
    "-ffast-math",
    "-funsafe-math",
    "-ffinite-math-only",
    "-fassociative-math",
    "-freciprocal-math",
    "-fno-signed-zeros",
    "-fno-honor-",
    "-fapprox-func",
    "-ffp-model",
    "-ffp-contract=fast",
    "-frounding-math",
    "-fdenormal-fp-math",
    "-mllvm",
    "-mfentry",
    "-mnop-mcount",
];

/// Whether a flag changes nothing. What is passed on to the preprocessor may.
fn is_idle(flag: &str) -> bool {
    flag == "-c" || IDLE.iter().any(|start| flag.starts_with(start)) && !flag.starts_with("-Wp,")
}

/// The command line without the flags, and the flags. The first argument is the program's name.
pub fn split(arguments: impl IntoIterator<Item = OsString>) -> Result<(Vec<OsString>, Vec<String>), String> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let writes_a_stage = arguments.iter().any(|argument| argument.to_string_lossy().starts_with("--emit"));
    let mut arguments = arguments.into_iter();
    let mut rest: Vec<OsString> = arguments.next().into_iter().collect();
    let mut flags = Vec::new();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            rest.push(argument);
            rest.extend(arguments);
            break;
        }
        let text = argument.to_string_lossy();
        if is_idle(&text) {
            if IDLE_WITH_VALUE.contains(&&*text) {
                arguments.next();
            }
            continue;
        }
        // The object file of a compile line is not wanted.
        if text == "-o" && !writes_a_stage {
            arguments.next();
            continue;
        }
        let with_value = WITH_VALUE.iter().find(|flag| text.starts_with(**flag));
        if with_value.is_none() && !PREFIXES.iter().any(|prefix| text.starts_with(prefix)) {
            rest.push(argument);
            continue;
        }
        if let Some(flag) = REFUSED.iter().find(|flag| text.starts_with(**flag)) {
            return Err(format!(
                "the compiler option '{text}' is not supported: with '{flag}' a program does not do what its source says"
            ));
        }
        let bare = with_value.is_some_and(|flag| text == **flag);
        let value = if bare { arguments.next() } else { None };
        if bare && value.is_none() {
            return Err(format!("a value is missing behind '{text}'"));
        }
        for word in std::iter::once(argument.clone()).chain(value) {
            let word = word.into_string();
            flags.push(word.map_err(|word| format!("the compiler option '{}' is not UTF-8", word.display()))?);
        }
    }
    Ok((rest, flags))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn check(line: &str, rest: &str, flags: &str) {
        let (others, found) = split(line.split_whitespace().map(OsString::from)).unwrap();
        let others: Vec<String> = others.into_iter().map(|word| word.into_string().unwrap()).collect();
        assert_eq!((others.join(" ").as_str(), found.join(" ").as_str()), (rest, flags));
    }

    #[test]
    fn flags_are_told_from_options() {
        check("verify -Iinc -I inc2 a.c -DX=1 -D Y -UZ", "verify a.c", "-Iinc -I inc2 -DX=1 -D Y -UZ");
        check("verify -std=gnu11 -include x.h -m32 a.c", "verify a.c", "-std=gnu11 -include x.h -m32");
        check("verify -funsigned-char -isystem /usr/x a.c", "verify a.c", "-funsigned-char -isystem /usr/x");
    }

    #[test]
    fn other_options_stay() {
        check(
            "verify -e bmc -t 5s -q --full-trace -vv --emit vmt -o x a.c",
            "verify -e bmc -t 5s -q --full-trace -vv --emit vmt -o x a.c",
            "",
        );
        check("verify -m64 -- -Ifile.c", "verify -- -Ifile.c", "-m64");
    }

    #[test]
    fn what_changes_the_program_is_refused() {
        for flag in ["-finstrument-functions", "-fsanitize=address", "-ftrapv", "-fprofile-arcs", "-ffast-math"] {
            assert!(split(["verify", "a.c", flag].map(OsString::from)).unwrap_err().contains(flag));
        }
        for flag in ["-fno-sanitize=all", "-fsigned-char", "-fno-strict-aliasing", "-fno-trapv"] {
            assert!(split(["verify", "a.c", flag].map(OsString::from)).is_ok());
        }
    }

    #[test]
    fn compile_lines_are_taken_as_they_are() {
        check(
            "verify -c -O2 -Wall -Wextra -g3 -pipe -pthread -MMD -MF a.d -MT a.o -Iinc -march=native -o a.o a.c -lm",
            "verify a.c",
            "-Iinc -march=native",
        );
        assert!(split(["verify", "-Wp,-DX=1", "a.c"].map(OsString::from)).unwrap().0.len() == 3);
    }

    #[test]
    fn a_missing_value_is_told() {
        assert!(split(["verify", "a.c", "-I"].map(OsString::from)).unwrap_err().contains("'-I'"));
    }
}
