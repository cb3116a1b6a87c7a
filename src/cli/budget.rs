//! What a search may take: memory, time and threads, from options, the environment or the machine.

use std::env::var_os;
use std::fs::read_to_string;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::cli::machine::economise;
use crate::cli::resident;
use crate::search::gauge::Gauge;
use crate::search::limits::Limits;

/// More threads than any machine of this kind has; each costs memory whether it works or not.
const MOST_THREADS: usize = 1024;
/// A search may take so much, or its budget if that is less, whatever the program takes up besides.
const LEAST_MEMORY: usize = 32 << 20;

/// Budgets that somebody has set; what is absent comes from the environment, then from the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Bytes.
    pub memory: Option<usize>,
    /// Wall time of the whole run.
    pub time: Option<Duration>,
    /// Threads, 1 or more.
    pub threads: Option<usize>,
}

/// What one run of a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes.
    pub memory: usize,
    /// Wall time of the whole run; none: as long as it takes.
    pub time: Option<Duration>,
    /// Threads, 1 or more.
    pub threads: usize,
}

impl Budget {
    /// What is given, and for the rest `TRAYBIT_MEMORY`, `TRAYBIT_TIME` and `TRAYBIT_THREADS` (an empty value
    /// counts as unset), or else four fifths of the memory and all processors that this process may use.
    ///
    /// # Errors
    /// A sentence without its full stop that names the variable at fault.
    pub fn of(given: Given) -> Result<Self, String> {
        let memory = or_variable(given.memory, "TRAYBIT_MEMORY", parse_size)?;
        let time = or_variable(given.time, "TRAYBIT_TIME", parse_time)?;
        let threads = or_variable(given.threads, "TRAYBIT_THREADS", parse_threads)?;
        Ok(Self {
            memory: memory.unwrap_or_else(|| allowed_memory() / 5 * 4),
            time,
            threads: threads
                .unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS)),
        })
    }

    /// The same as a search takes it, the time counted from `began`. The memory is that of the whole process: a search
    /// gets what the program has not taken up by now, and ends when the process takes up more than all.
    ///
    /// A budget that hardly suffices for the program itself is the search's alone.
    #[must_use]
    pub fn limits(&self, began: Instant) -> Limits {
        economise(self.memory);
        let taken = resident::at_least(self.memory).unwrap_or(0);
        let memory = self.memory.saturating_sub(taken).max(self.memory.min(LEAST_MEMORY));
        let is_tight = memory.saturating_add(taken) > self.memory;
        let most = if is_tight { memory + taken + LEAST_MEMORY } else { self.memory };
        Limits {
            // A time too far off to be told is as good as none.
            deadline: self.time.and_then(|time| began.checked_add(time)),
            memory,
            threads: self.threads,
            gauge: Some(Arc::new(Gauge::new(most, resident::at_least))),
            ..Limits::default()
        }
    }
}

fn or_variable<T>(
    given: Option<T>,
    name: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    if given.is_some() {
        return Ok(given);
    }
    match var_os(name).filter(|value| !value.is_empty()) {
        None => Ok(None),
        Some(value) => parse(&value.to_string_lossy())
            .map(Some)
            .map_err(|fault| format!("the environment variable {name}: {fault}")),
    }
}

/// Bytes, as a number with a unit or none: `K`, `M`, `G`, `T` and `KiB` … count by 1024, `KB` … by 1000.
///
/// # Errors
/// What was expected and what was found.
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
/// What was expected and what was found.
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

/// What `--limit` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A time with its unit.
    Time(Duration),
    /// A number without one: seconds, unless a command counts something else.
    Bare {
        /// The number as a time.
        seconds: Duration,
        /// The number itself, if it is whole.
        whole: Option<u64>,
    },
}

impl Limit {
    /// The time, where nothing else is counted.
    #[must_use]
    pub fn time(self) -> Duration {
        match self {
            Self::Time(time) | Self::Bare { seconds: time, .. } => time,
        }
    }
}

/// A time as [`parse_time`] reads it, with or without a unit.
///
/// # Errors
/// What was expected and what was found.
pub fn parse_limit(text: &str) -> Result<Limit, String> {
    let time = parse_time(text)?;
    let is_bare = !text.contains(|c: char| c.is_ascii_alphabetic());
    Ok(if is_bare {
        Limit::Bare { seconds: time, whole: text.trim().parse().ok() }
    } else {
        Limit::Time(time)
    })
}

/// A number of threads.
///
/// # Errors
/// What was expected and what was found.
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

/// The bytes that this process may use: the machine's memory or the smallest limit of its control groups.
fn allowed_memory() -> usize {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    groups
        .lines()
        .filter_map(group_limit)
        .chain(machine_memory())
        .min()
        // Not Linux: a guess that small machines survive.
        .unwrap_or(4 << 30)
}

/// The machine's memory (`MemTotal`, which stands on the first line).
fn machine_memory() -> Option<usize> {
    let text = read_to_string("/proc/meminfo").ok()?;
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?.trim();
    kibibytes.strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// The smallest limit from one control group up to the root of its tree. A line is `0::PATH` (version 2) or
/// `NUMBER:CONTROLLERS:PATH` (version 1); inside a container the tree may begin anywhere below the root.
fn group_limit(line: &str) -> Option<usize> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?);
    let (tree, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let limit = |group: &Path| {
        let place = Path::new(tree).join(group.strip_prefix("/").unwrap_or(group)).join(file);
        // Version 2 writes "max" for none, which is no number.
        read_to_string(place).ok()?.trim().parse().ok()
    };
    Path::new(path).ancestors().filter_map(limit).min()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Budget, Given, Limit, allowed_memory, parse_limit, parse_size, parse_threads, parse_time};

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

    #[test]
    fn a_limit_has_a_unit_or_none() {
        let bare = |milliseconds, whole| Limit::Bare { seconds: Duration::from_millis(milliseconds), whole };
        assert_eq!(parse_limit("5"), Ok(bare(5000, Some(5))));
        assert_eq!(parse_limit(" 0 "), Ok(bare(0, Some(0))));
        assert_eq!(parse_limit("0.5"), Ok(bare(500, None)));
        assert_eq!(parse_limit("5s"), Ok(Limit::Time(Duration::from_secs(5))));
        assert_eq!(parse_limit("5 ms").map(Limit::time), Ok(Duration::from_millis(5)));
        assert_eq!(parse_limit("5").map(Limit::time), Ok(Duration::from_secs(5)));
        assert!(parse_limit("five").is_err());
    }

    #[test]
    fn what_is_given_is_taken() {
        let given = Given { memory: Some(5), time: Some(Duration::MAX), threads: Some(3) };
        let budget = Budget::of(given).unwrap();
        assert_eq!(budget, Budget { memory: 5, time: Some(Duration::MAX), threads: 3 });
        assert_eq!(budget.limits(Instant::now()).deadline, None);
        assert!(allowed_memory() > 1 << 20);
    }
}
