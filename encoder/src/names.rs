//! Readable names for variables of a system, each given once.

use euclase_logic::is_reserved_word;
use rustc_hash::FxHashMap;

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
        if name.is_empty() || name.starts_with("bv") || is_reserved_word(&name) {
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
