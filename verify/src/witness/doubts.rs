//! What the text of a file may hide.
//!
//! Statements, branches and calls are found in the text alone, but the compiler decides what they are. Where the text
//! has something that its reader does not follow, a place that is not found may be there all the same, and a function may
//! be another than it looks. So the compiler is asked what it sees, and where that may be something else, a witness is
//! neither confirmed nor rejected.

use super::expression::shorten;
use super::instrument::{ASSERTION_FAILURE, has_meaning};
use super::meaning::{Compiler, Macros};
use super::model::{Condition, Content, Flaw, Rule, Site, Witness};
use super::structure::{StatementKind, Structure};
use super::tokens::{TokenKind, continued};
use crate::property::Asked;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Words that mean something to the reader, or in what is put into the program. As macros they could be anything.
const OWN_WORDS: [&str; 31] = [
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "return",
    "goto",
    "break",
    "continue",
    "sizeof",
    "int",
    "unsigned",
    "void",
    "static",
    "extern",
    "abort",
    "__builtin_abort",
    "__typeof__",
    "__auto_type",
    "__attribute__",
    "used",
    "_Static_assert",
    "__builtin_types_compatible_p",
    "_Exit",
    "asm",
    "__asm__",
    "struct",
    "enum",
];

/// What is another thing in the program that is made of the witness than in the given one.
const POSITIONS: [&str; 9] = [
    "__LINE__",
    "__FILE__",
    "__FILE_NAME__",
    "__BASE_FILE__",
    "__COUNTER__",
    "__INCLUDE_LEVEL__",
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
];

/// What a file may hide from who reads its text.
#[derive(Clone, Debug, Default)]
pub struct Doubts {
    /// Why a place that is not found may be there.
    hidden: Option<String>,
    /// The lines with a macro that is no number.
    lines: BTreeSet<u32>,
}

impl Doubts {
    /// Looks at a file, and refuses one whose text is not what the compiler reads.
    pub fn of(structure: &Structure, macros: &Macros, preprocessed: bool) -> Result<Doubts, Flaw> {
        let unsupported = |what: &str| Err(Flaw::Unsupported(format!("the file uses {what}, which is not followed")));
        if let Some(word) = OWN_WORDS.iter().find(|word| macros.has(word)) {
            return unsupported(&format!("a macro '{word}'"));
        }
        if let Some(what) = oddity(structure) {
            return unsupported(what);
        }
        let text = &structure.tokens.text;
        let directives = || structure.tokens.directives.iter().map(|range| &text[range.clone()]);
        if let Some(word) = POSITIONS.iter().find(|word| text.contains(**word) || macros.own_mentions(word)) {
            return unsupported(&format!("'{word}'"));
        }
        if preprocessed && let Some(directive) = directives().find(|text| !is_one(text, &["pragma", "ident"])) {
            return unsupported(&format!("the directive '{}' behind preprocessing", shorten(directive)));
        }
        let words =
            (0..structure.tokens.tokens.len()).filter(|at| structure.tokens.tokens[*at].kind == TokenKind::Word);
        let strange: Vec<usize> = words.filter(|at| macros.is_strange(structure.tokens.word(*at))).collect();
        let conditional = ["if", "ifdef", "ifndef", "elif", "else"];
        let bracket = |token: usize| matches!(structure.tokens.word(token), "{" | "(" | "[");
        let unmatched = |token: &usize| bracket(*token) && structure.closing(*token).is_none();
        let hidden = if let Some(token) = strange.first() {
            Some(format!("the file uses '{}'", shorten(structure.tokens.word(*token))))
        } else if directives().any(|text| is_one(text, &conditional)) {
            Some("the preprocessor may leave out parts of the file".to_string())
        } else if structure.tokens.directives.iter().any(|range| includes(structure, range)) {
            Some("the file includes another".to_string())
        } else if (0..structure.tokens.tokens.len()).any(|token| unmatched(&token)) {
            Some("brackets of the file do not match".to_string())
        } else {
            None
        };
        let lines = strange.iter().map(|token| structure.position(*token).0).collect();
        Ok(Doubts { hidden, lines })
    }

    /// What is said to be wrong may be there where the text is not followed.
    pub fn about(&self, flaw: Flaw) -> Flaw {
        match (flaw, &self.hidden) {
            (Flaw::Wrong(what), Some(why)) => Flaw::Unsupported(format!("{what}, but {why}")),
            (flaw, _) => flaw,
        }
    }

    /// Why an execution may do what a witness says although none is found that does what is understood of it.
    pub fn of_rules(&self, structure: &Structure, rules: &[Rule]) -> Option<String> {
        rules.iter().find_map(|rule| {
            let line = rule.site.position().line;
            if self.lines.contains(&line) {
                return Some(format!("line {line} uses a macro"));
            }
            let has_parts = |range: &std::ops::Range<usize>| {
                range.clone().any(|token| matches!(structure.tokens.word(token), "&&" | "||"))
            };
            match &rule.site {
                // Others look at the parts of a condition one by one.
                Site::BranchOn(_) => {
                    let here = |token: usize| structure.position(token).0 == line;
                    let mut conditions = structure
                        .statements
                        .iter()
                        .filter(|statement| here(statement.tokens.start))
                        .filter_map(|statement| statement.condition())
                        .chain(
                            structure.choices.iter().filter(|choice| here(choice.mark)).map(|choice| &choice.condition),
                        );
                    let on_line = (0..structure.tokens.tokens.len()).filter(|token| here(*token));
                    let on_line = on_line.map(|token| token..token + 1).any(|range| has_parts(&range));
                    (on_line || conditions.any(has_parts))
                        .then(|| format!("a condition at line {line} has several parts"))
                }
                _ => None,
            }
        })
    }
}

/// Refuses functions that are not what their names say: they have another name for the linker, are defined where the
/// text does not show it, or are no functions.
pub fn permit_functions(
    compiler: &Compiler,
    file: &Path,
    (structure, macros, preprocessed): (&Structure, &Macros, bool),
    asked: &Asked,
) -> Result<(), Flaw> {
    let is_called = |name: &str| structure.calls.iter().any(|call| call.name == name);
    let called = structure.calls.iter().filter(|call| has_meaning(call, asked)).map(|call| call.name.as_str());
    let mut names: BTreeSet<&str> = called.collect();
    // This is what ends an execution that does otherwise.
    names.insert("abort");
    let is_about_assertions = asked.error_functions.iter().any(|name| name == ASSERTION_FAILURE);
    if is_about_assertions && is_called("assert") && (preprocessed || !macros.asserts()) {
        return Err(Flaw::Unsupported("'assert' is not that of the C library here".to_string()));
    }
    let mut filters: BTreeSet<&str> = names.iter().copied().filter(|name| !is_input(name)).collect();
    if names.iter().any(|name| is_input(name)) {
        filters.insert(INPUT);
    }
    let mut declared: BTreeMap<String, Declared> = BTreeMap::new();
    for filter in filters {
        let listed = compiler.declarations(file, filter);
        let listed = listed.ok_or_else(|| Flaw::Unsupported("the program cannot be read by clang".to_string()))?;
        read_declarations(&listed, &mut declared);
    }
    for name in names {
        let Some(declared) = declared.get(name) else { continue };
        let defined = structure.functions.iter().any(|function| function.name == name);
        let what = if declared.renamed {
            "has another name for the linker"
        } else if declared.other {
            "is no function everywhere"
        } else if declared.defined && name == "abort" {
            "is a function of the program"
        } else if declared.defined != defined {
            "is defined where it is not seen"
        } else {
            continue;
        };
        return Err(Flaw::Unsupported(format!("'{}' {what}", shorten(name))));
    }
    Ok(())
}

/// How the names of functions start that give arbitrary values.
const INPUT: &str = "__VERIFIER_nondet_";

fn is_input(name: &str) -> bool {
    name.starts_with(INPUT)
}

/// What the compiler knows about a name.
#[derive(Default)]
struct Declared {
    defined: bool,
    renamed: bool,
    other: bool,
}

/// Reads what clang lists for declarations: for each a heading, a line, and its parts with a sign of the tree before them.
fn read_declarations(listed: &str, declared: &mut BTreeMap<String, Declared>) {
    let mut name = "";
    for line in listed.lines() {
        if let Some(heading) = line.strip_prefix("Dumping ") {
            let heading = heading.trim_end_matches(':');
            name = heading.rsplit("::").next().unwrap_or(heading);
            continue;
        }
        if name.is_empty() || line.is_empty() {
            continue;
        }
        let known = declared.entry(name.to_string()).or_default();
        let part = line.strip_prefix("|-").or_else(|| line.strip_prefix("`-"));
        match part.map(|part| part.split_whitespace().next().unwrap_or_default()) {
            None if line.starts_with([' ', '|']) => {}
            None => known.other |= !line.starts_with("FunctionDecl"),
            Some("CompoundStmt") => known.defined = true,
            Some("AsmLabelAttr" | "AliasAttr" | "IFuncAttr" | "WeakRefAttr" | "WeakAttr") => known.renamed = true,
            Some(_) => {}
        }
    }
}

/// Whether a directive is one of some.
fn is_one(directive: &str, names: &[&str]) -> bool {
    let text = directive.trim_start_matches(['#', ' ', '\t']);
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    end == 0 || names.contains(&&text[..end])
}

/// Whether a directive includes a file of the program's own, or one inside of a function.
fn includes(structure: &Structure, range: &std::ops::Range<usize>) -> bool {
    let text = &structure.tokens.text[range.clone()];
    let is_include = !is_one(text, &[]) && is_one(text, &["include", "include_next", "import", "embed"]);
    let inside = || structure.functions.iter().any(|function| structure.bytes(&function.body).contains(&range.start));
    is_include && (!text.contains('<') || inside())
}

/// What makes the text another one for the compiler than for its reader.
fn oddity(structure: &Structure) -> Option<&'static str> {
    let (tokens, text) = (&structure.tokens, &structure.tokens.text);
    let bytes = text.as_bytes();
    let pairs = tokens.tokens.windows(2).enumerate();
    for (at, pair) in pairs {
        let (first, second) = (tokens.word(at), tokens.word(at + 1));
        let adjacent = pair[0].end == pair[1].start;
        match (first, second) {
            ("<", ":" | "%") | ("%", ">" | ":") | (":", ">") | ("<", "%=") if adjacent => return Some("digraphs"),
            ("R" | "LR" | "uR" | "UR" | "u8R", string) if adjacent && string.starts_with('"') => {
                return Some("raw strings");
            }
            (_, quoted) if adjacent && pair[0].kind == TokenKind::Number && quoted.starts_with('\'') => {
                return Some("numbers with a ' in them");
            }
            _ => {}
        }
        if bytes.get(pair[0].end) == Some(&b'\\') && continued(bytes, pair[0].end) == Some(pair[1].start) {
            return Some("a word that goes on in the next line");
        }
    }
    if bytes.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n') {
        return Some("lines that end with a carriage return only");
    }
    let trigraph = |at: usize| bytes.get(at + 2).is_some_and(|byte| b"=/'()!<>-".contains(byte));
    let is_trigraph = text.match_indices("??").any(|(at, _)| trigraph(at));
    is_trigraph.then_some("trigraphs")
}

/// Refuses a witness about a `switch` whose cases a macro or a file may have.
pub fn permit_cases(structure: &Structure, macros: &Macros, witness: &Witness) -> Result<(), Flaw> {
    let Content::Violation(rules) = &witness.content else { return Ok(()) };
    let is_switch = |line: u32| {
        let mut switches = structure.statements.iter().filter(|one| matches!(one.kind, StatementKind::Switch(_)));
        switches.any(|one| (one.tokens.start..one.tokens.end).any(|token| structure.position(token).0 == line))
    };
    let branches = |rule: &Rule| match rule.site {
        Site::Branch(at) => is_switch(at.line),
        Site::BranchOn(line) => is_switch(line),
        _ => matches!(rule.condition, Condition::Case(_) | Condition::Default),
    };
    if !rules.iter().any(branches) {
        return Ok(());
    }
    let words = (0..structure.tokens.tokens.len()).map(|at| structure.tokens.word(at));
    let hides = |word: &&str| macros.mentions(word, &["case", "default"]);
    let included = structure.tokens.directives.iter().any(|range| includes(structure, range));
    match words.into_iter().find(hides) {
        Some(word) => Err(Flaw::Unsupported(format!("the macro '{}' may hide cases", shorten(word)))),
        None if included => Err(Flaw::Unsupported("a file that is included may have cases".to_string())),
        None => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn doubts(text: &str) -> Result<Doubts, Flaw> {
        Doubts::of(&Structure::read(text), &Macros::default(), false)
    }

    #[test]
    fn text_that_is_another_for_the_compiler_is_refused() {
        for text in [
            "int main(void) <% return 0; %>",
            "int a<:3:>;",
            "char *s = R\"({)\";",
            "int x = 1'000;",
            "int reach_\\\nerror;",
            "// x\rint y;",
            "int x; // ??/\n",
            "int x = __LINE__;",
            "const char *s = __FILE__;",
        ] {
            assert!(matches!(doubts(text), Err(Flaw::Unsupported(_))), "{text}");
        }
        let plain =
            doubts("#include <a.h>\n#define X \\\n 3\nint x = 1 < 2, y = '\\'', z = x \\\n + 1;\r\n#pragma once\n");
        assert_eq!(plain.unwrap().hidden, None);
        assert!(Doubts::of(&Structure::read("#if 0\n#endif\n"), &Macros::default(), true).is_err());
    }

    #[test]
    fn what_may_hide_a_place_is_known() {
        for text in [
            "#if A\nint x;\n#endif\n",
            "#include \"a.h\"\n",
            "int main(void) {\n#include <cases.h>\n}\n",
            "int main(void) {",
            "int f(void) { _Pragma(\"nounroll\") while (1) ; }",
        ] {
            let doubts = doubts(text).unwrap();
            assert!(doubts.hidden.is_some(), "{text}");
            assert!(matches!(doubts.about(Flaw::Wrong("it".into())), Flaw::Unsupported(_)));
        }
    }

    #[test]
    fn declarations_are_read_as_clang_lists_them() {
        let listed = "Dumping f:\nFunctionDecl 0x1 <a.c:3:1, col:38> col:12 used f 'int (void)' extern\n\
                      `-AsmLabelAttr 0x2 <line:2:48> Implicit \"zero\"\n\nDumping g:\nFunctionDecl 0x1 <a.c:1:1> g\n\
                      |-ParmVarDecl 0x1\n`-CompoundStmt 0x1\n  `-CompoundStmt\n\nDumping h:\nVarDecl 0x1 <a.c:1:1> h\n";
        let mut declared = BTreeMap::new();
        read_declarations(listed, &mut declared);
        let told = |name: &str| declared.get(name).map(|one| (one.defined, one.renamed, one.other));
        assert_eq!(told("f"), Some((false, true, false)));
        assert_eq!(told("g"), Some((true, false, false)));
        assert_eq!(told("h"), Some((false, false, true)));
    }
}
