//! The variables of the source that the parts of an object are.

use super::scalars::Scalars;
use euclase_program::{Encoding, FloatKind, LayoutId, LayoutKind, Program, Type, Variable, VariableId};

/// For each scalar, the variable it is: that of the object, or a new one for a part of it.
pub(super) fn variables(program: &mut Program, scalars: &Scalars) -> Vec<Option<VariableId>> {
    let mut found = vec![None; scalars.list.len()];
    let mut objects: Vec<_> = scalars.objects.iter().collect();
    objects.sort_by_key(|(object, _)| **object);
    for (object, parts) in objects {
        let Some((layout, Some(variable))) = scalars.described.get(object) else { continue };
        for (offset, number) in parts {
            let ty = scalars.list[*number].ty;
            found[*number] = match path(program, *layout, *offset) {
                Some(path) if path.is_empty() => Some(*variable),
                Some(path) => Some(add(program, *variable, &path, ty)),
                None => None,
            };
        }
    }
    found
}

fn add(program: &mut Program, whole: VariableId, path: &str, ty: Type) -> VariableId {
    let whole = program.variable(whole);
    let (type_name, encoding) = match ty {
        Type::Int(1) => ("_Bool", Encoding::Boolean),
        Type::Int(8) => ("char", Encoding::Character),
        Type::Int(16) => ("short", Encoding::Signed),
        Type::Int(32) => ("int", Encoding::Signed),
        Type::Int(_) => ("long long", Encoding::Signed),
        Type::Pointer => ("void *", Encoding::Address),
        Type::Float(FloatKind::F32) => ("float", Encoding::Float),
        Type::Float(FloatKind::F64) => ("double", Encoding::Float),
        Type::Float(FloatKind::X87) => ("long double", Encoding::Float),
    };
    let variable = Variable {
        name: format!("{}{path}", whole.name),
        type_name: type_name.into(),
        encoding,
        scope: whole.scope.clone(),
        declared: whole.declared,
    };
    program.add_variable(variable)
}

/// How C calls what lies at an offset of an object; nothing for the object itself.
fn path(program: &Program, mut layout: LayoutId, mut offset: u64) -> Option<String> {
    let mut path = String::new();
    loop {
        match &program.layout(layout).kind {
            LayoutKind::Scalar(_) => return (offset == 0).then_some(path),
            LayoutKind::Opaque => return None,
            LayoutKind::Array { element, .. } => {
                let size = program.layout(*element).size.max(1);
                path += &format!("[{}]", offset / size);
                (layout, offset) = (*element, offset % size);
            }
            LayoutKind::Struct { fields, .. } => {
                let holds = |field: &&euclase_program::Field| {
                    offset >= field.offset && offset - field.offset < program.layout(field.layout).size
                };
                let field = fields.iter().find(holds)?;
                if !field.name.is_empty() {
                    path += &format!(".{}", field.name);
                }
                (layout, offset) = (field.layout, offset - field.offset);
            }
        }
    }
}
