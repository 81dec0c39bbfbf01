//! A drawing of how time grows with the parameter: a panel for each family, a line for each engine.

use super::page::escape;
use super::results::Row;
use super::summary::distinct;
use std::fmt::Write;

/// The size of a panel and the room around its axes.
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 40.0;
const LEGEND: f64 = 34.0;

/// Times below this are drawn as this.
const SHORTEST: f64 = 0.01;

/// Colours that are told apart by everybody, on white.
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#008f6b", "#b4589a", "#8a6d00", "#4b4fc4", "#7a4a2b", "#5b6570"];

/// A logarithmic scale.
struct Scale {
    from: f64,
    to: f64,
    low: f64,
    high: f64,
}

impl Scale {
    fn at(&self, value: f64) -> f64 {
        let span = (self.to / self.from).ln().max(1e-9);
        self.low + (self.high - self.low) * (value.max(self.from) / self.from).ln() / span
    }
}

/// Draws the rows that have a parameter, or says why not.
pub fn svg(rows: &[Row], engines: &[String], timeout: f64) -> Result<String, String> {
    let scaled: Vec<&Row> = rows.iter().filter(|row| row.parameter.is_some_and(|n| n > 0.0)).collect();
    let families = distinct(scaled.iter().map(|row| row.category.as_str()));
    if families.is_empty() {
        return Err("no task has a parameter; `verify bench families` writes some that do".to_string());
    }
    let (width, height) = (WIDTH * families.len() as f64, HEIGHT + LEGEND);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\" fill=\"#555b63\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (index, family) in families.iter().enumerate() {
        let mine: Vec<&Row> = scaled.iter().copied().filter(|row| row.category == *family).collect();
        panel(&mut text, family, &mine, engines, timeout, WIDTH * index as f64);
    }
    let mut x = LEFT;
    for (index, engine) in engines.iter().enumerate() {
        let (colour, y) = (COLOURS[index % COLOURS.len()], HEIGHT + LEGEND / 2.0);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{colour}\"/>");
        let _ = writeln!(text, "<text x=\"{}\" y=\"{}\">{}</text>", x + 9.0, y + 4.0, escape(engine));
        x += 30.0 + 6.5 * engine.chars().count() as f64;
    }
    Ok(text + "</svg>\n")
}

fn panel(text: &mut String, family: &str, rows: &[&Row], engines: &[String], timeout: f64, offset: f64) {
    let mut parameters: Vec<f64> = rows.iter().filter_map(|row| row.parameter).collect();
    parameters.sort_by(f64::total_cmp);
    parameters.dedup();
    let (from, to) = (parameters[0], parameters[parameters.len() - 1]);
    let longest = rows.iter().map(|row| row.cpu_seconds).fold(timeout.max(1.0), f64::max);
    let (left, right) = (offset + LEFT, offset + WIDTH - RIGHT);
    let (top, bottom) = (TOP, HEIGHT - BOTTOM);
    let x = Scale { from, to: to.max(from * 1.01), low: left + 8.0, high: right - 8.0 };
    let y = Scale { from: SHORTEST, to: longest, low: bottom, high: top };
    let middle = (left + right) / 2.0;
    let _ = writeln!(
        text,
        "<text x=\"{middle}\" y=\"18\" text-anchor=\"middle\" font-size=\"13\" fill=\"#1d2126\">{}</text>",
        escape(family)
    );
    for n in &parameters {
        let at = x.at(*n);
        let _ = writeln!(text, "<path d=\"M{at:.1} {top}V{bottom}\" stroke=\"#eceef1\"/>");
        let _ = writeln!(text, "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{n}</text>", bottom + 15.0);
    }
    let mut time = SHORTEST;
    while time <= longest * 1.0001 {
        let at = y.at(time);
        let _ = writeln!(text, "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#eceef1\"/>");
        let shown = (time * 1000.0).round() / 1000.0;
        let _ = writeln!(text, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>", left - 5.0, at + 4.0);
        time *= 10.0;
    }
    let _ = writeln!(text, "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#b9bec6\"/>");
    let _ =
        writeln!(text, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">n (CPU time in s)</text>", bottom + 31.0);
    for (index, engine) in engines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let mut mine: Vec<&&Row> = rows.iter().filter(|row| row.engine == *engine).collect();
        mine.sort_by(|a, b| a.parameter.unwrap_or(0.0).total_cmp(&b.parameter.unwrap_or(0.0)));
        let point = |row: &Row| (x.at(row.parameter.unwrap_or(from)), y.at(row.cpu_seconds));
        let solved: Vec<(f64, f64)> = mine.iter().filter(|row| row.outcome.is_solved()).map(|row| point(row)).collect();
        let line: Vec<String> = solved.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for (x, y) in solved {
            let _ = writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
        // What was not solved is a cross at the upper border, engines side by side.
        for row in mine.iter().filter(|row| !row.outcome.is_solved()) {
            let (at, shift) =
                (x.at(row.parameter.unwrap_or(from)), index as f64 * 7.0 - 3.5 * (engines.len() as f64 - 1.0));
            let _ = writeln!(
                text,
                "<path d=\"M{:.1} {:.1}l5 5m0 -5l-5 5\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
                at + shift - 2.5,
                top - 7.0
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Outcome;
    use super::super::results::tests::row;
    use super::*;

    #[test]
    fn a_panel_for_each_family_and_a_line_for_each_engine() {
        let mut rows = vec![
            row("a", "euf", Outcome::CorrectTrue, 0.1),
            row("b", "euf", Outcome::CorrectTrue, 1.0),
            row("b", "b<c", Outcome::Timeout, 30.0),
        ];
        for (index, row) in rows.iter_mut().enumerate() {
            row.parameter = Some(f64::from(1 << index.min(1)));
        }
        let text = svg(&rows, &["euf".into(), "b<c".into()], 30.0).unwrap();
        assert_eq!(text.matches("<polyline").count(), 2);
        assert_eq!(text.matches("stroke-width=\"1.5\"").count(), 1);
        assert!(text.contains("b&lt;c") && !text.contains("NaN"));
    }

    #[test]
    fn without_parameters_there_is_nothing_to_draw() {
        assert!(svg(&[row("a", "euf", Outcome::CorrectTrue, 0.1)], &[], 30.0).is_err());
    }
}
