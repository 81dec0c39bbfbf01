//! Readable names for variables of a system, each given once.

use rustc_hash::FxHashMap;

/// Words that mean something in SMT-LIB, so that a variable of that name would be renamed when the
/// system is written.
const RESERVED: [&str; 37] = [
    "true",
    "false",
    "let",
    "_",
    "as",
    "forall",
    "exists",
    "match",
    "par",
    "const",
    "extract",
    "zero_extend",
    "sign_extend",
    "Bool",
    "Int",
    "BitVec",
    "Array",
    "NUMERAL",
    "STRING",
    "not",
    "ite",
    "select",
    "store",
    "mod",
    "concat",
    "div",
    "and",
    "or",
    "xor",
    "distinct",
    "abs",
    "repeat",
    "rotate_left",
    "rotate_right",
    "DECIMAL",
    "BINARY",
    "HEXADECIMAL",
];

/// The names given so far.
#[derive(Default)]
pub(crate) struct Names {
    /// How often each name was wished for.
    wishes: FxHashMap<String, usize>,
}

impl Names {
    /// The name wished for, with a number after it if something else has it.
    pub fn unique(&mut self, wish: &str) -> String {
        let mut name: String = wish
            .chars()
            .map(|c| if (c.is_ascii_graphic() || c == ' ') && !matches!(c, '|' | '\\') { c } else { '_' })
            .collect();
        // Words of the logic of bit-vectors all begin with these letters.
        if name.is_empty() || name.starts_with("bv") || RESERVED.contains(&name.as_str()) {
            name.push_str(".v");
        }
        loop {
            let count = self.wishes.entry(name.clone()).or_insert(0);
            *count += 1;
            if *count == 1 {
                return name;
            }
            let numbered = format!("{name}.{count}");
            if !self.wishes.contains_key(&numbered) {
                self.wishes.insert(numbered.clone(), 1);
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_never_words_of_smt_lib() {
        let mut names = Names::default();
        let wishes = ["i", "i", "i.2", "i", "and", "bvadd", "", "a|b", "a_b", "é"];
        let given: Vec<String> = wishes.iter().map(|wish| names.unique(wish)).collect();
        assert_eq!(given, ["i", "i.2", "i.2.2", "i.3", "and.v", "bvadd.v", ".v", "a_b", "a_b.2", "_.v"]);
    }
}
