//! The variables of the source that the parts of an object are.

use super::scalars::Scalars;
use euclase_program::{
    Encoding, FloatKind, LayoutId, LayoutKind, Program, SourceField, SourceTypeKind, Type, Variable, VariableId,
};

/// For each scalar, the variable it is: that of the object, or a new one for a part of it.
pub(super) fn variables(program: &mut Program, scalars: &Scalars) -> Vec<Option<VariableId>> {
    let mut found = vec![None; scalars.list.len()];
    let mut objects: Vec<_> = scalars.objects.iter().collect();
    objects.sort_by_key(|(object, _)| **object);
    for (object, parts) in objects {
        let Some((layout, Some(variable))) = scalars.described.get(object) else { continue };
        for (offset, number) in parts {
            let ty = scalars.list[*number].ty;
            if let Some(part) = source_part(program, *variable, *offset, ty) {
                found[*number] = Some(if part.name.is_empty() { *variable } else { program.add_variable(part) });
                continue;
            }
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
        ty: None,
        scope: whole.scope.clone(),
        declared: whole.declared,
    };
    program.add_variable(variable)
}

/// How deep types are followed; C's own types are far from it.
const MAX_DEPTH: usize = 64;

/// The part of a variable that a scalar at an offset is, from the type that the source gives it; without a name if it is
/// all of it.
fn source_part(program: &Program, whole: VariableId, offset: u64, ty: Type) -> Option<Variable> {
    let whole = program.variable(whole);
    let width = u64::from(ty.width(program.pointer_width).div_ceil(8) * 8);
    let (mut start, mut path, mut part) = (8 * offset, String::new(), whole.ty?);
    for _ in 0..MAX_DEPTH {
        let found = program.source_type(part)?;
        let encoding = match &found.kind {
            SourceTypeKind::Scalar(encoding) => *encoding,
            SourceTypeKind::Pointer(_) => Encoding::Address,
            SourceTypeKind::Array { element, .. } => {
                let each = 8 * program.source_type(*element)?.size;
                path += &format!("[{}]", start.checked_div(each)?);
                (part, start) = (*element, start % each);
                continue;
            }
            SourceTypeKind::Struct { fields, .. } => {
                let holds = |f: &&SourceField| f.offset <= start && start + width <= f.offset + f.width;
                let exact = |f: &&SourceField| f.offset == start && f.width == width;
                let field = fields.iter().find(exact).or_else(|| fields.iter().find(holds))?;
                if !field.name.is_empty() {
                    path += &format!(".{}", field.name);
                }
                (part, start) = (field.ty, start - field.offset);
                continue;
            }
            SourceTypeKind::Function | SourceTypeKind::Other => return None,
        };
        if start != 0 || 8 * found.size != width {
            return None;
        }
        let name = if path.is_empty() { path } else { format!("{}{path}", whole.name) };
        let (type_name, scope) = (found.name.clone(), whole.scope.clone());
        return Some(Variable { name, type_name, encoding, ty: Some(part), scope, declared: whole.declared });
    }
    None
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
