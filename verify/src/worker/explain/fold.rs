//! Folding what repeats: iterations of a loop that go through the same lines are told twice at the
//! start and twice at the end.

use euclase_result::{Row, SourcePlace};
use rustc_hash::FxHashMap;

/// The longest iteration that is looked for, in rows.
const LONGEST: usize = 100;

/// How many iterations are told at each end.
const ENDS: usize = 2;

/// How many rows are told at each end when there are still too many.
const SHOWN: usize = 60;

/// Folds loops; what is still too long is cut in the middle.
pub(super) fn fold(rows: Vec<Row>) -> Vec<Row> {
    let keys = keys(&rows);
    let mut folded = Vec::new();
    let mut rows: Vec<Option<Row>> = rows.into_iter().map(Some).collect();
    let mut at = 0;
    while at < keys.len() {
        let Some((period, times)) = repetition(&keys[at..]) else {
            folded.extend(rows[at].take());
            at += 1;
            continue;
        };
        let end = at + period * times;
        folded.extend(rows[at..at + ENDS * period].iter_mut().filter_map(Option::take));
        folded.push(Row::Fold { iterations: times - 2 * ENDS });
        folded.extend(rows[end - ENDS * period..end].iter_mut().filter_map(Option::take));
        at = end;
    }
    cut(folded)
}

/// The shortest iteration at the start that is repeated often enough to be folded, and how often.
fn repetition(keys: &[usize]) -> Option<(usize, usize)> {
    let fewest = 2 * ENDS + 1;
    (1..=LONGEST.min(keys.len() / fewest)).find_map(|period| {
        let same = keys.iter().zip(&keys[period..]).take_while(|(a, b)| a == b).count();
        let times = same / period + 1;
        (times >= fewest).then_some((period, times))
    })
}

/// A number for each row; rows of the same line have the same.
fn keys(rows: &[Row]) -> Vec<usize> {
    let mut numbers: FxHashMap<(u8, Option<&SourcePlace>, &str), usize> = FxHashMap::default();
    let mut key = |row| {
        let next = numbers.len();
        *numbers.entry(row).or_insert(next)
    };
    rows.iter()
        .map(|row| match row {
            Row::Line(line) => key((0, Some(&line.place), "")),
            Row::Enter { function, caller } => key((1, caller.as_ref(), function)),
            Row::Violation(line) => key((2, Some(&line.place), "")),
            Row::Fold { .. } | Row::Gap { .. } => key((3, None, "")),
        })
        .collect()
}

fn cut(mut rows: Vec<Row>) -> Vec<Row> {
    if rows.len() <= 2 * SHOWN + 1 {
        return rows;
    }
    let end = rows.split_off(rows.len() - SHOWN);
    let lines = rows.len() - SHOWN;
    rows.truncate(SHOWN);
    rows.push(Row::Gap { lines });
    rows.extend(end);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use euclase_result::Line;

    fn rows(lines: impl IntoIterator<Item = u32>) -> Vec<Row> {
        let place = |line| SourcePlace { file: "a.c".into(), line, function: "main".into() };
        lines.into_iter().map(|line| Row::Line(Line { place: place(line), ..Line::default() })).collect()
    }

    #[test]
    fn few_iterations_are_told() {
        let short = rows([1, 2, 3, 2, 3, 2, 3, 2, 3, 4]);
        assert_eq!(fold(short.clone()), short);
    }

    #[test]
    fn many_iterations_are_folded() {
        let lines = [1].into_iter().chain((0..41).flat_map(|_| [2, 3])).chain([4]);
        let mut expected = rows([1, 2, 3, 2, 3]);
        expected.push(Row::Fold { iterations: 37 });
        expected.extend(rows([2, 3, 2, 3, 4]));
        assert_eq!(fold(rows(lines)), expected);
    }

    #[test]
    fn what_never_repeats_is_cut() {
        let folded = fold(rows(1..=1000));
        assert_eq!(folded.len(), 2 * SHOWN + 1);
        assert_eq!(folded[SHOWN], Row::Gap { lines: 1000 - 2 * SHOWN });
    }
}
