//! Who runs when there are fewer processors to be used (`--jobs`) than nodes.
//!
//! At most so many worker processes run at a time; the others are not started, or are held where they are. What an answer
//! waits for goes first: a check or an explanation is never behind a search. The rest takes turns.

use std::time::Duration;

/// How long a turn is.
const TURN: Duration = Duration::from_millis(500);

/// When the next turn begins.
pub fn next(now: Duration) -> Duration {
    TURN * (number(now) + 1)
}

/// The number of the present turn.
fn number(now: Duration) -> u32 {
    u32::try_from(now.as_millis() / TURN.as_millis()).unwrap_or(u32::MAX - 1)
}

/// Chooses who runs now. The candidates are in the order of their starts, each with whether it is urgent; gives a flag for each.
pub fn choose(urgent: &[bool], jobs: Option<usize>, now: Duration) -> Vec<bool> {
    let Some(jobs) = jobs.filter(|jobs| *jobs < urgent.len()) else { return vec![true; urgent.len()] };
    let mut chosen = vec![false; urgent.len()];
    let mut left = jobs;
    for wanted in [true, false] {
        let group: Vec<usize> = (0..urgent.len()).filter(|index| urgent[*index] == wanted).collect();
        let places = left.min(group.len());
        let turn = number(now) as usize;
        for place in 0..places {
            chosen[group[(turn * places + place) % group.len()]] = true;
        }
        left -= places;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(turn: u32, urgent: &[bool], jobs: usize) -> Vec<usize> {
        let chosen = choose(urgent, Some(jobs), TURN * turn);
        (0..chosen.len()).filter(|index| chosen[*index]).collect()
    }

    #[test]
    fn all_run_where_there_is_room() {
        assert_eq!(choose(&[false; 4], None, Duration::ZERO), [true; 4]);
        assert_eq!(choose(&[false; 4], Some(4), Duration::ZERO), [true; 4]);
    }

    #[test]
    fn searches_take_turns() {
        let searches = [false; 3];
        let turns: Vec<Vec<usize>> = (0..4).map(|turn| at(turn, &searches, 1)).collect();
        assert_eq!(turns, [[0], [1], [2], [0]]);
        assert_eq!(at(1, &searches, 2), [0, 2]);
    }

    #[test]
    fn a_turn_ends_when_the_next_begins() {
        assert_eq!([next(Duration::ZERO), next(TURN / 2), next(TURN)], [TURN, TURN, TURN * 2]);
    }

    #[test]
    fn a_check_goes_before_searches() {
        let nodes = [false, false, true, false];
        assert!((0..9).all(|turn| at(turn, &nodes, 1) == [2]));
        assert!((0..9).all(|turn| at(turn, &nodes, 2).contains(&2)));
        assert!([0, 1, 3].into_iter().all(|search| (0..9).any(|turn| at(turn, &nodes, 2).contains(&search))));
    }
}
