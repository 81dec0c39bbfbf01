//! The text of inline assembly, in AT&T syntax, as a list of instructions.
//!
//! The kernel's macros surround an instruction with notes for its loader, which go to sections of
//! their own and do nothing where they stand.

/// An instruction: its name and what stands behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Instruction {
    /// The name, without a `lock` before it: there is one thread.
    pub(super) name: String,
    /// The operands in their order.
    pub(super) operands: Vec<Operand>,
}

/// What an instruction works on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    /// The operand of the statement that has this number.
    Number(usize),
    /// A number that stands in the text.
    Literal(u64),
    /// Anything else: registers, addresses, segments.
    Other(String),
}

/// Directives that say where in memory the next instruction lies.
const ALIGNMENTS: [&str; 3] = [".align", ".balign", ".p2align"];

/// The instructions of a text. What is not known keeps its words, so that it is taken for what it is.
pub(super) fn instructions(text: &str) -> Vec<Instruction> {
    let mut found = Vec::new();
    let mut pushed = 0_usize;
    let mut aside = false;
    for statement in text.split(['\n', ';']) {
        let statement = without_labels(statement);
        let (name, rest) = statement.split_once(|c: char| c.is_whitespace()).unwrap_or((statement, ""));
        match name {
            ".pushsection" => pushed += 1,
            ".popsection" => pushed = pushed.saturating_sub(1),
            ".section" => aside = true,
            ".previous" => aside = false,
            "" | "lock" if rest.trim().is_empty() => {}
            _ if pushed > 0 || aside || ALIGNMENTS.contains(&name) => {}
            "lock" => found.push(instruction(rest.trim())),
            _ => found.push(instruction(statement)),
        }
    }
    found
}

fn without_labels(statement: &str) -> &str {
    let mut rest = statement.trim();
    while let Some((label, behind)) = rest.split_once(':') {
        if label.is_empty() || !label.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.') {
            break;
        }
        rest = behind.trim();
    }
    rest
}

fn instruction(text: &str) -> Instruction {
    let (name, rest) = text.split_once(|c: char| c.is_whitespace()).unwrap_or((text, ""));
    let rest = rest.trim();
    let operands =
        if rest.is_empty() { Vec::new() } else { rest.split(',').map(|part| operand(part.trim())).collect() };
    Instruction { name: name.to_string(), operands }
}

/// `$1`, `${1:w}` with a letter that says how to spell it, `$$5` for the number five.
fn operand(text: &str) -> Operand {
    let other = || Operand::Other(text.to_string());
    let Some(rest) = text.strip_prefix('$') else { return other() };
    if let Some(literal) = rest.strip_prefix('$') {
        return literal.parse().map_or_else(|_| other(), Operand::Literal);
    }
    let inner = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(rest);
    let number = inner.split_once(':').map_or(inner, |(number, _)| number);
    number.parse().map_or_else(|_| other(), Operand::Number)
}

#[cfg(test)]
mod tests {
    use super::{Instruction, Operand, instructions};

    fn instruction(name: &str, operands: Vec<Operand>) -> Instruction {
        Instruction { name: name.into(), operands }
    }

    #[test]
    fn notes_for_the_loader_are_no_instructions() {
        let text = ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; bts $1,$0";
        let expected = vec![instruction("bts", vec![Operand::Number(1), Operand::Number(0)])];
        assert_eq!(instructions(text), expected);
        let older = ".section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; bts $1,$0";
        assert_eq!(instructions(older), expected);
    }

    #[test]
    fn several_instructions_stay_in_order() {
        let expected =
            vec![instruction("decl", vec![Operand::Number(0)]), instruction("sete", vec![Operand::Number(1)])];
        assert_eq!(instructions("lock; decl $0; sete $1"), expected);
        assert_eq!(instructions("lock decl $0\n\tsete $1"), expected);
    }

    #[test]
    fn operands_are_told_apart() {
        let all = instructions("addl $$5, ${0:w}\nmovq %gs:${1:P},$0");
        assert_eq!(all[0].operands, [Operand::Literal(5), Operand::Number(0)]);
        assert_eq!(all[1].operands, [Operand::Other("%gs:${1:P}".into()), Operand::Number(0)]);
    }

    #[test]
    fn bytes_of_machine_code_are_instructions() {
        assert_eq!(instructions(".byte 0x0f\n1: ud2").len(), 2);
        assert!(instructions("").is_empty());
    }
}
