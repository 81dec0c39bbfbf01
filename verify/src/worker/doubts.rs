//! What makes a proof of a program worth less than it seems: looked for where programs are prepared.

use euclase_program::CheckKind;
use euclase_result::{CheckCount, Doubt};
use std::path::{Path, PathBuf};

/// Functions that mean something, and that are easily misspelt.
const MEANINGFUL: [&str; 6] =
    ["reach_error", "__VERIFIER_error", "__VERIFIER_assert", "__VERIFIER_assume", "__assert_fail", "assert"];

/// How many letters may be wrong in a name that is nearly another one, at most, and how many right ones each of them needs: short words
/// are near to each other.
const NEARLY: usize = 2;
const RIGHT_FOR_WRONG: usize = 6;

/// The reasons to doubt a proof of a program: what its files, the flags of the compiler, its checks and the functions
/// without a body that it calls give.
pub(super) fn of(files: &[PathBuf], flags: &[String], made: &[CheckCount], externals: &[String]) -> Vec<Doubt> {
    let mut doubts: Vec<Doubt> = externals.iter().filter_map(|name| misspelt(name)).collect();
    if made.is_empty() {
        doubts.push(Doubt::NothingChecked);
    }
    let has_assertions = made.iter().any(|count| count.check == CheckKind::Assert);
    let removed = files.iter().filter(|file| !has_assertions && removes_assertions(file, flags));
    doubts.extend(removed.map(|file| Doubt::AssertionsRemoved { file: file.display().to_string() }));
    doubts
}

fn misspelt(name: &str) -> Option<Doubt> {
    if name == "assert" {
        return Some(Doubt::AssertWithoutHeader);
    }
    let meant = MEANINGFUL.iter().filter(|meant| **meant != name).map(|meant| (distance(name, meant), *meant)).min()?;
    let is_near = meant.0 <= NEARLY && meant.0 * RIGHT_FOR_WRONG <= name.len();
    is_near.then(|| Doubt::Misspelt { name: name.to_string(), meant: meant.1.to_string() })
}

/// Whether a file has assertions that `NDEBUG` removes. What macros and headers do is not followed.
fn removes_assertions(file: &Path, flags: &[String]) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else { return false };
    let defines = |line: &str| {
        let words: Vec<&str> = line.trim_start().trim_start_matches('#').split_whitespace().collect();
        line.trim_start().starts_with('#') && words.starts_with(&["define", "NDEBUG"])
    };
    let is_defined =
        flags.iter().any(|flag| flag == "-DNDEBUG" || flag.starts_with("-DNDEBUG=")) || text.lines().any(defines);
    let is_call = |(at, _): (usize, &str)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    };
    is_defined && text.match_indices("assert(").any(is_call)
}

/// How many letters have to be added, taken away or changed to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            let best = changed.min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubts(text: &str, flags: &[&str], made: &[CheckCount], externals: &[&str]) -> Vec<Doubt> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.c");
        std::fs::write(&file, text).expect("a file can be written");
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<String>>();
        of(&[file], &words(flags), made, &words(externals))
    }

    const ONE: [CheckCount; 1] = [CheckCount { check: CheckKind::Bounds, places: 1 }];

    #[test]
    fn a_program_without_checks_is_doubted() {
        assert_eq!(doubts("int main(void) { return 0; }", &[], &[], &[]), [Doubt::NothingChecked]);
        assert_eq!(doubts("int main(void) { return 0; }", &[], &ONE, &[]), []);
    }

    #[test]
    fn names_that_are_nearly_others_are_doubted() {
        let misspelt = |name: &str| doubts("", &[], &ONE, &[name]);
        assert!(matches!(&misspelt("reach_eror")[..], [Doubt::Misspelt { meant, .. }] if meant == "reach_error"));
        assert!(
            matches!(&misspelt("__VERIFIER_asert")[..], [Doubt::Misspelt { meant, .. }] if meant == "__VERIFIER_assert")
        );
        assert_eq!(misspelt("assert"), [Doubt::AssertWithoutHeader]);
        assert_eq!([misspelt("read_sensor"), misspelt("each_error_code"), misspelt("asset")], [vec![], vec![], vec![]]);
    }

    #[test]
    fn assertions_that_are_removed_are_doubted() {
        let removed = |text: &str, flags: &[&str]| doubts(text, flags, &ONE, &[]).len();
        assert_eq!(removed("int main(void) { assert(0); }", &["-DNDEBUG"]), 1);
        assert_eq!(removed(" # define NDEBUG 1\nint main(void) { assert (0); assert(1); }", &[]), 1);
        assert_eq!(removed("int main(void) { my_assert(0); }", &["-DNDEBUG"]), 0);
        assert_eq!(removed("int main(void) { assert(0); }", &["-DDEBUG"]), 0);
    }
}
