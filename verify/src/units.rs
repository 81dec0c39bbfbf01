//! Times and sizes as people write them: `30s`, `1h30min`, `4GiB`.

use std::time::Duration;

/// Reads a time limit; `none` is no limit, a bare number counts seconds.
pub fn parse_time(text: &str) -> Result<Option<Duration>, String> {
    let text = text.trim();
    if text == "none" {
        return Ok(None);
    }
    let bad = |why: &str| format!("{why}; write a time as 30s, 5min, 1h30min or none");
    let mut seconds = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let (number, unit, after) = split(rest).ok_or_else(|| bad(&format!("'{rest}' is not a time")))?;
        seconds += number
            * match unit {
                "ms" => 0.001,
                "s" | "sec" | "" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                _ => return Err(bad(&format!("'{unit}' is not a unit of time"))),
            };
        rest = after.trim_start();
    }
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time > Duration::ZERO && seconds < 1e12 => Ok(Some(time)),
        Ok(time) if time > Duration::ZERO => Err(bad("the time is too long")),
        _ => Err(bad("the time must be more than zero")),
    }
}

/// Reads a size in bytes; `none` is no limit.
pub fn parse_size(text: &str) -> Result<Option<u64>, String> {
    let text = text.trim();
    if text == "none" {
        return Ok(None);
    }
    let bad = |why: &str| format!("{why}; write a size as 512MiB, 4GiB or none");
    let (number, unit, after) = split(text).ok_or_else(|| bad(&format!("'{text}' is not a size")))?;
    if !after.trim().is_empty() {
        return Err(bad(&format!("'{after}' does not belong in a size")));
    }
    let factor: f64 = match unit {
        "KiB" | "K" | "k" => 1024.0,
        "MiB" | "M" => 1048576.0,
        "GiB" | "G" => 1073741824.0,
        "TiB" | "T" => 1099511627776.0,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "TB" => 1e12,
        "" => return Err(bad("a size needs a unit")),
        _ => return Err(bad(&format!("'{unit}' is not a unit of size"))),
    };
    let bytes = number * factor;
    if (1.0..1e18).contains(&bytes) { Ok(Some(bytes as u64)) } else { Err(bad("the size is out of range")) }
}

/// A number, the letters behind it, and the rest.
fn split(text: &str) -> Option<(f64, &str, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..digits].parse().ok()?;
    let tail = text[digits..].trim_start();
    let letters = tail.find(|c: char| !c.is_alphabetic()).unwrap_or(tail.len());
    Some((number, &tail[..letters], &tail[letters..]))
}

/// A time in few characters: `0.12 s`, `34 s`, `5 min 03 s`.
pub fn show_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.2} s")
    } else if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else if seconds < 3600.0 {
        format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
    } else {
        format!("{} h {:02} min", time.as_secs() / 3600, time.as_secs() / 60 % 60)
    }
}

/// A time limit as it was asked for: `30 s`, `1.5 s`, `5 min`.
pub fn show_limit(time: Duration) -> String {
    let seconds = time.as_secs();
    if time.subsec_nanos() != 0 {
        format!("{} s", (time.as_secs_f64() * 1000.0).round() / 1000.0)
    } else if seconds >= 3600 && seconds.is_multiple_of(3600) {
        format!("{} h", seconds / 3600)
    } else if seconds >= 60 && seconds.is_multiple_of(60) {
        format!("{} min", seconds / 60)
    } else {
        format!("{seconds} s")
    }
}

/// A size in few characters: `640 KiB`, `1.5 GiB`.
pub fn show_size(bytes: u64) -> String {
    let mut number = bytes as f64 / 1024.0;
    for unit in ["KiB", "MiB"] {
        if number < 1023.5 {
            return format!("{number:.0} {unit}");
        }
        number /= 1024.0;
    }
    format!("{number:.1} GiB")
}

/// `1 step`, `2 steps`.
pub fn count(number: usize, noun: &str) -> String {
    let ending = match (number, noun) {
        (1, _) => "",
        (_, "query") => return format!("{number} queries"),
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let seconds = |text| parse_time(text).map(|t| t.unwrap().as_secs_f64());
        assert_eq!(seconds("30s"), Ok(30.0));
        assert_eq!(seconds("30"), Ok(30.0));
        assert_eq!(seconds("5min"), Ok(300.0));
        assert_eq!(seconds("1h30min"), Ok(5400.0));
        assert_eq!(seconds("1.5 s"), Ok(1.5));
        assert_eq!(seconds("200ms"), Ok(0.2));
        assert_eq!(parse_time("none"), Ok(None));
        for bad in ["", "0s", "-1s", "5 parsecs", "s", "1s x", "1e99s", "99999999999999h", "..s"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4GiB"), Ok(Some(4 << 30)));
        assert_eq!(parse_size("0.5 GiB"), Ok(Some(1 << 29)));
        assert_eq!(parse_size("100MB"), Ok(Some(100_000_000)));
        assert_eq!(parse_size("none"), Ok(None));
        for bad in ["", "4", "0GiB", "4 GiB GiB", "GiB", "4XB", "-4GiB"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shown_in_few_characters() {
        assert_eq!(show_time(Duration::from_millis(123)), "0.12 s");
        assert_eq!(show_time(Duration::from_secs(303)), "5 min 03 s");
        assert_eq!(show_limit(Duration::from_secs(300)), "5 min");
        assert_eq!(show_limit(Duration::from_millis(1500)), "1.5 s");
        assert_eq!(show_size(3 << 29), "1.5 GiB");
        assert_eq!(show_size(700 << 10), "700 KiB");
        assert_eq!(count(1, "step"), "1 step");
        assert_eq!(count(0, "step"), "0 steps");
    }
}
