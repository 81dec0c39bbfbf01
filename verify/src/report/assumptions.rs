//! What an answer about a C program takes for granted, as sentences.

use crate::worker::protocol::PrepareRequest;
use euclase_program::{CheckKind, CheckSet, DataModel, MemoryLevel};
use euclase_result::{Rules, V2};

/// The rules that a program is prepared with.
pub fn rules(request: &PrepareRequest) -> Rules {
    Rules {
        pure_externals: request.assume_pure_externals,
        malloc_may_fail: request.malloc_may_fail,
        sv_comp: request.sv_comp_rules,
        memory: Some(request.memory),
        checks: request.checks,
        errors: request.error_functions.clone(),
    }
}

/// What the answer takes for granted; nothing if it is not about C.
pub fn sentences(report: &V2) -> Vec<String> {
    let Some(program) = &report.program else { return Vec::new() };
    let (facts, rules) = (&program.facts, &program.rules);
    let mut all = Vec::new();
    match facts.data_model {
        Some(DataModel::Ilp32) => all.push("data model ILP32: int, long and pointers have 32 bits".to_string()),
        Some(DataModel::Lp64) => {
            all.push("data model LP64: int has 32 bits, long and pointers have 64".to_string());
        }
        None => {}
    }
    match (rules.checks.contains(CheckKind::Overflow), rules.sv_comp) {
        (true, _) => {}
        (false, true) => all.push("an execution in which a signed number overflows does not count".to_string()),
        (false, false) => all.push("signed arithmetic wraps around".to_string()),
    }
    // What overflows is said already. SV-COMP asks for one property at a time.
    let left_out = CheckSet::default_checks().without(rules.checks).without(CheckSet::NONE.with(CheckKind::Overflow));
    if !rules.sv_comp && !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(CheckKind::word).collect();
        all.push(format!("not checked: {}", names.join(", ")));
    }
    if !rules.malloc_may_fail {
        all.push("malloc, calloc and realloc do not fail".to_string());
    }
    if !facts.externals.is_empty() {
        let names: Vec<String> = facts.externals.iter().map(|name| format!("{name}()")).collect();
        let memory = if rules.pure_externals { " and leave memory alone" } else { "" };
        all.push(format!("functions without a body return any value{memory}: {}", names.join(", ")));
    }
    if facts.has_addresses_as_numbers {
        all.push(
            "addresses as numbers: no two objects, alive or gone, have the same, and the last bits of one are zero"
                .to_string(),
        );
    }
    if facts.has_outside_objects {
        all.push("objects defined elsewhere hold any values, but no pointers to objects of the program".to_string());
    }
    if report.violation().is_some_and(|violation| violation.uses_outside) {
        all.push("pointers that nobody set may lead to memory that exists and holds any values".to_string());
    }
    match rules.memory {
        Some(MemoryLevel::Registers) => all.push("nothing is known about memory and addresses".to_string()),
        Some(MemoryLevel::Pointers) => all.push("nothing is known about the contents of memory".to_string()),
        Some(MemoryLevel::Full) | None => {}
    }
    all
}
