//! Reading an LLVM module into a [`Program`].
//!
//! One pass over each function, definitions before uses. What a `Program` cannot say ends the block
//! it stands in with [`Terminator::Unsupported`](euclase_program::Terminator), so that one strange
//! instruction costs only the executions that come there. `SUPPORTED.md` lists what is imported.

mod aggregates;
mod bits;
mod calls;
mod constants;
mod control;
mod finish;
mod float_intrinsics;
mod function;
mod instructions;
mod integer_intrinsics;
mod intrinsics;
mod llvm;
mod locations;
mod memory;
mod source_types;
mod types;
mod variables;

use crate::Error;
use crate::intrinsic::{self, Site};
use constants::Folded;
use euclase_program::{
    Function, FunctionId, Global, GlobalId, Initial, LayoutId, Location, LocationId, Obstacle, Program, SourceTypeId,
    Terminator, Type, VariableId,
};
use llvm::{Metadata, Ty, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use types::Leaf;

/// Reads a prepared and optimised module. The calls of the functions in [`crate::intrinsic`] mean
/// what `sites` says.
///
/// Fails only on what concerns the module as a whole.
pub fn import(module: &inkwell::module::Module<'_>, sites: &[Site]) -> Result<Program, Error> {
    let module = llvm::Module::new(module);
    let data = module.data_layout();
    if !data.little_endian() {
        return Err(Error::Unsupported("a big-endian target".into()));
    }
    let width = data.pointer_bits();
    if width != 32 && width != 64 {
        return Err(Error::Unsupported(format!("a target with pointers of {width} bits")));
    }
    let mut importer = Importer::new(&module, data, width, sites);
    importer.globals()?;
    importer.functions();
    importer.shared_calls();
    let program = importer.program;
    match program.validate() {
        Ok(()) => Ok(program),
        Err(defects) => {
            let first = defects.first().map_or(String::new(), ToString::to_string);
            Err(Error::Unsupported(format!("internal error: the imported program is not well formed: {first}")))
        }
    }
}

/// What is known about the module while its functions are read.
struct Importer<'a> {
    module: &'a llvm::Module,
    data: llvm::DataLayout,
    sites: &'a [Site],
    program: Program,
    names: FxHashSet<String>,
    functions: FxHashMap<Value, FunctionId>,
    globals: FxHashMap<Value, GlobalId>,
    /// The scalars that a value of a type consists of, or what stands in the way.
    leaves: FxHashMap<Ty, Result<Rc<[Leaf]>, Rc<str>>>,
    layouts: FxHashMap<(Ty, u64), LayoutId>,
    folded: FxHashMap<Value, Option<Folded>>,
    locations: FxHashMap<Metadata, LocationId>,
    places: FxHashMap<Location, LocationId>,
    scopes: FxHashMap<Metadata, Rc<locations::Scope>>,
    variables: FxHashMap<(Metadata, Option<variables::Fragment>), Option<VariableId>>,
    expressions: FxHashMap<Metadata, Option<variables::Expression>>,
    /// The types of the source, and how many dimensions of an array are left out.
    source_types: FxHashMap<(Metadata, usize), SourceTypeId>,
}

impl<'a> Importer<'a> {
    fn new(module: &'a llvm::Module, data: llvm::DataLayout, pointer_width: u32, sites: &'a [Site]) -> Self {
        Importer {
            module,
            data,
            sites,
            program: Program::new(pointer_width),
            names: FxHashSet::default(),
            functions: FxHashMap::default(),
            globals: FxHashMap::default(),
            leaves: FxHashMap::default(),
            layouts: FxHashMap::default(),
            folded: FxHashMap::default(),
            locations: FxHashMap::default(),
            places: FxHashMap::default(),
            scopes: FxHashMap::default(),
            variables: FxHashMap::default(),
            expressions: FxHashMap::default(),
            source_types: FxHashMap::default(),
        }
    }

    /// A name for a function or global that no other has.
    fn unique(&mut self, name: String, otherwise: &str) -> String {
        let base = if name.is_empty() { otherwise.to_string() } else { name };
        let mut unique = base.clone();
        let mut number = 0;
        while !self.names.insert(unique.clone()) {
            number += 1;
            unique = format!("{base}.{number}");
        }
        unique
    }

    /// Reads the globals that are used. First all addresses, then what they hold, which may be
    /// addresses.
    fn globals(&mut self) -> Result<(), Error> {
        let mut initialisers = Vec::new();
        for global in self.module.globals() {
            let name = global.name();
            let constructors = name == "llvm.global_ctors" || name == "llvm.global_dtors";
            if constructors && global.value_type().array_length() > 0 {
                return Err(Error::Unsupported("functions that run before or after 'main'".into()));
            }
            if name.starts_with("llvm.") || !global.is_used() {
                continue;
            }
            let name = self.unique(name, "global");
            let layout = self.layout(global.value_type(), global.alignment());
            let variable = global.global_variable().and_then(|variable| self.variable(variable, None));
            let constant = global.is_global_constant();
            let id = self.program.add_global(Global { name, layout, constant, initial: Initial::Any, variable });
            self.globals.insert(global, id);
            if !global.is_externally_initialised() {
                initialisers.extend(global.initializer().map(|initialiser| (id, initialiser)));
            }
        }
        for (id, initialiser) in initialisers {
            self.program.globals[id.index()].initial = self.initial(initialiser);
        }
        Ok(())
    }

    /// Reads the functions that have a body.
    fn functions(&mut self) {
        let defined: Vec<Value> = self.module.functions().filter(|function| !function.is_declaration()).collect();
        for function in &defined {
            self.function_id(*function);
        }
        for function in defined {
            let id = self.function_id(function);
            let imported = function::import(self, function, id);
            *self.program.function_mut(id) = imported;
        }
        let main = self.program.function_named("main");
        self.program.entry = main.filter(|main| !self.program.function(*main).is_declaration());
    }

    /// The function of a value that is one; declared when it was not seen before.
    fn function_id(&mut self, value: Value) -> FunctionId {
        if let Some(id) = self.functions.get(&value) {
            return *id;
        }
        let name = self.unique(value.name(), "function");
        let ty = value.value_type();
        let signature = self.signature(ty);
        let mut function = Function::new(name, Vec::new());
        if let Ok((parameters, results)) = signature {
            parameters.into_iter().for_each(|ty| _ = function.add_parameter(ty, None));
            function.results = results;
            function.variadic = ty.is_variadic();
        }
        let id = self.program.add_function(function);
        self.functions.insert(value, id);
        id
    }

    /// The scalars that a function takes and returns, or what stands in the way.
    fn signature(&mut self, ty: Ty) -> Result<(Vec<Type>, Vec<Type>), Rc<str>> {
        let mut parameters = Vec::new();
        for parameter in ty.parameter_types() {
            parameters.extend(self.leaves(parameter)?.iter().map(|leaf| leaf.ty));
        }
        let results = self.leaves(ty.return_type())?.iter().map(|leaf| leaf.ty).collect();
        Ok((parameters, results))
    }
}

/// Why reading a block ends early.
enum Stop {
    /// It ends like this.
    End(Terminator),
    /// It uses a value whose definition was cut off, so control does not come here.
    Cut,
}

impl Stop {
    fn unsupported(what: impl Into<Obstacle>) -> Stop {
        Stop::End(Terminator::Unsupported { what: what.into() })
    }
}

/// Goes on, or ends the block.
type Step<T> = Result<T, Stop>;

/// Whether a function is one of those with which a prepared module speaks to us.
fn is_ours(name: &str) -> bool {
    name.starts_with(intrinsic::NONDET)
        || [
            intrinsic::HAVOC,
            intrinsic::ASSUME,
            intrinsic::ERROR,
            intrinsic::EXIT,
            intrinsic::UNSUPPORTED,
            intrinsic::WAITS,
            intrinsic::END,
        ]
        .contains(&name)
        || intrinsic::is_about_memory(name)
}
