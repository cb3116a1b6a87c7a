//! Sizes, times and numbers of threads as they are typed.

use std::time::Duration;

/// Maximum number of threads: each costs memory whether it works or not.
pub(crate) const MOST_THREADS: usize = 1024;

/// Bytes, as a number with a unit or none: `K`, `M`, `G`, `T` and `KiB` … count by 1024, `KB` … by 1000.
///
/// # Errors
/// A sentence with the expected and the found text.
pub fn parse_size(text: &str) -> Result<usize, String> {
    const EXPECTED: &str = "bytes, such as 500MB, 4G or 4GiB";
    let (number, unit) = number_and_unit(text, EXPECTED)?;
    let unit = unit.to_ascii_lowercase();
    let (power, base) = match unit.as_bytes() {
        b"" | b"b" => (0, 1024f64),
        [prefix] | [prefix, b'i', b'b'] => (power_of(*prefix, text, EXPECTED)?, 1024f64),
        [prefix, b'b'] => (power_of(*prefix, text, EXPECTED)?, 1000f64),
        _ => return Err(unexpected(text, EXPECTED)),
    };
    // Saturates: more than the address space holds is as good as all of it.
    Ok((number * base.powi(power)) as usize)
}

fn power_of(prefix: u8, text: &str, expected: &str) -> Result<i32, String> {
    let place = b"kmgt".iter().position(|&known| known == prefix);
    place.map(|place| place as i32 + 1).ok_or_else(|| unexpected(text, expected))
}

/// A time, as a number of seconds or with a unit: `ms`, `s`, `m` or `h`.
///
/// # Errors
/// A sentence with the expected and the found text.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "a time, such as 10, 500ms, 2m or 1h";
    let (number, unit) = number_and_unit(text, EXPECTED)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(unexpected(text, EXPECTED)),
    };
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// A number of threads.
///
/// # Errors
/// A sentence with the expected and the found text.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    number.ok_or_else(|| unexpected(text, &format!("1 to {MOST_THREADS} threads")))
}

/// Digits, perhaps with a point, and what follows them.
fn number_and_unit<'a>(text: &'a str, expected: &str) -> Result<(f64, &'a str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = number.parse().map_err(|_| unexpected(text, expected))?;
    Ok((number, unit.trim_start()))
}

fn unexpected(text: &str, expected: &str) -> String {
    format!("expected {expected}, found {text:?}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{parse_size, parse_threads, parse_time};

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("0", 0),
            ("12", 12),
            ("12b", 12),
            ("3K", 3 << 10),
            ("3 kib", 3 << 10),
            ("3KB", 3000),
            ("1.5M", 3 << 19),
            ("2GB", 2_000_000_000),
            ("2GiB", 2 << 30),
            ("1t", 1 << 40),
            ("99999999999999999999999999T", usize::MAX),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1", "1X", "1GiBs", "1.2.3", "1e9", "four", ".", "1iB"] {
            assert!(parse_size(text).unwrap_err().starts_with("expected bytes"), "{text}");
        }
    }

    #[test]
    fn times_and_threads() {
        assert_eq!(parse_time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(parse_time("0.25s"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_time("150ms"), Ok(Duration::from_millis(150)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_mins(2)));
        assert_eq!(parse_time("1h"), Ok(Duration::from_hours(1)));
        assert_eq!(parse_time("9999999999999999999999999h"), Ok(Duration::MAX));
        for text in ["", "s", "-1", "1d", "soon", "1 2"] {
            assert!(parse_time(text).unwrap_err().starts_with("expected a time"), "{text}");
        }
        assert_eq!((parse_threads("1"), parse_threads("64")), (Ok(1), Ok(64)));
        for text in ["0", "", "-1", "1025", "two", "1.5"] {
            assert!(parse_threads(text).is_err(), "{text}");
        }
    }
}
