//! An execution as a table: for each step, the state variables that changed and the inputs chosen.

use euclase_logic::BigInt;
use euclase_result::{FunctionText, StepText, TraceText, ValueText};

/// Longer traces are folded in the middle.
const SHOWN_STEPS: usize = 40;

/// What is shown of a folded trace at each end.
const SHOWN_ENDS: usize = 15;

/// Longer values are cut.
const LONGEST_VALUE: usize = 400;

/// The table, line by line. A long trace is folded in the middle unless all of it is wanted.
pub fn table(trace: &TraceText, full: bool) -> String {
    let last = trace.steps.len().saturating_sub(1);
    let folded = if full || trace.steps.len() <= SHOWN_STEPS { 0..0 } else { SHOWN_ENDS..last + 1 - SHOWN_ENDS };
    let mut rows: Vec<Row> = Vec::new();
    for (number, step) in trace.steps.iter().enumerate() {
        if folded.contains(&number) {
            if number == folded.start {
                let text =
                    format!("... steps {} to {} are not shown; --full-trace shows them", folded.start, folded.end - 1);
                rows.push(Row { step: None, name: text, value: None });
            }
            continue;
        }
        let before = number.checked_sub(1).map(|n| &trace.steps[n]);
        rows.extend(rows_of_step(trace, number, step, before, full));
    }
    layout(&rows, last) + &functions(&trace.functions, full)
}

struct Row {
    step: Option<usize>,
    name: String,
    value: Option<String>,
}

fn rows_of_step(trace: &TraceText, number: usize, step: &StepText, before: Option<&StepText>, full: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    for (variable, (index, value)) in trace.states.iter().zip(step.state.iter().enumerate()) {
        if before.is_none_or(|b| b.state.get(index) != Some(value)) {
            rows.push((variable.name.clone(), show(value, full)));
        }
    }
    for (variable, value) in trace.inputs.iter().zip(&step.inputs) {
        rows.push((format!("input {}", variable.name), show(value, full)));
    }
    if rows.is_empty() {
        return vec![Row { step: Some(number), name: "(nothing changes)".to_string(), value: None }];
    }
    let number_row = |(index, (name, value)): (usize, (String, String))| Row {
        step: (index == 0).then_some(number),
        name,
        value: Some(value),
    };
    rows.into_iter().enumerate().map(number_row).collect()
}

fn layout(rows: &[Row], last: usize) -> String {
    let step_width = last.to_string().len().max("step".len());
    let names = rows.iter().filter(|r| r.value.is_some()).map(|r| r.name.chars().count());
    let name_width = names.max().unwrap_or(0).clamp("variable".len(), 48);
    let mut text = format!("{:>step_width$}  {:name_width$}  value\n", "step", "variable");
    for row in rows {
        let step = row.step.map(|s| s.to_string()).unwrap_or_default();
        match &row.value {
            Some(value) => {
                text.push_str(&format!("{step:>step_width$}  {:name_width$}  {value}\n", row.name));
            }
            None => text.push_str(&format!("{step:>step_width$}  {}\n", row.name)),
        }
    }
    text
}

fn functions(functions: &[FunctionText], full: bool) -> String {
    let mut text = String::new();
    for function in functions {
        let mut entries: Vec<String> = Vec::new();
        for (arguments, result) in &function.entries {
            let arguments: Vec<String> = arguments.iter().map(short).collect();
            entries.push(format!("({}): {}", arguments.join(", "), short(result)));
        }
        entries.push(format!("*: {}", short(&function.default)));
        let table = cut(format!("{{{}}}", entries.join(", ")), full);
        text.push_str(&format!("function {} = {table}\n", function.name));
    }
    text
}

/// A value in a column of its own: small ones plainly, others in hexadecimal with the decimal
/// number behind; where a variable may be a `char` or a `short`, with both readings of it.
pub(super) fn show(value: &ValueText, full: bool) -> String {
    let text = match value {
        ValueText::Scalar(text) => match Bits::read(text) {
            Some(bits) if bits.is_plain() => bits.unsigned.to_string(),
            Some(bits) if bits.width <= 16 && bits.signed != bits.unsigned => {
                format!("{} ({}, {})", bits.hexadecimal(), bits.unsigned, bits.signed)
            }
            Some(bits) if bits.width <= 64 => format!("{} ({})", bits.hexadecimal(), bits.signed),
            Some(bits) => bits.hexadecimal(),
            None => text.clone(),
        },
        _ => short(value),
    };
    cut(text, full)
}

/// A value inside another one: decimal where that is short, else hexadecimal.
fn short(value: &ValueText) -> String {
    match value {
        ValueText::Bool(b) => b.to_string(),
        ValueText::Scalar(text) => match Bits::read(text) {
            Some(bits) => {
                let number = if bits.width <= 16 { &bits.unsigned } else { &bits.signed };
                let decimal = number.to_string();
                if decimal.len() <= 4 { decimal } else { bits.hexadecimal() }
            }
            None => text.clone(),
        },
        ValueText::Array { entries, default } => {
            let mut parts: Vec<String> = entries.iter().map(|(i, e)| format!("{}: {}", short(i), short(e))).collect();
            parts.push(format!("*: {}", short(default)));
            format!("{{{}}}", parts.join(", "))
        }
    }
}

fn cut(text: String, full: bool) -> String {
    if full || text.chars().count() <= LONGEST_VALUE {
        return text;
    }
    let start: String = text.chars().take(LONGEST_VALUE).collect();
    format!("{start}... (cut; --full-trace shows all)")
}

struct Bits {
    width: u32,
    unsigned: BigInt,
    signed: BigInt,
}

impl Bits {
    fn read(text: &str) -> Option<Self> {
        let value = crate::evidence::read_bits(text)?;
        Some(Bits { width: value.width(), unsigned: BigInt::from(value.to_big()), signed: value.to_signed() })
    }

    /// In few bits, a number is more likely a code than a quantity: three ones are 7, not -1.
    fn is_plain(&self) -> bool {
        self.width < 8 || self.unsigned < BigInt::from(10)
    }

    fn hexadecimal(&self) -> String {
        format!("0x{}", self.unsigned.to_str_radix(16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_result::VariableText;

    fn variable(name: &str) -> VariableText {
        VariableText { name: name.into(), sort: "(_ BitVec 8)".into() }
    }

    fn scalar(text: &str) -> ValueText {
        ValueText::Scalar(text.into())
    }

    fn counter(steps: usize) -> TraceText {
        let step = |n: usize| StepText {
            state: vec![scalar(&format!("#x{n:02x}")), ValueText::Bool(true)],
            inputs: if n + 1 < steps { vec![scalar("#xff")] } else { Vec::new() },
        };
        TraceText {
            states: vec![variable("x"), variable("locked")],
            inputs: vec![variable("by")],
            steps: (0..steps).map(step).collect(),
            functions: Vec::new(),
        }
    }

    #[test]
    fn a_trace_shows_what_changes() {
        let expected = "\
step  variable  value
   0  x         0
      locked    true
      input by  0xff (255, -1)
   1  x         1
      input by  0xff (255, -1)
   2  x         2
";
        assert_eq!(table(&counter(3), false), expected);
    }

    #[test]
    fn nothing_changing_is_said() {
        let mut trace = counter(2);
        trace.steps[1].state = trace.steps[0].state.clone();
        assert!(table(&trace, false).contains("   1  (nothing changes)\n"));
    }

    #[test]
    fn a_long_trace_is_folded_in_the_middle() {
        let text = table(&counter(100), false);
        assert!(text.contains("... steps 15 to 84 are not shown; --full-trace shows them"), "{text}");
        assert!(text.contains("\n  85  x  "), "{text}");
        assert!(text.contains("\n  99  x         0x63 (99)\n"), "{text}");
        let text = table(&counter(100), true);
        assert!(!text.contains("not shown"));
        assert_eq!(text.lines().count(), 1 + 100 + 99 + 1);
    }

    #[test]
    fn values_are_readable() {
        assert_eq!(show(&scalar("#b101"), false), "5");
        assert_eq!(show(&scalar("#xff"), false), "0xff (255, -1)");
        assert_eq!(show(&scalar("#xffffffff"), false), "0xffffffff (-1)");
        assert_eq!(show(&scalar("#x00000064"), false), "0x64 (100)");
        assert_eq!(show(&scalar("#x000000000000000000000064"), false), "0x64");
        assert_eq!(show(&scalar("-12"), false), "-12");
        let array = ValueText::Array {
            entries: vec![(scalar("#x05"), scalar("#xdeadbeef")), (scalar("#x06"), scalar("#xffffffff"))],
            default: Box::new(scalar("#x00000000")),
        };
        assert_eq!(show(&array, false), "{5: 0xdeadbeef, 6: -1, *: 0}");
    }

    #[test]
    fn functions_are_tables() {
        let mut trace = counter(1);
        trace.functions.push(FunctionText {
            name: "f".into(),
            entries: vec![(vec![scalar("#x01"), scalar("#x02")], scalar("#x03"))],
            default: scalar("#x00"),
        });
        assert!(table(&trace, false).ends_with("function f = {(1, 2): 3, *: 0}\n"));
    }
}
