//! What functions such as `printf` may write to: a conversion `%n` stores how much was printed.

/// Where the format of such a function is among its arguments.
pub(super) fn position(function: &str) -> Option<usize> {
    Some(match function {
        "printf" | "vprintf" | "printk" | "_printk" => 0,
        "fprintf" | "dprintf" | "vfprintf" | "__printf_chk" | "syslog" => 1,
        "__fprintf_chk" => 2,
        _ => return None,
    })
}

/// Whether a format has a conversion that writes to memory.
pub(super) fn writes(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, conversion)) = rest.split_once('%') {
        // Flags, width, precision, number of the argument, and length, in any order that there is.
        let kind = conversion.trim_start_matches(|c: char| c.is_ascii_digit() || "-+ #'I*.$hlLqjztZ".contains(c));
        if kind.starts_with('n') {
            return true;
        }
        let mut characters = kind.chars();
        characters.next();
        rest = characters.as_str();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::writes;

    #[test]
    fn only_a_conversion_n_writes() {
        for format in ["%n", "abc%hhn", "%5$n", "%d%%%-08.*lln", "%s %n %s"] {
            assert!(writes(format), "{format}");
        }
        for format in ["", "n", "%%n", "%dn", "%d %s %5.2lf\n", "100%", "%%%d n"] {
            assert!(!writes(format), "{format}");
        }
    }
}
