//! Variables of the source and what values they have, from debug information.
//!
//! LLVM's C interface does not know variables, so the operands of their nodes are read by position,
//! as LLVM 19 lays them out, and expressions from how LLVM writes them.

use super::Importer;
use super::function::FunctionImporter;
use super::llvm::{Metadata, MetadataKind, Value};
use euclase_program::{CommandKind, Encoding, Location, Variable, VariableId};

/// The bits of a variable that a value is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fragment {
    pub offset: u64,
    pub size: u64,
}

/// What an expression says, if it is one of those that leave the value as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Expression {
    fragment: Option<Fragment>,
    /// Whether the value is to be extended, and then whether with its sign.
    extended: Option<bool>,
}

/// Where the operands of a node of a variable are.
mod operand {
    pub const NAME: usize = 1;
    pub const TYPE: usize = 3;
}

impl Importer<'_> {
    /// The variable of a node, or the part of it that a fragment is. None if C has no name for it.
    pub fn variable(&mut self, node: Metadata, fragment: Option<Fragment>) -> Option<VariableId> {
        if let Some(known) = self.variables.get(&(node, fragment)) {
            return *known;
        }
        let variable = self.make_variable(node, fragment);
        let id = variable.map(|variable| self.program.add_variable(variable));
        self.variables.insert((node, fragment), id);
        id
    }

    fn make_variable(&mut self, node: Metadata, fragment: Option<Fragment>) -> Option<Variable> {
        let mut name = self.module.string(node, operand::NAME);
        let mut ty = self.module.node(node, operand::TYPE);
        if name.is_empty() {
            return None;
        }
        if let Some(fragment) = fragment {
            let (path, inner) = self.part_of(ty?, fragment)?;
            name.push_str(&path);
            ty = inner;
        }
        let (line, scope) = node.variable();
        let scope = scope.map(|scope| self.scope(scope));
        let function = scope.as_ref().map(|scope| scope.function.clone()).filter(|name| !name.is_empty());
        // A global that was made a variable of `main` is marked.
        let is_global = function.as_deref() == Some("main") && self.module.print(node).contains("DIFlagArtificial");
        let file = scope.map(|scope| scope.file.clone()).unwrap_or_default();
        let declared = (line > 0).then(|| {
            let scope = function.clone().unwrap_or_default();
            self.interned(Location { file, line, column: 0, scope, inlined_at: None })
        });
        let (type_name, encoding) = (self.type_name(ty), self.encoding(ty));
        let ty = ty.and_then(|ty| self.source_type(ty));
        let scope = function.filter(|_| !is_global);
        Some(Variable { name, type_name, encoding, ty, scope, declared })
    }

    /// An expression that leaves the value as it is; none for those that compute something.
    fn expression(&mut self, node: Metadata) -> Option<Expression> {
        if let Some(known) = self.expressions.get(&node) {
            return *known;
        }
        let expression = parse_expression(&self.module.print(node));
        self.expressions.insert(node, expression);
        expression
    }
}

/// Reads `…!DIExpression(DW_OP_LLVM_fragment, 32, 16)…`.
fn parse_expression(text: &str) -> Option<Expression> {
    let start = text.find("!DIExpression(")? + "!DIExpression(".len();
    let inner = text.get(start..)?.split(')').next()?;
    let mut words = inner.split(',').map(str::trim).filter(|word| !word.is_empty());
    let (mut fragment, mut extended, mut width) = (None, None, 0u64);
    while let Some(word) = words.next() {
        match word {
            "DW_OP_stack_value" => {}
            "DW_OP_LLVM_fragment" => {
                let (offset, size) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                fragment = Some(Fragment { offset, size });
            }
            // From a width to another: first the one, then the other.
            "DW_OP_LLVM_convert" => {
                let next: u64 = words.next()?.parse().ok()?;
                let signed = match words.next()? {
                    "DW_ATE_signed" => true,
                    "DW_ATE_unsigned" => false,
                    _ => return None,
                };
                if next < width || extended.is_some_and(|before| before != signed) {
                    return None;
                }
                (width, extended) = (next, Some(signed));
            }
            _ => return None,
        }
    }
    Some(Expression { fragment, extended })
}

impl FunctionImporter<'_, '_> {
    /// The variable that a call of `llvm.dbg.…` is about.
    fn variable_of(&mut self, call: Value) -> Option<VariableId> {
        let node = call.operand(1).metadata()?;
        let expression = call.operand(2).metadata()?;
        match (node.kind(), expression.kind()) {
            (MetadataKind::LLVMDILocalVariableMetadataKind, MetadataKind::LLVMDIExpressionMetadataKind) => {
                let expression = self.importer.expression(expression)?;
                let variable = self.importer.variable(node, expression.fragment)?;
                // A narrow value stands for the wide one when the variable's own reading extends it.
                let signed = self.importer.program.variable(variable).encoding == Encoding::Signed;
                expression.extended.is_none_or(|extended| extended == signed).then_some(variable)
            }
            _ => None,
        }
    }

    /// `llvm.dbg.value`: from here on a variable has a value. What cannot be said is left out.
    pub fn variable_value(&mut self, call: Value) {
        let Some(value) = call.operand(0).wrapped() else { return };
        if value.is_undef() {
            return;
        }
        let id = match self.known(value) {
            Some([leaf]) => Some(*leaf),
            Some(_) => None,
            None if value.is_constant() => self.plain_constant(value),
            None => None,
        };
        if let (Some(id), Some(variable)) = (id, self.variable_of(call)) {
            self.perform(CommandKind::Variable(variable, id));
        }
    }

    /// `llvm.dbg.declare`: a variable lives in a stack object.
    pub fn variable_object(&mut self, call: Value) {
        let Some(value) = call.operand(0).wrapped() else { return };
        let Some((block, position)) = self.allocas.get(&value).copied() else { return };
        let Some(found) = self.variable_of(call) else { return };
        let command = self.function.block_mut(block).commands.get_mut(position);
        if let Some(CommandKind::Alloca { variable, .. }) = command.map(|command| &mut command.kind) {
            variable.get_or_insert(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, Fragment, parse_expression};

    #[test]
    fn expressions_that_compute_are_not_read() {
        let part = Some(Fragment { offset: 32, size: 16 });
        let nothing = Expression { fragment: None, extended: None };
        assert_eq!(parse_expression("!{!DIExpression()}"), Some(nothing));
        let text = "<0x1> = !{!DIExpression(DW_OP_stack_value, DW_OP_LLVM_fragment, 32, 16)}";
        assert_eq!(parse_expression(text), Some(Expression { fragment: part, extended: None }));
        assert_eq!(parse_expression("!{!DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value)}"), None);
        assert_eq!(parse_expression("!{!DIExpression(DW_OP_deref)}"), None);
        let convert = |from: &str, to: &str| {
            format!("!{{!DIExpression(DW_OP_LLVM_convert, {from}, DW_OP_LLVM_convert, {to}, DW_OP_stack_value)}}")
        };
        let unsigned = Some(Expression { fragment: None, extended: Some(false) });
        assert_eq!(parse_expression(&convert("1, DW_ATE_unsigned", "8, DW_ATE_unsigned")), unsigned);
        assert_eq!(parse_expression(&convert("32, DW_ATE_unsigned", "8, DW_ATE_unsigned")), None);
        assert_eq!(parse_expression(&convert("8, DW_ATE_unsigned", "16, DW_ATE_signed")), None);
    }
}
