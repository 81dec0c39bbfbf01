//! Horn clauses over several relations, written in SMT-LIB.

use super::floats::float_definitions;
use super::names::Names;
use super::print::Printer;
use crate::clauses::{Application, HornClause, HornClauses};
use crate::term::{TermId, Terms};

/// Writes Horn clauses in SMT-LIB. They are satisfiable just if there is a solution.
pub fn write_clauses(terms: &Terms, clauses: &HornClauses) -> String {
    let mut roots: Vec<TermId> = clauses.predicates.iter().flat_map(|p| &p.parameters).copied().collect();
    clauses.clauses.iter().for_each(|clause| roots.extend(roots_of(clause)));
    let (variables, all) = (terms.variables(&roots), terms.postorder(&roots));
    let mut names = Names::new();
    let mut out = String::from("(set-logic HORN)\n");
    out.push_str(&names.declare(terms, &variables, &all));
    out.push_str(&float_definitions(terms, &all));
    let mut relations = Vec::with_capacity(clauses.predicates.len());
    for predicate in &clauses.predicates {
        let relation = names.fresh(&predicate.name);
        let sorts: Vec<String> = predicate.parameters.iter().map(|p| names.sort(terms, terms.sort(*p))).collect();
        out.push_str(&format!("(declare-fun {relation} ({}) Bool)\n", sorts.join(" ")));
        relations.push(relation);
    }
    let mut writer = Writer { printer: Printer::new(terms, names), relations, out };
    clauses.clauses.iter().for_each(|clause| writer.clause(clause));
    writer.out.push_str("(check-sat)\n");
    writer.out
}

fn roots_of(clause: &HornClause) -> Vec<TermId> {
    let mut roots = vec![clause.constraint];
    roots.extend(clause.body.iter().chain(&clause.head).flat_map(|atom| &atom.arguments));
    roots
}

struct Writer<'a> {
    printer: Printer<'a>,
    relations: Vec<String>,
    out: String,
}

impl Writer<'_> {
    /// Writes `(assert (forall … (=> (and body constraint) head)))`.
    fn clause(&mut self, clause: &HornClause) {
        let roots = roots_of(clause);
        let variables = self.printer.terms.variables(&roots);
        self.out.push_str("(assert ");
        let Printer { terms, names, .. } = &mut self.printer;
        let declare = |variable: &TermId| {
            let sort = names.sort(terms, terms.sort(*variable));
            format!("({} {sort})", names.variable(terms, *variable))
        };
        let list: Vec<String> = variables.iter().map(declare).collect();
        if !list.is_empty() {
            self.out.push_str(&format!("(forall ({})\n", list.join(" ")));
        }
        self.printer.defined.clear();
        let lets_end = self.printer.open_lets(&mut self.out, &roots);
        let mut premises: Vec<String> = clause.body.iter().map(|atom| self.atom(atom)).collect();
        premises.push(self.printer.text(clause.constraint));
        let conclusion = clause.head.as_ref().map_or("false".to_string(), |head| self.atom(head));
        self.out.push_str("(=> ");
        Printer::join(&mut self.out, "and", "true", &premises);
        let end = if list.is_empty() { "" } else { ")" };
        self.out.push_str(&format!("\n  {conclusion}){lets_end}{end})\n"));
    }

    fn atom(&mut self, atom: &Application) -> String {
        let relation = self.relations[atom.predicate].clone();
        if atom.arguments.is_empty() {
            return relation;
        }
        let arguments: Vec<String> = atom.arguments.iter().map(|argument| self.printer.text(*argument)).collect();
        format!("({relation} {})", arguments.join(" "))
    }
}
