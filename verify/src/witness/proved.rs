//! What a proof says, as the invariants of a witness.
//!
//! A proof is about the program after inlining, so that a loop of the file may be there in several copies, one for each
//! chain of calls, or once for several. What is told of the loop has to hold in all of them: what all copies say, or
//! one of what they say, and nothing if a copy is missing, since the compiler may have found something out about it.
//!
//! At a place behind a loop that is left only through its condition, the same holds, and the condition does not. What was
//! proved about the arguments of a recursive function holds where its body starts. YAML has places for that; automata
//! have what leads there: a condition that is false, a function that is entered.

use super::expression::{check, is_type_word};
use super::instrument;
use super::make::token_at;
use super::meaning::{Macros, permit_divisions};
use super::model::{Invariant, Moment, Position};
use super::structure::{Statement, StatementKind, Structure};
use super::tokens::{TokenKind, Tokens};
use crate::args::WitnessFormat;
use euclase_result::{Contract, LoopCopy, LoopInvariant};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Longer alternatives of what copies say are of no use to anybody.
const LONGEST: usize = 2000;

/// What was proved, and what it is about.
pub struct Proof<'a> {
    /// The program.
    pub structure: &'a Structure,
    /// Its macros, if they are known.
    pub macros: Option<&'a Macros>,
    /// What holds at loops.
    pub loops: &'a [LoopInvariant],
    /// What holds when functions are called, of those that were not inlined.
    pub contracts: &'a [Contract],
    /// Whether the property is that nothing overflows, also not where an invariant is evaluated.
    pub no_overflow: bool,
    /// What it is told in.
    pub format: WitnessFormat,
}

/// A loop of the file, with what was proved about its copies.
type Copies<'a> = Vec<(LoopCopy, Vec<&'a String>)>;

impl Proof<'_> {
    /// The invariants.
    pub fn invariants(&self) -> Vec<Invariant> {
        let mut found = Vec::new();
        let mut behind = Vec::new();
        let chains = self.chains();
        for (index, copies) in self.at_loops() {
            let statement = &self.structure.statements[index];
            if !is_complete(&copies, chains.get(statement.function).copied().flatten()) {
                continue;
            }
            let values = said_by_all(&copies);
            behind.extend(self.behind(statement, &values));
            found.extend(
                values
                    .into_iter()
                    .map(|value| self.holding(statement.function, Moment::Head(self.start(statement)), value)),
            );
        }
        found.extend(self.entries());
        found.extend(behind);
        found
    }

    /// What was proved about the loops of the file, by their statements.
    fn at_loops(&self) -> BTreeMap<usize, Copies<'_>> {
        let structure = self.structure;
        let mut at_loops: BTreeMap<usize, Copies<'_>> = BTreeMap::new();
        for invariant in self.loops {
            let Some(token) = token_at(structure, &invariant.place, invariant.column) else { continue };
            let loops = structure.statements.iter().enumerate();
            let around = loops.filter(|(_, statement)| statement.is_loop() && statement.tokens.contains(&token));
            let Some((index, statement)) = around.min_by_key(|(_, statement)| statement.tokens.len()) else { continue };
            if invariant.copy.among_shared && !header(structure, statement).contains(&token) {
                // A cycle through code that is there once for several calls: not the head of this loop.
                continue;
            }
            if is_entered_past_its_head(structure, statement) {
                // The cycle of the program may be cut elsewhere than at the head.
                continue;
            }
            let conjuncts = invariant.conjuncts.iter();
            let said = conjuncts.filter(|text| self.permits(text, statement.function)).collect();
            at_loops.entry(index).or_default().push((invariant.copy, said));
        }
        at_loops
    }

    /// Whether an expression can be told in a function: it is plain, and its names mean there what they mean in the proof.
    fn permits(&self, text: &str, function: usize) -> bool {
        let tokens = Tokens::scan(text);
        let names = || (0..tokens.tokens.len()).filter(|at| is_variable(&tokens, *at)).map(|at| tokens.word(at));
        check(text, false).is_ok_and(|checked| checked == text)
            && permit_divisions(text).is_ok()
            && self.macros.is_none_or(|macros| macros.permit(text).is_ok())
            && (0..tokens.tokens.len()).all(|at| is_plain(&tokens, at))
            && !(self.no_overflow && computes(&tokens))
            && names().all(|name| declarations(self.structure, function, name) <= 1)
    }

    fn start(&self, statement: &Statement) -> Position {
        let (line, column) = self.structure.position(statement.tokens.start);
        Position { line, column: Some(column) }
    }

    fn holding(&self, function: usize, moment: Moment, value: String) -> Invariant {
        let function = self.structure.functions.get(function).map(|function| function.name.clone());
        Invariant { moment, function, value }
    }

    /// What tells that a loop has been left through its condition: a place, or the condition that has turned out false.
    fn left(&self, statement: &Statement, condition: &Range<usize>, next: &Statement) -> Option<Moment> {
        let line = self.start(statement).line;
        match self.format {
            WitnessFormat::Yaml => Some(Moment::Before(self.start(next))),
            WitnessFormat::Graphml => is_alone(self.structure, line, condition).then_some(Moment::Decided(line, false)),
        }
    }

    /// What holds before the statement behind a loop.
    fn behind(&self, statement: &Statement, values: &[String]) -> Vec<Invariant> {
        let structure = self.structure;
        let condition = match &statement.kind {
            StatementKind::While(range) | StatementKind::For(range) if !range.is_empty() => range,
            _ => return Vec::new(),
        };
        let next = structure.statements.iter().find(|next| next.tokens.start == statement.tokens.end);
        let Some(next) = next.filter(|next| next.in_list && next.kind != StatementKind::Labelled) else {
            return Vec::new();
        };
        let text = structure.text(condition);
        let is_left_otherwise = breaks(structure, statement) || self.has_macros(&statement.tokens);
        let words = || (0..structure.tokens.tokens.len()).map(|token| structure.tokens.word(token));
        if !statement.in_list
            || is_left_otherwise
            || check(text, false).is_err()
            || words().any(|word| word == "volatile" || word == "_Atomic")
        {
            return Vec::new();
        }
        let own = declared_in_header(structure, statement);
        let is_known = |text: &str| {
            let tokens = Tokens::scan(text);
            !(0..tokens.tokens.len()).any(|at| own.contains(tokens.word(at)))
        };
        let left = self.permits(text, statement.function).then(|| format!("!({text})"));
        let told = values.iter().chain(&left).filter(|text| is_known(text));
        let Some(moment) = self.left(statement, condition, next) else { return Vec::new() };
        told.map(|value| self.holding(next.function, moment.clone(), value.clone())).collect()
    }

    /// Whether there is a macro among some tokens that may be more than a number.
    fn has_macros(&self, tokens: &Range<usize>) -> bool {
        self.macros.is_none_or(|macros| macros.permit(self.structure.text(tokens)).is_err())
    }

    /// What holds where the bodies of functions start.
    fn entries(&self) -> Vec<Invariant> {
        let structure = self.structure;
        let mut found = Vec::new();
        for contract in self.contracts {
            let named = structure.functions.iter().enumerate().filter(|(_, f)| f.name == contract.place.function);
            let [(index, function)] = named.collect::<Vec<_>>()[..] else { continue };
            let first = structure.statements.iter().find(|first| first.tokens.start == function.body.start + 1);
            let Some(first) = first.filter(|first| first.kind != StatementKind::Labelled) else { continue };
            let told = contract.requires.iter().filter(|text| self.permits(text, index));
            let moment = match self.format {
                WitnessFormat::Yaml => Moment::Before(self.start(first)),
                WitnessFormat::Graphml => Moment::Entered(function.name.clone()),
            };
            found.extend(told.map(|text| self.holding(index, moment.clone(), text.clone())));
        }
        found
    }

    /// By how many chains of calls each function is entered; nothing where that cannot be told.
    fn chains(&self) -> Vec<Option<u64>> {
        let structure = self.structure;
        let count = structure.functions.len();
        let is_root = |name: &str| name == "main" || self.contracts.iter().any(|c| c.place.function == name);
        let mut numbers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, function) in structure.functions.iter().enumerate() {
            numbers.entry(&function.name).or_default().push(index);
        }
        let mut mentions = vec![0usize; count];
        let bodies = structure.functions.iter().flat_map(|function| function.body.clone());
        for function in bodies.filter_map(|token| numbers.get(structure.tokens.word(token))).flatten() {
            mentions[*function] += 1;
        }
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
        for call in &structure.calls {
            for function in numbers.get(call.name.as_str()).into_iter().flatten() {
                callers[*function].push(call.function);
            }
        }
        let defines = defines(&structure.tokens.text);
        let is_clear = |index: usize| {
            let name = structure.functions[index].name.as_str();
            numbers.get(name).is_some_and(|all| all.len() == 1)
                && mentions[index] == callers[index].len()
                && !defines.contains(name)
        };
        let mut chains: Vec<Option<u64>> =
            structure.functions.iter().map(|function| is_root(&function.name).then_some(1)).collect();
        // Callers come before callees, however they stand in the file; what is recursive is never told.
        for _ in 0..count {
            let mut changed = false;
            for index in 0..count {
                if chains[index].is_none() && is_clear(index) {
                    let all: Option<Vec<u64>> = callers[index].iter().map(|caller| chains[*caller]).collect();
                    chains[index] = all.map(|all| all.into_iter().fold(0, u64::saturating_add));
                    changed |= chains[index].is_some();
                }
            }
            if !changed {
                break;
            }
        }
        chains
    }
}

/// Whether all copies of a loop are there: as many chains of calls lead to them as lead to its function.
fn is_complete(copies: &Copies<'_>, chains: Option<u64>) -> bool {
    let different: BTreeMap<Option<u32>, u64> = copies.iter().map(|(copy, _)| (copy.call, copy.chains)).collect();
    let all = different.values().fold(0, |sum: u64, chains| sum.saturating_add(*chains));
    !different.values().any(|chains| *chains == 0) && chains == Some(all) && all < u64::MAX
}

/// What holds at a loop, given what is said about each of its copies.
fn said_by_all(copies: &Copies<'_>) -> Vec<String> {
    let Some((_, first)) = copies.first() else { return Vec::new() };
    let is_common = |text: &&&String| copies.iter().all(|(_, said)| said.contains(*text));
    let mut values: Vec<String> = first.iter().filter(is_common).map(|text| text.to_string()).collect();
    let rest = copies.iter().map(|(_, said)| {
        let own: Vec<&str> = said.iter().map(|text| text.as_str()).filter(|t| !values.iter().any(|v| v == t)).collect();
        own
    });
    let mut rest: Vec<Vec<&str>> = rest.collect();
    rest.sort();
    rest.dedup();
    if rest.len() > 1 && !rest.iter().any(Vec::is_empty) {
        let all = |own: &Vec<&str>| own.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" && ");
        let either = rest.iter().map(|own| format!("({})", all(own))).collect::<Vec<_>>().join(" || ");
        if either.len() <= LONGEST {
            values.push(either);
        }
    }
    values
}

/// The tokens of a loop that are its own: what stands before its body, or all of it if the body comes first.
fn header(structure: &Structure, statement: &Statement) -> Range<usize> {
    match statement.kind {
        StatementKind::Do(..) => statement.tokens.start..statement.tokens.start + 2,
        _ => {
            let close = structure.closing(statement.tokens.start + 1).unwrap_or(statement.tokens.start);
            statement.tokens.start..close + 1
        }
    }
}

/// Whether a condition is all that branches on a line, and false as soon as a part of it is: others look at the parts of
/// conditions one by one.
fn is_alone(structure: &Structure, line: u32, condition: &Range<usize>) -> bool {
    let is_outer = |token: usize| {
        let groups = condition.clone().filter(|open| structure.closing(*open).is_some_and(|close| close > *open));
        !groups.into_iter().any(|open| structure.closing(open).is_some_and(|close| (open..close).contains(&token)))
    };
    let splits = |token: usize| match structure.tokens.word(token) {
        "||" | "?" => true,
        "&&" => !condition.contains(&token) || !is_outer(token),
        "!" => structure.tokens.word(token + 1) == "(",
        _ => false,
    };
    let on_line = |token: &usize| structure.position(*token).0 == line || condition.contains(token);
    structure.position(condition.start).0 == line
        && instrument::branches(structure, line) == 1
        && !(0..structure.tokens.tokens.len()).filter(on_line).any(splits)
}

/// Whether a jump may enter a loop elsewhere than at its head.
fn is_entered_past_its_head(structure: &Structure, statement: &Statement) -> bool {
    let inside =
        |other: &&Statement| other.tokens.start > statement.tokens.start && other.tokens.end <= statement.tokens.end;
    let all = || structure.statements.iter().filter(inside);
    // A `case` belongs to the innermost `switch` around it.
    let in_switch = |label: &Statement| {
        let mut switches = all().filter(|other| matches!(other.kind, StatementKind::Switch(_)));
        switches.any(|switch| switch.tokens.contains(&label.tokens.start))
    };
    all().filter(|other| other.kind == StatementKind::Labelled).any(|label| {
        let is_case = matches!(structure.tokens.word(label.tokens.start), "case" | "default");
        !is_case || !in_switch(label)
    })
}

/// Whether a statement in a loop ends it.
fn breaks(structure: &Structure, statement: &Statement) -> bool {
    let ends = |other: &&Statement| other.is_loop() || matches!(other.kind, StatementKind::Switch(_));
    let inner: Vec<&Statement> = structure.statements.iter().filter(ends).collect();
    let mut tokens = statement.tokens.clone();
    tokens.any(|token| {
        structure.tokens.word(token) == "break" && {
            let around = inner.iter().filter(|other| other.tokens.contains(&token));
            around.min_by_key(|other| other.tokens.len()).is_some_and(|other| other.tokens == statement.tokens)
        }
    })
}

/// The words of what a `for` declares, if it does.
fn declared_in_header<'a>(structure: &'a Structure, statement: &Statement) -> BTreeSet<&'a str> {
    let StatementKind::For(condition) = &statement.kind else { return BTreeSet::new() };
    let first = statement.tokens.start + 2..condition.start.saturating_sub(1);
    if !is_declaration(structure, &first) {
        return BTreeSet::new();
    }
    first.map(|token| structure.tokens.word(token)).collect()
}

/// Whether some tokens look like those of a declaration.
fn is_declaration(structure: &Structure, tokens: &Range<usize>) -> bool {
    let word = |at: usize| structure.tokens.word(at);
    let is_word = |at: usize| structure.tokens.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word);
    let second = tokens.start + 1;
    tokens.len() >= 2
        && is_word(tokens.start)
        && !matches!(word(tokens.start), "return" | "goto" | "break" | "continue" | "sizeof")
        && (is_type_word(word(tokens.start)) || is_word(second) || word(second) == "*")
}

/// How many declarations there are, at the most, that a name may be from in a function: in statements of the function, among
/// its parameters, or outside of functions.
fn declarations(structure: &Structure, function: usize, name: &str) -> usize {
    let Some(home) = structure.functions.get(function) else { return usize::MAX };
    let mentions = |tokens: Range<usize>| tokens.into_iter().any(|token| structure.tokens.word(token) == name);
    let declares = |statement: &&Statement| match &statement.kind {
        StatementKind::Simple => {
            is_declaration(structure, &statement.tokens) && is_declared(structure, &statement.tokens, name)
        }
        StatementKind::For(_) => declared_in_header(structure, statement).contains(name),
        _ => false,
    };
    let inside = structure.statements.iter().filter(|statement| statement.function == function).filter(declares);
    let before = structure.functions.iter().filter(|other| other.body.end <= home.body.start);
    let start = before.map(|other| other.body.end).max().unwrap_or(0);
    // From the last name before the body on, there are parameters.
    let parameters = (start..home.body.start).rev().find(|token| structure.tokens.word(*token) == home.name);
    let parameters = parameters.unwrap_or(home.body.start)..home.body.start;
    let in_parameters = usize::from(mentions(parameters));
    inside.count() + in_parameters + usize::from(is_global(structure, name))
}

/// Whether a declaration may declare a name, and not only use it: what stands behind an equals sign is used.
fn is_declared(structure: &Structure, tokens: &Range<usize>, name: &str) -> bool {
    let mut used = false;
    let mut at = tokens.start;
    while at < tokens.end {
        match structure.tokens.word(at) {
            "=" => used = true,
            "," | ";" => used = false,
            "(" | "[" | "{" if used => at = structure.closing(at).unwrap_or(at),
            word if word == name && !used => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

/// Whether something outside of functions is declared with a name.
fn is_global(structure: &Structure, name: &str) -> bool {
    let (mut at, mut depth) = (0, 0usize);
    let mut bodies = structure.functions.iter().map(|function| &function.body).peekable();
    while at < structure.tokens.tokens.len() {
        if let Some(body) = bodies.next_if(|body| body.start == at) {
            at = body.end;
            continue;
        }
        match structure.tokens.word(at) {
            // Fields and parameters are none.
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            word if word == name && depth == 0 => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

/// The words of all definitions of macros.
fn defines(text: &str) -> BTreeSet<&str> {
    let mut words = BTreeSet::new();
    let mut continues = false;
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        if continues || directive.is_some_and(|directive| directive.starts_with("define")) {
            words.extend(line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()));
            continues = line.trim_end().ends_with('\\');
        }
    }
    words
}

/// Whether a token of an expression is the name of a variable.
fn is_variable(tokens: &Tokens, at: usize) -> bool {
    let is_field = at.checked_sub(1).is_some_and(|before| tokens.word(before) == ".");
    tokens.tokens[at].kind == TokenKind::Word && !is_type_word(tokens.word(at)) && !is_field
}

/// Whether a token speaks of variables and of their parts only, and of no other memory: an index is a number.
fn is_plain(tokens: &Tokens, at: usize) -> bool {
    let kind = |at: usize| tokens.tokens.get(at).map(|token| token.kind);
    let before = || at.checked_sub(1).map_or("", |before| tokens.word(before));
    match tokens.word(at) {
        "->" => false,
        "[" => kind(at + 1) == Some(TokenKind::Number) && tokens.word(at + 2) == "]",
        // Between two numbers; what stands before may be the end of a cast, but never a star.
        "*" | "&" => matches!(before(), ")" | "]") && !ends_cast(tokens, at) || is_operand(tokens, at),
        _ => true,
    }
}

fn is_operand(tokens: &Tokens, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.tokens.get(before));
    before.is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
}

/// Whether the parenthesis before a token closes a cast.
fn ends_cast(tokens: &Tokens, at: usize) -> bool {
    at >= 2 && tokens.word(at - 1) == ")" && (is_type_word(tokens.word(at - 2)) || tokens.word(at - 2) == "*")
}

/// Whether an expression computes something that may be too large.
fn computes(tokens: &Tokens) -> bool {
    (0..tokens.tokens.len()).any(|at| match tokens.word(at) {
        "+" | "*" | "<<" => true,
        "-" => tokens.tokens.get(at + 1).is_none_or(|next| next.kind != TokenKind::Number) || is_operand(tokens, at),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chains_of(program: &str) -> Vec<Option<u64>> {
        let structure = Structure::read(program);
        Proof {
            structure: &structure,
            macros: None,
            loops: &[],
            contracts: &[],
            no_overflow: false,
            format: WitnessFormat::Yaml,
        }
        .chains()
    }

    #[test]
    fn chains_of_calls_are_counted() {
        assert_eq!(chains_of("void f() {} int main() { f(); }"), [Some(1), Some(1)]);
        assert_eq!(chains_of("void f() {} void g() { f(); f(); } int main() { g(); g(); f(); }")[0], Some(5));
        assert_eq!(chains_of("void g(); int main() { g(); } void g() { f(); } void f() {}")[2], Some(1));
        assert_eq!(chains_of("void f() {} int main() { void (*p)() = f; f(); p(); }")[0], None);
        assert_eq!(chains_of("void f() { f(); } int main() { f(); }")[0], None);
        assert_eq!(chains_of("#define CALL f()\nvoid f() {} int main() { CALL; f(); }")[0], None);
        assert_eq!(chains_of("void f() {} int main() { }")[0], Some(0));
    }

    #[test]
    fn loops_that_jumps_enter_are_seen() {
        let entered = |body: &str| {
            let structure = Structure::read(&format!("int main() {{ {body} }}"));
            let statement = structure.statements.iter().find(|statement| statement.is_loop()).expect("a loop");
            is_entered_past_its_head(&structure, statement)
        };
        assert!(!entered("while (x) { x--; }"));
        assert!(entered("goto inside; while (x) { inside: x--; }"));
        assert!(entered("switch (x) { case 0: do { case 1: x--; } while (x); }"));
        assert!(!entered("while (x) { switch (x) { case 1: x--; default: ; } }"));
        assert!(!entered("outside: while (x) x--;"));
    }

    #[test]
    fn a_loop_is_told_if_all_its_copies_are_there() {
        let copy = |call, chains| (LoopCopy { call, chains, among_shared: false }, Vec::new());
        assert!(is_complete(&vec![copy(None, 1)], Some(1)));
        assert!(is_complete(&vec![copy(Some(3), 1), copy(Some(4), 1), copy(Some(4), 1)], Some(2)));
        assert!(is_complete(&vec![copy(Some(3), 2), copy(Some(4), 1)], Some(3)));
        assert!(!is_complete(&vec![copy(Some(3), 1)], Some(2)));
        assert!(!is_complete(&vec![copy(Some(3), 1), copy(Some(4), 1)], Some(1)));
        assert!(!is_complete(&vec![copy(Some(3), 0)], Some(0)));
        assert!(!is_complete(&vec![copy(None, 1)], None));
    }

    #[test]
    fn copies_say_what_all_say_or_one_of_what_they_say() {
        let (a, b, c) = ("x == 1".to_string(), "y < 2".to_string(), "y > 7".to_string());
        let copy = |said: &[&'static str]| {
            let of = |text: &&str| [&a, &b, &c].into_iter().find(|known| known == text);
            (LoopCopy::default(), said.iter().filter_map(of).collect::<Vec<_>>())
        };
        assert_eq!(said_by_all(&vec![copy(&["x == 1", "y < 2"])]), ["x == 1", "y < 2"]);
        let both = said_by_all(&vec![copy(&["x == 1", "y < 2"]), copy(&["y > 7", "x == 1"])]);
        assert_eq!(both, ["x == 1", "((y < 2)) || ((y > 7))"]);
        assert_eq!(said_by_all(&vec![copy(&["x == 1"]), copy(&["x == 1", "y < 2"])]), ["x == 1"]);
    }

    #[test]
    fn names_that_may_be_of_several_variables_are_seen() {
        let program = "int g, h; struct s { int f; };\nint r(int a) { int b = a, c = h; for (int i = 0; i < a; i++) { \
                       int b = i; g = b; } T *p; unsigned c2[3]; return c; }\nint main() { int g; int k; }";
        let structure = Structure::read(program);
        let count = |function, name| declarations(&structure, function, name);
        assert_eq!((count(0, "a"), count(0, "b"), count(0, "c"), count(0, "i")), (1, 2, 1, 1));
        assert_eq!((count(0, "h"), count(0, "p"), count(0, "c2"), count(0, "f")), (1, 1, 1, 0));
        assert_eq!((count(0, "g"), count(1, "g"), count(1, "k")), (1, 2, 1));
    }

    #[test]
    fn conditions_that_branch_once_are_alone() {
        let is_alone = |program: &str| {
            let structure = Structure::read(program);
            let looped = structure.statements.iter().find(|statement| statement.is_loop());
            let condition = looped.and_then(|statement| statement.condition()).cloned().unwrap_or(0..0);
            super::is_alone(&structure, 2, &condition)
        };
        for text in ["x < n", "!x", "x < n && y < n", "(x < n) && (y < n) && !z", "x <\n n"] {
            assert!(is_alone(&format!("void f() {{\n while ({text}) x++;\n}}")), "{text}");
        }
        for text in ["x || y", "!(x < n)", "x == (y && z)", "x ? y : z", "x <\n n || y", "\nx < n"] {
            assert!(!is_alone(&format!("void f() {{\n while ({text}) x++;\n}}")), "{text}");
        }
        assert!(!is_alone("void f() {\n while (x < n) if (y) x++;\n}"));
        assert!(!is_alone("void f() {\n while (x < n) x = y && z;\n}"));
    }

    #[test]
    fn only_plain_expressions_are_told() {
        let structure = Structure::read("int main() { int x, y; }");
        let proof = |no_overflow| Proof {
            structure: &structure,
            macros: None,
            loops: &[],
            contracts: &[],
            no_overflow,
            format: WitnessFormat::Yaml,
        };
        for text in ["x == 1", "s.f < a[3]", "(unsigned)x * 3u < 7u", "x * y > (x & 3)", "-(x) < 5"] {
            assert!(proof(false).permits(text, 0), "{text}");
        }
        for text in ["p->x == 1", "a[x] == 1", "*p == 1", "x / y == 1", "(int)*p > 1", "f(x)", "&x == 0"] {
            assert!(!proof(false).permits(text, 0), "{text}");
        }
        for (text, permitted) in [("x < -5", true), ("x - 1 < y", false), ("x + y < 3", false), ("-x < 3", false)] {
            assert_eq!(proof(true).permits(text, 0), permitted, "{text}");
        }
    }

    #[test]
    fn loops_end_where_their_own_break_is() {
        let ends = |body: &str| {
            let structure = Structure::read(&format!("int main() {{ while (x) {{ {body} }} y(); }}"));
            structure.statements.iter().find(|statement| statement.is_loop()).map(|first| breaks(&structure, first))
        };
        assert_eq!(ends("if (y) break;"), Some(true));
        assert_eq!(ends("switch (y) { case 1: break; } for (;;) break;"), Some(false));
        assert_eq!(ends("continue;"), Some(false));
    }
}
