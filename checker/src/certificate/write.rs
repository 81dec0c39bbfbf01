//! A proof as a folder of SMT-LIB files that any solver discharges.

use super::{Certificate, Obligation};
use crate::abstraction::Abstraction;
use crate::solver::{Answer, QueryKind, SolverFactory, Statistics, Theory};
use euclase_logic::{HornClauses, TermId, Terms, write_clauses, write_portable_smtlib};
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long to look for the part of a context that an obligation needs.
const SLICING_LIMIT: Duration = Duration::from_secs(2);

const README: &str = "\
A proof that a transition system satisfies its property.

Each .smt2 file is one obligation of the proof and must be unsatisfiable; index.tsv says what
each is about. Together they prove the property:

  initiation   initial states satisfy a conjunct of the invariant
  consecution  a step from a state that satisfies the invariant leads to one that satisfies a
               conjunct of it (in a proof by k-induction: k steps)
  safety       the invariant implies the property
  base         (k-induction) the invariant holds after fewer than k steps from an initial state
  exhaustion   (instead of consecution) no execution has as many steps as the base covers
  lemma        a formula that other obligations use is valid
  reading      a step as the file describes it is a step as the other obligations do

Obligations marked 'uninterpreted' in index.tsv read every operator but the Boolean ones,
equality and ite as an uninterpreted function; their only other premises are the lemmas, also
with the next state in place of the current one, and that constants are distinct. The lemmas are
checked with the operators' real meaning. What holds for every meaning of the operators holds
for the real one.

A file contains only the premises that its obligation needs. To check the proof:

  for f in obligation-*.smt2; do z3 $f; done        # or: cvc5 $f

Every answer must be 'unsat'.
";

const README_OF_CLAUSES: &str = "\
A proof that a program with recursive functions satisfies its property.

The program is a set of Horn clauses, clauses.smt2: relations say with what functions are called, what they return, and what
holds at loops and calls in them. A violation is a clause that concludes 'false'. The proof gives each relation a formula.

Each .smt2 file with the name of an obligation says that a clause, in the order of clauses.smt2, holds of the formulas, for one
part of its conclusion; it must be unsatisfiable. index.tsv says which clause; one that concludes nothing has none. If all clauses hold, everything that the program
can do satisfies the formulas, and no violation does.

Names that end in '.of' are uninterpreted functions. They stand for what a function without any choice returns for what it is
given, so that equal arguments give equal results; what holds whatever functions they are holds for these.

A file contains only the premises that its obligation needs. To check the proof:

  for f in obligation-*.smt2; do z3 $f; done        # or: cvc5 $f

Every answer must be 'unsat'. Equations between products of numbers may take other solvers long.
";

impl Certificate {
    /// Writes a proof by Horn clauses: the clauses, one file for each part of one, an index and an explanation.
    pub fn write_with_clauses(&self, terms: &mut Terms, clauses: &HornClauses, folder: &Path) -> io::Result<()> {
        self.write(terms, folder)?;
        fs::write(folder.join("README.txt"), README_OF_CLAUSES)?;
        fs::write(folder.join("clauses.smt2"), write_clauses(terms, clauses))
    }

    /// Writes one file an obligation, an index and an explanation into a folder, which is made if
    /// it is not there.
    pub fn write(&self, terms: &mut Terms, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("README.txt"), README)?;
        let mut index = String::from("file\tkind\toperators\tclaim\n");
        let digits = self.obligations.len().to_string().len().max(3);
        for (number, obligation) in self.obligations.iter().enumerate() {
            let name = format!("obligation-{:0digits$}-{}.smt2", number + 1, obligation.kind.name());
            fs::write(folder.join(&name), obligation.script(terms))?;
            let reading = match obligation.theory {
                Theory::Euf { .. } => "uninterpreted",
                // Written with all operators interpreted: what has no model without knowing some has none with them.
                Theory::Mixed(_) | Theory::Concrete => "interpreted",
            };
            index.push_str(&format!("{name}\t{}\t{reading}\t{}\n", obligation.kind.name(), obligation.about));
        }
        fs::write(folder.join("index.tsv"), index)
    }
}

impl Obligation {
    /// The obligation as a script that must be unsatisfiable.
    pub fn script(&self, terms: &mut Terms) -> String {
        let mut assertions = self.needed(terms);
        let mut distinct = Vec::new();
        if let Theory::Euf { abstract_arrays } = self.theory {
            let mut abstraction = Abstraction::new(abstract_arrays);
            distinct = abstraction.constants(terms, &assertions);
            assertions = assertions.iter().map(|a| abstraction.apply(terms, *a)).collect();
        }
        let script = write_portable_smtlib(terms, &assertions, &distinct);
        format!("; {}\n(set-info :status unsat)\n{script}", self.about)
    }

    /// The goal and the part of the context that refutes it, or all of it if that is not found
    /// quickly.
    fn needed(&self, terms: &Terms) -> Vec<TermId> {
        let mut all = self.context.to_vec();
        all.push(self.goal);
        let mut solver = SolverFactory::new(self.theory, Statistics::default()).solver(0);
        solver.set_deadline(Some(Instant::now() + SLICING_LIMIT));
        match solver.check(terms, QueryKind::Certificate, &all) {
            Answer::Unsat => solver.core(),
            _ => all,
        }
    }
}
