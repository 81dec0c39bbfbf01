//! Which call each line of an execution belongs to.
//!
//! The rows of an execution say when a function is entered and in which function each line is; a line of a function
//! further out means that those further in have returned.

use euclase_result::{Row, SourcePlace};

/// A call of a function in an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub function: String,
    /// Where it is called, if that is told.
    pub place: Option<SourcePlace>,
    /// The call around it; the first one has none.
    pub parent: Option<usize>,
    /// The first row that belongs to it.
    pub first_row: usize,
}

/// The calls of an execution, each after the one around it, and for each row the call that it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallTree {
    /// The calls in the order in which they happen.
    pub calls: Vec<Call>,
    /// The call of each row.
    pub of_row: Vec<usize>,
}

impl CallTree {
    /// The calls that rows tell.
    pub fn of(rows: &[Row]) -> Self {
        let mut tree = CallTree::default();
        let mut current: Option<usize> = None;
        for (index, row) in rows.iter().enumerate() {
            match row {
                Row::Enter { function, caller: place } => {
                    let caller = place.as_ref().map(|place| place.function.as_str()).filter(|name| !name.is_empty());
                    if let Some(caller) = caller {
                        current = Some(tree.back_to(current, caller, index));
                    }
                    let call =
                        Call { function: function.clone(), place: place.clone(), parent: current, first_row: index };
                    tree.calls.push(call);
                    current = Some(tree.calls.len() - 1);
                }
                Row::Line(line) | Row::Violation(line) => {
                    current = Some(tree.back_to(current, &line.place.function, index));
                }
                Row::Fold { .. } | Row::Gap { .. } => {}
            }
            let at = current.unwrap_or_else(|| tree.back_to(None, "", index));
            current = Some(at);
            tree.of_row.push(at);
        }
        tree
    }

    /// The innermost open call of a function; a new one if there is none.
    fn back_to(&mut self, current: Option<usize>, function: &str, row: usize) -> usize {
        let mut open = current;
        while let Some(call) = open {
            if self.calls[call].function == function {
                return call;
            }
            open = self.calls[call].parent;
        }
        // Where nothing is told but the place, the function may be one that was called without saying so.
        self.calls.push(Call { function: function.to_string(), place: None, parent: current, first_row: row });
        self.calls.len() - 1
    }

    /// How many calls are around each row.
    pub fn depths(&self) -> Vec<usize> {
        let mut of_call: Vec<usize> = Vec::with_capacity(self.calls.len());
        for call in &self.calls {
            // The call around another comes before it.
            of_call.push(call.parent.map_or(0, |parent| of_call[parent] + 1));
        }
        self.of_row.iter().map(|call| of_call[*call]).collect()
    }

    /// The call to which a local variable of a function belongs that gets a value in a call: one around that, or the next
    /// one that it makes, whose arguments get their values before it is entered.
    pub fn owner(&self, at: usize, row: usize, function: &str) -> Option<usize> {
        let mut open = Some(at);
        while let Some(call) = open {
            if self.calls[call].function == function {
                return Some(call);
            }
            open = self.calls[call].parent;
        }
        let later = self.calls.iter().enumerate().skip_while(|(_, call)| call.first_row <= row);
        later
            .filter(|(_, call)| call.parent == Some(at))
            .map(|(index, _)| index)
            .next()
            .filter(|next| self.calls[*next].function == function)
    }

    /// The calls directly inside each call.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.calls.len()];
        for (index, call) in self.calls.iter().enumerate() {
            if let Some(parent) = call.parent {
                children[parent].push(index);
            }
        }
        children
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_result::Line;

    fn line(function: &str) -> Row {
        let place = SourcePlace { file: "a.c".into(), line: 1, function: function.into() };
        Row::Line(Line { place, ..Line::default() })
    }

    fn enter(function: &str, caller: &str) -> Row {
        let place = SourcePlace { file: "a.c".into(), line: 1, function: caller.into() };
        Row::Enter { function: function.into(), caller: Some(place) }
    }

    #[test]
    fn a_line_further_out_ends_calls() {
        let rows = [line("main"), enter("f", "main"), line("f"), enter("g", "f"), line("g"), line("main")];
        let tree = CallTree::of(&rows);
        assert_eq!(tree.of_row, [0, 1, 1, 2, 2, 0]);
        assert_eq!(tree.children(), [vec![1], vec![2], vec![]]);
        assert_eq!(tree.depths(), [0, 1, 1, 2, 2, 0]);
    }

    #[test]
    fn calls_one_after_the_other_are_different() {
        let rows = [line("main"), enter("f", "main"), line("f"), enter("f", "main"), line("f"), Row::Gap { lines: 3 }];
        let tree = CallTree::of(&rows);
        assert_eq!(tree.of_row, [0, 1, 1, 2, 2, 2]);
        assert_eq!(tree.children()[0], [1, 2]);
    }

    #[test]
    fn calls_that_nobody_tells_are_calls() {
        let tree = CallTree::of(&[line("main"), line("helper"), line("main")]);
        assert_eq!(tree.of_row, [0, 1, 0]);
        assert_eq!(tree.calls[1].parent, Some(0));
    }
}
