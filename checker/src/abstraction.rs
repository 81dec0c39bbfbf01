//! The EUF abstraction 𝒜 and its inverse 𝒟 as maps from terms to terms (thesis §3.3.1, §4.3).
//!
//! Solvers abstract by the way they read terms and need none of this. Here the abstract terms are
//! spelled out, so that an abstract obligation can be written as a QF_UF script: each bit-vector,
//! integer or array sort becomes an uninterpreted one, each operator with its indices and argument
//! sorts a declared function, each constant a nullary symbol. Booleans, equality and `ite` stay.
//! Terms are built without rewriting, so that 𝒟(𝒜(t)) is t itself.
//!
//! The names of what 𝒜 adds have a bar in them, as no SMT-LIB symbol has: a variable of the
//! system must not be taken for a constant. The writer replaces the bar and keeps names apart.

use euclase_logic::{FunctionId, Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// 𝒜 and 𝒟 with everything that they have met so far.
pub struct Abstraction {
    abstract_arrays: bool,
    sorts: FxHashMap<Sort, Sort>,
    concrete_sorts: FxHashMap<Sort, Sort>,
    forward: FxHashMap<TermId, TermId>,
    backward: FxHashMap<TermId, TermId>,
    symbols: FxHashMap<FunctionId, Op>,
}

impl Abstraction {
    /// An abstraction; arrays are kept interpreted, over abstract indices and elements, unless
    /// `abstract_arrays`.
    pub fn new(abstract_arrays: bool) -> Self {
        Abstraction {
            abstract_arrays,
            sorts: FxHashMap::default(),
            concrete_sorts: FxHashMap::default(),
            forward: FxHashMap::default(),
            backward: FxHashMap::default(),
            symbols: FxHashMap::default(),
        }
    }

    /// 𝒜 of a sort.
    pub fn sort(&mut self, terms: &mut Terms, sort: Sort) -> Sort {
        if let Some(known) = self.sorts.get(&sort) {
            return *known;
        }
        let image = match sort {
            Sort::Bool | Sort::Uninterpreted(_) => sort,
            Sort::Array(array) if !self.abstract_arrays => {
                let (index, element) = terms.array_parts(array);
                let (index, element) = (self.sort(terms, index), self.sort(terms, element));
                terms.array_sort(index, element)
            }
            Sort::Int | Sort::BitVec(_) | Sort::Array(_) => {
                terms.uninterpreted_sort(&format!("sort|{}", terms.sort_name(sort)))
            }
        };
        self.sorts.insert(sort, image);
        self.concrete_sorts.insert(image, sort);
        image
    }

    /// 𝒜 of a term.
    pub fn apply(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        for term in terms.postorder(&[root]) {
            if self.forward.contains_key(&term) {
                continue;
            }
            let args: Vec<TermId> = terms.args(term).iter().map(|a| self.forward[a]).collect();
            let image = self.node(terms, term, &args);
            self.forward.insert(term, image);
            self.backward.insert(image, term);
        }
        self.forward[&root]
    }

    fn node(&mut self, terms: &mut Terms, term: TermId, args: &[TermId]) -> TermId {
        let op = terms.op(term);
        match op {
            Op::True | Op::False => term,
            Op::Not | Op::And | Op::Eq | Op::Ite => terms.make_raw(op, args),
            Op::Var(symbol) => {
                let sort = self.sort(terms, terms.sort(term));
                let name = terms.symbol_name(symbol).to_string();
                terms.var(&name, sort)
            }
            Op::BitVecConst(_) | Op::IntConst(_) => {
                let sort = self.sort(terms, terms.sort(term));
                let value = terms.literal_value(term).map(|v| v.to_string()).unwrap_or_default();
                terms.var(&format!("constant|{value}"), sort)
            }
            Op::Select | Op::Store if !self.abstract_arrays => terms.make_raw(op, args),
            Op::ConstArray(sort) if !self.abstract_arrays => {
                let sort = self.sort(terms, sort);
                terms.make_raw(Op::ConstArray(sort), args)
            }
            _ => {
                let function = self.symbol(terms, term);
                terms.make_raw(Op::Apply(function), args)
            }
        }
    }

    /// The function symbol for the operator of a term.
    fn symbol(&mut self, terms: &mut Terms, term: TermId) -> FunctionId {
        let op = terms.op(term);
        let concrete: Vec<Sort> = terms.args(term).iter().map(|a| terms.sort(*a)).collect();
        let domain: Vec<Sort> = concrete.iter().map(|s| self.sort(terms, *s)).collect();
        let range = self.sort(terms, terms.sort(term));
        if let Op::Apply(function) = op
            && concrete == domain
            && range == terms.sort(term)
        {
            self.symbols.insert(function, op);
            return function;
        }
        let sorts: Vec<String> = concrete.iter().map(|s| terms.sort_name(*s)).collect();
        let kind = if let Op::Apply(_) = op { "function" } else { "operator" };
        let mut name = format!("{kind}|{} {}", terms.op_name(op), sorts.join(" "));
        loop {
            // A name that something else has gets a mark until it is free.
            match terms.declare_function(&name, &domain, range) {
                Ok(function) if self.symbols.get(&function).is_none_or(|known| *known == op) => {
                    self.symbols.insert(function, op);
                    return function;
                }
                _ => name.push('\''),
            }
        }
    }

    /// 𝒟: the term that an abstract term stands for. Abstract terms may be put together anew from
    /// variables, constants and functions that 𝒜 has made; others have no concretisation.
    pub fn concretise(&mut self, terms: &mut Terms, root: TermId) -> Option<TermId> {
        for term in terms.postorder(&[root]) {
            if self.backward.contains_key(&term) {
                continue;
            }
            let args: Vec<TermId> = terms.args(term).iter().map(|a| self.backward[a]).collect();
            let op = match terms.op(term) {
                Op::Apply(function) => *self.symbols.get(&function)?,
                Op::ConstArray(sort) => Op::ConstArray(*self.concrete_sorts.get(&sort)?),
                op @ (Op::True | Op::False | Op::Not | Op::And | Op::Eq | Op::Ite | Op::Select | Op::Store) => op,
                _ => return None,
            };
            terms.check(op, &args).ok()?;
            let image = terms.make_raw(op, &args);
            self.backward.insert(term, image);
        }
        self.backward.get(&root).copied()
    }

    /// The constants that occur in concrete terms, abstracted and grouped by sort: those of one
    /// group are distinct.
    pub fn constants(&mut self, terms: &mut Terms, roots: &[TermId]) -> Vec<Vec<TermId>> {
        let mut groups: Vec<(Sort, Vec<TermId>)> = Vec::new();
        for term in terms.postorder(roots) {
            if !matches!(terms.op(term), Op::BitVecConst(_) | Op::IntConst(_)) {
                continue;
            }
            let (sort, image) = (terms.sort(term), self.apply(terms, term));
            match groups.iter_mut().find(|(known, _)| *known == sort) {
                Some((_, group)) => group.push(image),
                None => groups.push((sort, vec![image])),
            }
        }
        groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{array_memory, relational};
    use proptest::prelude::*;

    fn round_trip(terms: &mut Terms, abstract_arrays: bool, term: TermId) {
        let mut abstraction = Abstraction::new(abstract_arrays);
        let image = abstraction.apply(terms, term);
        for part in terms.postorder(&[image]) {
            let kept = matches!(terms.op(part), Op::Select | Op::Store | Op::ConstArray(_)) && !abstract_arrays;
            let free = matches!(
                terms.op(part),
                Op::True | Op::False | Op::Var(_) | Op::Apply(_) | Op::Not | Op::And | Op::Eq | Op::Ite
            );
            assert!(kept || free, "{:?} is left", terms.op(part));
            assert!(!matches!(terms.sort(part), Sort::BitVec(_) | Sort::Int));
        }
        assert_eq!(abstraction.concretise(terms, image), Some(term));
    }

    #[test]
    fn concretising_undoes_abstracting() {
        for mut b in [array_memory(true), relational(true)] {
            let trans = b.system.trans(&mut b.terms);
            for arrays in [true, false] {
                for formula in [trans, b.system.init, b.system.property] {
                    round_trip(&mut b.terms, arrays, formula);
                }
            }
        }
    }

    #[test]
    fn indices_and_widths_tell_symbols_apart() {
        let mut terms = Terms::new();
        let (x, y) = (terms.var("x", Sort::BitVec(8)), terms.var("y", Sort::BitVec(16)));
        let parts = [(3, 0), (4, 1)].map(|(high, low)| terms.extract(high, low, x));
        let other = terms.extract(3, 0, y);
        let mut abstraction = Abstraction::new(true);
        let images = [parts[0], parts[1], other].map(|t| {
            let image = abstraction.apply(&mut terms, t);
            terms.op(image)
        });
        assert!(images[0] != images[1] && images[0] != images[2]);
    }

    #[test]
    fn functions_of_the_user_are_told_apart_from_operators() {
        let mut terms = Terms::new();
        let (x, sort) = (terms.var("x", Sort::BitVec(8)), Sort::BitVec(8));
        let own = terms.declare_function("bvnot", &[sort], sort).unwrap();
        let (applied, not) = (terms.make(Op::Apply(own), &[x]), terms.make(Op::BvNot, &[x]));
        let both = terms.eq(applied, not);
        let mut abstraction = Abstraction::new(true);
        let image = abstraction.apply(&mut terms, both);
        assert_ne!(terms.op(terms.arg(image, 0)), terms.op(terms.arg(image, 1)));
        assert_eq!(abstraction.concretise(&mut terms, image), Some(both));
    }

    #[test]
    fn variables_sorts_and_functions_of_the_user_are_not_taken_for_added_ones() {
        let mut terms = Terms::new();
        let byte = Sort::BitVec(8);
        let three = terms.bv(8, 3);
        let mut known = Vec::new();
        let mut abstraction = Abstraction::new(true);
        for name in ["constant #x03", "constant_#x03", "constant"] {
            let variable = terms.var(name, byte);
            known.push(abstraction.apply(&mut terms, variable));
        }
        assert!(!known.contains(&abstraction.apply(&mut terms, three)));

        let named = terms.uninterpreted_sort("(_ BitVec 8)");
        let image = abstraction.sort(&mut terms, byte);
        assert_ne!(abstraction.sort(&mut terms, named), image);

        let own = terms.declare_function("bvnot (_ BitVec 8)", &[named], named).unwrap();
        let (x, y) = (terms.var("x", byte), terms.var("y", named));
        let (not, applied) = (terms.make(Op::BvNot, &[x]), terms.make(Op::Apply(own), &[y]));
        let images = [not, applied].map(|t| abstraction.apply(&mut terms, t));
        assert_ne!(terms.op(images[0]), terms.op(images[1]));
    }

    proptest! {
        /// Random stacks of operators come back as they were.
        #[test]
        fn any_term_comes_back(choices in proptest::collection::vec((0usize..12, 0usize..8, 0usize..8), 1..40)) {
            let mut terms = Terms::new();
            let sort = Sort::BitVec(8);
            let memory = terms.array_sort(sort, sort);
            let mut pool = vec![terms.var("x", sort), terms.var("y", sort), terms.bv(8, 3), terms.bv(8, 255)];
            let mut array = terms.var("a", memory);
            for (choice, i, j) in choices {
                let (a, b) = (pool[i % pool.len()], pool[j % pool.len()]);
                let term = match choice {
                    0 => terms.bv_add(a, b),
                    1 => terms.bv_mul(a, b),
                    2 => terms.make(Op::BvUdiv, &[a, b]),
                    3 => terms.make(Op::BvAshr, &[a, b]),
                    4 => { let c = terms.bv_ult(a, b); terms.ite(c, b, a) }
                    5 => { let c = terms.bv_slt(a, b); terms.ite(c, a, b) }
                    6 => { let wide = terms.sign_extend(3, a); terms.extract(9, 2, wide) }
                    7 => { let wide = terms.concat(a, b); terms.extract(11, 4, wide) }
                    8 => { array = terms.store(array, a, b); terms.select(array, b) }
                    9 => { array = terms.const_array(memory, a); terms.select(array, b) }
                    10 => terms.select(array, a),
                    _ => { let c = terms.eq(a, b); terms.ite(c, a, b) }
                };
                pool.push(term);
            }
            for arrays in [true, false] {
                let last = pool[pool.len() - 1];
                round_trip(&mut terms, arrays, last);
                round_trip(&mut terms, arrays, array);
            }
        }
    }
}
