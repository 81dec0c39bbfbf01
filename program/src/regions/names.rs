//! Names of regions for people: a variable and the way to the field.

use super::Part;
use crate::id::LayoutId;
use crate::program::Program;
use crate::types::LayoutKind;

/// The name of the cells of a part: `t[].next`, `heap %p+8`.
pub(super) fn name(program: &Program, object: &str, layout: Option<LayoutId>, part: &Part) -> String {
    let mut name = object.to_string();
    let mut offset = part.offset;
    let mut layout = layout;
    while let Some(id) = layout {
        layout = match &program.layout(id).kind {
            LayoutKind::Scalar(_) | LayoutKind::Opaque => None,
            LayoutKind::Array { element, .. } => {
                let size = program.layout(*element).size.max(1);
                match part.count {
                    Some(1) => name.push_str(&format!("[{}]", offset / size)),
                    _ => name.push_str("[]"),
                }
                offset %= size;
                Some(*element)
            }
            LayoutKind::Struct { fields, .. } => {
                let holds = |field: &&crate::types::Field| {
                    field.offset <= offset && offset - field.offset < program.layout(field.layout).size
                };
                match fields.iter().find(holds) {
                    Some(field) if !field.name.is_empty() => {
                        name.push('.');
                        name.push_str(&field.name);
                        offset -= field.offset;
                        Some(field.layout)
                    }
                    _ => None,
                }
            }
        };
    }
    if offset > 0 {
        name.push_str(&format!("+{offset}"));
    }
    name
}
