//! Hash-consed terms: an arena of nodes, `Copy` ids, one id per structure.

use crate::bitvec::BitVecValue;
use crate::float::FloatOp;
use crate::sort::{ArraySort, Sort, SortError};
use hashbrown::HashTable;
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A term of one [`Terms`] arena. Children have smaller ids than their parents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(u32);

impl TermId {
    /// The position in the arena, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An interned name together with what it names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(u32);

/// A declared uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(u32);

/// An interned bit-vector or integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstantId(u32);

/// What a term does with its arguments.
///
/// The operators of SMT-LIB that are missing here are built from these: `or`, `=>` and `xor` from
/// `And`, `Not` and `Eq`; the non-strict and the flipped comparisons from the two strict ones;
/// `bvnand`, `repeat`, rotations and the like from their definitions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Op {
    True,
    False,
    BitVecConst(ConstantId),
    IntConst(ConstantId),
    Var(SymbolId),
    Apply(FunctionId),
    Not,
    And,
    Eq,
    Ite,
    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvSmod,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvSlt,
    Concat,
    Extract { high: u32, low: u32 },
    ZeroExtend(u32),
    SignExtend(u32),
    Select,
    Store,
    ConstArray(Sort),
    IntNeg,
    IntAdd,
    IntSub,
    IntMul,
    IntDiv,
    IntMod,
    IntLt,
    Float(FloatOp),
}

impl Op {
    /// Whether the order of two arguments does not matter.
    pub fn is_commutative(self) -> bool {
        use Op::*;
        match self {
            Float(op) => op.is_commutative(),
            _ => matches!(self, And | Eq | BvAnd | BvOr | BvXor | BvAdd | BvMul | IntAdd | IntMul),
        }
    }

    /// Whether a term with this operator is a literal value.
    pub fn is_constant(self) -> bool {
        matches!(self, Op::True | Op::False | Op::BitVecConst(_) | Op::IntConst(_))
    }
}

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: Sort,
    first_arg: u32,
    arg_count: u32,
}

struct Symbol {
    name: Box<str>,
}

struct Function {
    name: Box<str>,
    domain: Box<[Sort]>,
    range: Sort,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Constant {
    BitVec(BitVecValue),
    Int(BigInt),
}

/// The arena of all terms, sorts, names and constants of one verification problem.
pub struct Terms {
    nodes: Vec<Node>,
    args: Vec<TermId>,
    table: HashTable<TermId>,
    symbols: Vec<Symbol>,
    variables: FxHashMap<(Box<str>, Sort), TermId>,
    sort_symbols: FxHashMap<Box<str>, SymbolId>,
    functions: Vec<Function>,
    function_names: FxHashMap<Box<str>, FunctionId>,
    constants: Vec<Constant>,
    constant_ids: FxHashMap<Constant, ConstantId>,
    array_sorts: Vec<(Sort, Sort)>,
    array_cardinalities: Vec<Option<u64>>,
    array_sort_ids: FxHashMap<(Sort, Sort), ArraySort>,
    fresh: u32,
    pub(crate) rewrite_depth: u32,
    pub(crate) rewrite_nesting: u32,
    pub(crate) distributed: crate::rewrite::Distributed,
    truth: [TermId; 2],
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl Terms {
    /// An arena with nothing but `true` and `false` in it.
    pub fn new() -> Self {
        let mut terms = Terms {
            nodes: Vec::new(),
            args: Vec::new(),
            table: HashTable::new(),
            symbols: Vec::new(),
            variables: FxHashMap::default(),
            sort_symbols: FxHashMap::default(),
            functions: Vec::new(),
            function_names: FxHashMap::default(),
            constants: Vec::new(),
            constant_ids: FxHashMap::default(),
            array_sorts: Vec::new(),
            array_cardinalities: Vec::new(),
            array_sort_ids: FxHashMap::default(),
            fresh: 0,
            rewrite_depth: 0,
            rewrite_nesting: 0,
            distributed: Default::default(),
            truth: [TermId(0); 2],
        };
        let no = terms.intern(Op::False, Sort::Bool, &[]);
        let yes = terms.intern(Op::True, Sort::Bool, &[]);
        terms.truth = [no, yes];
        terms
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: `true` and `false` are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator of a term.
    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term.index()].op
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The arguments of a term.
    pub fn args(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term.index()];
        &self.args[node.first_arg as usize..(node.first_arg + node.arg_count) as usize]
    }

    /// The argument at a position that the operator is known to have.
    pub fn arg(&self, term: TermId, position: usize) -> TermId {
        self.args(term)[position]
    }

    /// The width of a bit-vector term, 0 for other sorts.
    pub fn width(&self, term: TermId) -> u32 {
        self.sort(term).width().unwrap_or(0)
    }

    fn hash_of(op: Op, sort: Sort, args: &[TermId]) -> u64 {
        let mut hasher = FxHasher::default();
        op.hash(&mut hasher);
        sort.hash(&mut hasher);
        args.hash(&mut hasher);
        hasher.finish()
    }

    /// The unique term with exactly this operator, sort and arguments.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let hash = Self::hash_of(op, sort, args);
        if let Some(known) = self.find(hash, op, sort, args) {
            return known;
        }
        let id = TermId(self.nodes.len() as u32);
        let (first_arg, arg_count) = (self.args.len() as u32, args.len() as u32);
        self.args.extend_from_slice(args);
        self.nodes.push(Node { op, sort, first_arg, arg_count });
        let (nodes, all_args) = (&self.nodes, &self.args);
        self.table.insert_unique(hash, id, |other| {
            let node = &nodes[other.index()];
            let range = node.first_arg as usize..(node.first_arg + node.arg_count) as usize;
            Self::hash_of(node.op, node.sort, &all_args[range])
        });
        id
    }

    /// The term with exactly this operator, sort and arguments, if it has been built before.
    pub(crate) fn known(&self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        self.find(Self::hash_of(op, sort, args), op, sort, args)
    }

    fn find(&self, hash: u64, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let same = |id: &TermId| self.op(*id) == op && self.sort(*id) == sort && self.args(*id) == args;
        self.table.find(hash, same).copied()
    }

    /// `true` or `false`.
    pub fn bool(&self, value: bool) -> TermId {
        self.truth[usize::from(value)]
    }

    /// `true`.
    pub fn tt(&self) -> TermId {
        self.truth[1]
    }

    /// `false`.
    pub fn ff(&self) -> TermId {
        self.truth[0]
    }

    fn constant_id(&mut self, constant: Constant) -> ConstantId {
        if let Some(id) = self.constant_ids.get(&constant) {
            return *id;
        }
        let id = ConstantId(self.constants.len() as u32);
        self.constants.push(constant.clone());
        self.constant_ids.insert(constant, id);
        id
    }

    /// A bit-vector constant.
    pub fn bitvec(&mut self, value: BitVecValue) -> TermId {
        let sort = Sort::BitVec(value.width());
        let id = self.constant_id(Constant::BitVec(value));
        self.intern(Op::BitVecConst(id), sort, &[])
    }

    /// A bit-vector constant from a small number.
    pub fn bv(&mut self, width: u32, number: u64) -> TermId {
        self.bitvec(BitVecValue::new(width, number))
    }

    /// An integer constant.
    pub fn int(&mut self, number: impl Into<BigInt>) -> TermId {
        let id = self.constant_id(Constant::Int(number.into()));
        self.intern(Op::IntConst(id), Sort::Int, &[])
    }

    /// The value of a bit-vector constant.
    pub fn as_bitvec(&self, term: TermId) -> Option<&BitVecValue> {
        match self.op(term) {
            Op::BitVecConst(id) => match &self.constants[id.0 as usize] {
                Constant::BitVec(value) => Some(value),
                Constant::Int(_) => None,
            },
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub fn as_int(&self, term: TermId) -> Option<&BigInt> {
        match self.op(term) {
            Op::IntConst(id) => match &self.constants[id.0 as usize] {
                Constant::Int(value) => Some(value),
                Constant::BitVec(_) => None,
            },
            _ => None,
        }
    }

    /// The truth value of `true` and `false`.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        match self.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    /// Whether the term is a literal value.
    pub fn is_constant(&self, term: TermId) -> bool {
        self.op(term).is_constant()
    }

    /// The variable of this name and sort: the same one for the same request.
    pub fn var(&mut self, name: &str, sort: Sort) -> TermId {
        let key = (Box::from(name), sort);
        if let Some(known) = self.variables.get(&key) {
            return *known;
        }
        let symbol = SymbolId(self.symbols.len() as u32);
        self.symbols.push(Symbol { name: name.into() });
        let term = self.intern(Op::Var(symbol), sort, &[]);
        self.variables.insert(key, term);
        term
    }

    /// A variable whose name nothing else has.
    pub fn fresh_var(&mut self, stem: &str, sort: Sort) -> TermId {
        loop {
            let name = format!("{stem}!{}", self.fresh);
            self.fresh += 1;
            if !self.variables.contains_key(&(Box::from(name.as_str()), sort)) {
                return self.var(&name, sort);
            }
        }
    }

    /// Whether the term is a variable.
    pub fn is_var(&self, term: TermId) -> bool {
        matches!(self.op(term), Op::Var(_))
    }

    /// The name of a variable.
    pub fn var_name(&self, term: TermId) -> Option<&str> {
        match self.op(term) {
            Op::Var(symbol) => Some(self.symbol_name(symbol)),
            _ => None,
        }
    }

    /// The name behind a symbol.
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.0 as usize].name
    }

    /// The uninterpreted sort of this name.
    pub fn uninterpreted_sort(&mut self, name: &str) -> Sort {
        if let Some(symbol) = self.sort_symbols.get(name) {
            return Sort::Uninterpreted(*symbol);
        }
        let symbol = SymbolId(self.symbols.len() as u32);
        self.symbols.push(Symbol { name: name.into() });
        self.sort_symbols.insert(name.into(), symbol);
        Sort::Uninterpreted(symbol)
    }

    /// The array sort from `index` to `element`.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        let next = ArraySort(self.array_sorts.len() as u32);
        let id = *self.array_sort_ids.entry((index, element)).or_insert(next);
        if id == next {
            let count = |base: u64, exponent: u64| base.checked_pow(u32::try_from(exponent).ok()?);
            let counts = self.cardinality(element).zip(self.cardinality(index));
            self.array_cardinalities.push(counts.and_then(|(element, index)| count(element, index)));
            self.array_sorts.push((index, element));
        }
        Sort::Array(id)
    }

    /// How many values a sort has, when that is finite and fits 64 bits. Nothing is known of
    /// uninterpreted sorts.
    pub fn cardinality(&self, sort: Sort) -> Option<u64> {
        match sort {
            Sort::Bool => Some(2),
            Sort::BitVec(width) if width < 64 => Some(1 << width),
            Sort::Array(array) => self.array_cardinalities[array.0 as usize],
            Sort::BitVec(_) | Sort::Int | Sort::Uninterpreted(_) => None,
        }
    }

    /// Index and element sort of an array sort.
    pub fn array_parts(&self, array: ArraySort) -> (Sort, Sort) {
        self.array_sorts[array.0 as usize]
    }

    /// Declares an uninterpreted function; a second declaration must agree with the first.
    pub fn declare_function(&mut self, name: &str, domain: &[Sort], range: Sort) -> Result<FunctionId, SortError> {
        if let Some(known) = self.function_names.get(name) {
            let function = &self.functions[known.0 as usize];
            if *function.domain == *domain && function.range == range {
                return Ok(*known);
            }
            return Err(SortError(format!("function '{name}' is declared twice with different sorts")));
        }
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function { name: name.into(), domain: domain.into(), range });
        self.function_names.insert(name.into(), id);
        Ok(id)
    }

    /// Name, argument sorts and result sort of a function.
    pub fn function(&self, id: FunctionId) -> (&str, &[Sort], Sort) {
        let function = &self.functions[id.0 as usize];
        (&function.name, &function.domain, function.range)
    }

    /// The sort of `op` applied to `args`, or why it cannot be applied.
    pub fn check(&self, op: Op, args: &[TermId]) -> Result<Sort, SortError> {
        use Op::*;
        // Every term passes here, so the usual few arguments cost no allocation.
        let mut few = [Sort::Bool; 3];
        let many: Vec<Sort>;
        let sorts = if let Some(few) = few.get_mut(..args.len()) {
            few.iter_mut().zip(args).for_each(|(sort, arg)| *sort = self.sort(*arg));
            &*few
        } else {
            many = args.iter().map(|a| self.sort(*a)).collect();
            many.as_slice()
        };
        let fail = |wanted: &str| {
            let got: Vec<String> = sorts.iter().map(|s| self.sort_name(*s)).collect();
            Err(SortError(format!("'{}' takes {wanted}, not ({})", self.op_name(op), got.join(" "))))
        };
        match (op, sorts) {
            (True | False, []) => Ok(Sort::Bool),
            (BitVecConst(_) | IntConst(_) | Var(_), _) => fail("no arguments"),
            (Apply(id), given) => {
                let (_, domain, range) = self.function(id);
                if given == domain { Ok(range) } else { fail("other arguments by its declaration") }
            }
            (Not, [Sort::Bool]) => Ok(Sort::Bool),
            (And, given) if given.iter().all(|s| *s == Sort::Bool) => Ok(Sort::Bool),
            (Not | And, _) => fail("Booleans"),
            (Eq, [a, b]) if a == b => Ok(Sort::Bool),
            (Eq, _) => fail("two arguments of one sort"),
            (Ite, [Sort::Bool, a, b]) if a == b => Ok(*a),
            (Ite, _) => fail("a Boolean and two arguments of one sort"),
            (BvNot | BvNeg, [Sort::BitVec(w)]) => Ok(Sort::BitVec(*w)),
            (BvNot | BvNeg, _) => fail("one bit-vector"),
            (BvUlt | BvSlt, [Sort::BitVec(a), Sort::BitVec(b)]) if a == b => Ok(Sort::Bool),
            (
                BvAnd | BvOr | BvXor | BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvSmod | BvShl
                | BvLshr | BvAshr,
                [Sort::BitVec(a), Sort::BitVec(b)],
            ) if a == b => Ok(Sort::BitVec(*a)),
            (
                BvAnd | BvOr | BvXor | BvAdd | BvSub | BvMul | BvUdiv | BvUrem | BvSdiv | BvSrem | BvSmod | BvShl
                | BvLshr | BvAshr | BvUlt | BvSlt,
                _,
            ) => fail("two bit-vectors of one width"),
            (Concat, [Sort::BitVec(a), Sort::BitVec(b)]) => match a.checked_add(*b) {
                Some(width) => Ok(Sort::BitVec(width)),
                None => fail("bit-vectors of fewer bits"),
            },
            (Concat, _) => fail("two bit-vectors"),
            (Extract { high, low }, [Sort::BitVec(w)]) if low <= high && high < *w => Ok(Sort::BitVec(high - low + 1)),
            (Extract { .. }, _) => fail("a bit-vector that has these bits"),
            (ZeroExtend(by) | SignExtend(by), [Sort::BitVec(w)]) => match w.checked_add(by) {
                Some(width) => Ok(Sort::BitVec(width)),
                None => fail("a bit-vector of fewer bits"),
            },
            (ZeroExtend(_) | SignExtend(_), _) => fail("one bit-vector"),
            (Select, [Sort::Array(array), i]) if self.array_parts(*array).0 == *i => Ok(self.array_parts(*array).1),
            (Select, _) => fail("an array and an index of its index sort"),
            (Store, [Sort::Array(array), i, e]) if self.array_parts(*array) == (*i, *e) => Ok(sorts[0]),
            (Store, _) => fail("an array, an index and an element of its sorts"),
            (ConstArray(sort), [e]) => match sort {
                Sort::Array(array) if self.array_parts(array).1 == *e => Ok(sort),
                _ => fail("an element of the array's element sort"),
            },
            (ConstArray(_), _) => fail("one element"),
            (IntNeg, [Sort::Int]) => Ok(Sort::Int),
            (IntAdd | IntSub | IntMul | IntDiv | IntMod, [Sort::Int, Sort::Int]) => Ok(Sort::Int),
            (IntLt, [Sort::Int, Sort::Int]) => Ok(Sort::Bool),
            (IntNeg | IntAdd | IntSub | IntMul | IntDiv | IntMod | IntLt, _) => fail("integers"),
            (Float(op), given) => {
                let fits = given.iter().all(|sort| *sort == Sort::BitVec(op.argument_width()));
                if !fits || given.len() != op.arity() || !op.is_valid() {
                    return fail(&format!("{} bit-vectors of {} bits", op.arity(), op.argument_width()));
                }
                Ok(op.result_width().map_or(Sort::Bool, Sort::BitVec))
            }
            (True | False, _) => fail("no arguments"),
        }
    }

    /// [`Terms::make`] for operands that may not fit.
    pub fn try_make(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        self.check(op, args)?;
        Ok(self.make(op, args))
    }

    /// The operator as SMT-LIB writes it.
    pub fn op_name(&self, op: Op) -> String {
        use Op::*;
        let name = match op {
            True => "true",
            False => "false",
            BitVecConst(_) | IntConst(_) => "constant",
            Var(symbol) => self.symbol_name(symbol),
            Apply(function) => self.function(function).0,
            Not => "not",
            And => "and",
            Eq => "=",
            Ite => "ite",
            BvNot => "bvnot",
            BvNeg => "bvneg",
            BvAnd => "bvand",
            BvOr => "bvor",
            BvXor => "bvxor",
            BvAdd => "bvadd",
            BvSub => "bvsub",
            BvMul => "bvmul",
            BvUdiv => "bvudiv",
            BvUrem => "bvurem",
            BvSdiv => "bvsdiv",
            BvSrem => "bvsrem",
            BvSmod => "bvsmod",
            BvShl => "bvshl",
            BvLshr => "bvlshr",
            BvAshr => "bvashr",
            BvUlt => "bvult",
            BvSlt => "bvslt",
            Concat => "concat",
            Select => "select",
            Store => "store",
            IntNeg | IntSub => "-",
            IntAdd => "+",
            IntMul => "*",
            IntDiv => "div",
            IntMod => "mod",
            IntLt => "<",
            Extract { high, low } => return format!("(_ extract {high} {low})"),
            ZeroExtend(by) => return format!("(_ zero_extend {by})"),
            SignExtend(by) => return format!("(_ sign_extend {by})"),
            ConstArray(sort) => return format!("(as const {})", self.sort_name(sort)),
            Float(op) => return op.name(),
        };
        name.to_string()
    }
}
