//! A part of the tasks, for one of several machines.
//!
//! Every n-th task belongs to a shard, so that tasks of one kind, which stand together, are spread evenly. Which tasks
//! these are depends on nothing but the list: the machines need not know of each other.

use std::fmt;

/// One of several shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which one, from one.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

impl Shard {
    /// Reads `2/8`.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err("a shard is written as 1/4, 2/4, 3/4, 4/4".to_string()),
        }
    }

    /// The things that belong to the shard.
    pub fn of<T>(self, all: Vec<T>) -> Vec<T> {
        all.into_iter().skip(self.number - 1).step_by(self.of).collect()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_in_one_shard() {
        let mut all: Vec<u32> = Vec::new();
        for text in ["1/3", "2/3", "3/3"] {
            let shard = Shard::parse(text).expect("a shard");
            assert_eq!(shard.to_string(), text);
            all.extend(shard.of((0..10).collect()));
        }
        all.sort_unstable();
        assert_eq!(all, (0..10).collect::<Vec<_>>());
        assert_eq!(Shard { number: 2, of: 3 }.of((0..10).collect()), [1, 4, 7]);
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}
