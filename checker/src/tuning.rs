//! The parts of a search that can be turned off or set, so that each can be measured against doing without it.

use std::fmt;

/// Which parts of a search are in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Make the system smaller before searching.
    pub preprocess: bool,
    /// Find facts about all reachable states before searching: values, equalities, bounds.
    pub facts: bool,
    /// Compute with intervals, low bits and differences of variables to guess facts.
    pub ranges: bool,
    /// Partition the step relation by location, and let a query see only what its target can depend on; without, there is
    /// one relation, and all of it is in every query.
    pub slicing: bool,
    /// Make predecessors smaller by asking which literals lead into their target.
    pub lifting: bool,
    /// Let a lemma take after the one that blocked its cube one level below.
    pub parents: bool,
    /// Close the equations of a pre-image under congruence before its inputs are eliminated.
    pub egraph: bool,
    /// How much cubes say.
    pub fineness: Fineness,
    /// Learn facts about order, bounds and polynomials before asking a bit-vector solver.
    pub order_lemmas: bool,
    /// Generalise from groups of lemmas that differ in constants only.
    pub guidance: bool,
    /// Let operators be interpreted that keep causing refinements.
    pub escalation: bool,
}

/// How much a cube says besides what its implicant needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fineness {
    /// Equalities between variables and constants, only where something was left out.
    Default,
    /// The same for all variables of the cube.
    Variables,
    /// Equalities and disequalities between all terms met (thesis: ModelAssertion).
    Partition,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            preprocess: true,
            facts: true,
            ranges: true,
            slicing: true,
            lifting: true,
            parents: true,
            egraph: true,
            fineness: Fineness::Default,
            order_lemmas: true,
            guidance: true,
            escalation: true,
        }
    }
}

/// A setting that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSetting(String);

impl fmt::Display for UnknownSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no setting '{}'; there are {}", self.0, Tuning::SETTINGS)
    }
}

impl std::error::Error for UnknownSetting {}

impl Tuning {
    /// All settings with their values, for help and errors.
    pub const SETTINGS: &'static str = "preprocess, facts, ranges, slicing, lifting, parents, egraph, order-lemmas, guidance and \
        escalation, each =on or =off, and fineness=default, =variables or =partition";

    /// Takes a setting as it stands on the command line, e.g. `guidance=off`.
    pub fn set(&mut self, setting: &str) -> Result<(), UnknownSetting> {
        let unknown = || UnknownSetting(setting.to_string());
        let (key, value) = setting.split_once('=').ok_or_else(unknown)?;
        if key == "fineness" {
            self.fineness = match value {
                "default" => Fineness::Default,
                "variables" => Fineness::Variables,
                "partition" => Fineness::Partition,
                _ => return Err(unknown()),
            };
            return Ok(());
        }
        let on = match value {
            "on" => true,
            "off" => false,
            _ => return Err(unknown()),
        };
        let switch = match key {
            "preprocess" => &mut self.preprocess,
            "facts" => &mut self.facts,
            "ranges" => &mut self.ranges,
            "slicing" => &mut self.slicing,
            "lifting" => &mut self.lifting,
            "parents" => &mut self.parents,
            "egraph" => &mut self.egraph,
            "order-lemmas" => &mut self.order_lemmas,
            "guidance" => &mut self.guidance,
            "escalation" => &mut self.escalation,
            _ => return Err(unknown()),
        };
        *switch = on;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_taken_one_by_one() {
        let mut tuning = Tuning::default();
        tuning.set("guidance=off").unwrap();
        tuning.set("fineness=partition").unwrap();
        let expected = Tuning { guidance: false, fineness: Fineness::Partition, ..Tuning::default() };
        assert_eq!(tuning, expected);
    }

    #[test]
    fn what_is_no_setting_is_told() {
        for wrong in ["guidance", "guidance=maybe", "speed=on", "fineness=off"] {
            let error = Tuning::default().set(wrong).unwrap_err().to_string();
            assert!(error.starts_with(&format!("there is no setting '{wrong}'; there are ")), "{error}");
        }
    }
}
