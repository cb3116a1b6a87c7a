//! Budgets of a search: memory, time and threads, from options, the environment or the machine; and how they are typed.

use std::env::var_os;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use crate::memory::{address_space, allowed, count_mapped_above, taken};
use traybit_core::search::limits::MemoryMonitor;
use traybit_core::{Limits, unexpected};

/// Minimum memory of a search, or its budget if that is less, however much the rest of the program uses.
const LEAST_MEMORY: usize = 32 << 20;
/// Memory for each thread: with less, fewer threads do more, as each has tables, buffers and a heap of its own.
const MEMORY_OF_A_THREAD: usize = 16 << 20;
/// Address space of a program and its threads, without what it allocates.
const MAPPED: usize = 128 << 20;
/// Address space left when a budget is used up: the allocator maps 32 MiB at a time, and aligns them.
const SPARE: usize = 96 << 20;
/// Threads that a budget may have on a machine with fewer processors.
const FEW_THREADS: usize = 8;
/// Maximum number of threads: each costs memory whether it works or not.
const MOST_THREADS: usize = 1024;

/// Budgets of one run of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub memory: usize,
    /// Wall time of the whole run; none: as long as it takes.
    pub time: Option<Duration>,
    /// Threads, 1 or more.
    pub threads: usize,
}

impl Budget {
    /// Budgets from options, or else from `TRAYBIT_MEMORY`, `TRAYBIT_TIME` and `TRAYBIT_THREADS` (an empty value counts as
    /// unset), or else four fifths of the memory and all processors that this process may use.
    ///
    /// A limit of the address space (`ulimit -v`) bounds the memory: blocks do not fill it without gaps. Threads are
    /// limited to the processors (or eight), and by the memory that each needs. An error names the variable.
    pub fn of(memory: Option<usize>, time: Option<Duration>, threads: Option<usize>) -> Result<Self, String> {
        let memory = or_variable(memory, "TRAYBIT_MEMORY", parse_size)?;
        let time = or_variable(time, "TRAYBIT_TIME", parse_time)?;
        let threads = or_variable(threads, "TRAYBIT_THREADS", parse_threads)?;
        let memory = memory.unwrap_or_else(|| allowed() / 5 * 4);
        let memory = address_space().map_or(memory, |space| {
            let memory = memory.min((space.saturating_sub(MAPPED) / 2).max(LEAST_MEMORY));
            count_mapped_above(space.saturating_sub(SPARE + memory));
            memory
        });
        let processors = available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
        let useful = processors.max(FEW_THREADS).min(memory / MEMORY_OF_A_THREAD).max(1);
        Ok(Self { memory, time, threads: threads.unwrap_or(processors).min(useful) })
    }

    /// Limits of a search, the time counted from `began`. The memory is that of the whole process: a search
    /// gets what the program does not use yet, and ends when the process exceeds the budget. A budget that
    /// hardly suffices for the program itself goes to the search alone.
    pub fn limits(&self, began: Instant) -> Limits {
        let now = taken(0).unwrap_or(0);
        let memory = self.memory.saturating_sub(now).max(self.memory.min(LEAST_MEMORY));
        let is_tight = memory.saturating_add(now) > self.memory;
        let most = if is_tight { memory + now + LEAST_MEMORY } else { self.memory };
        Limits {
            // A time beyond the clock's range is no limit.
            deadline: self.time.and_then(|time| began.checked_add(time)),
            memory,
            threads: self.threads,
            monitor: Some(Arc::new(MemoryMonitor::new(most, taken))),
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
    let value = var_os(name).filter(|value| !value.is_empty());
    let parsed = value.map(|value| parse(&value.to_string_lossy())).transpose();
    parsed.map_err(|error| format!("the environment variable {name}: {error}"))
}

/// Bytes, as a number with a unit or none: `K`, `M`, `G`, `T` and `KiB` … count by 1024, `KB` … by 1000.
pub fn parse_size(text: &str) -> Result<usize, String> {
    const EXPECTED: &str = "bytes, such as 500MB, 4G or 4GiB";
    let (number, unit) = number_and_unit(text, EXPECTED)?;
    let unit = unit.to_ascii_lowercase();
    let (prefix, base) = match unit.as_bytes() {
        b"" | b"b" => (b' ', 1024f64),
        [prefix] | [prefix, b'i', b'b'] => (*prefix, 1024f64),
        [prefix, b'b'] => (*prefix, 1000f64),
        _ => return Err(unexpected(EXPECTED, text)),
    };
    let power = b" kmgt".iter().position(|&known| known == prefix);
    let power = power.ok_or_else(|| unexpected(EXPECTED, text))?;
    // Saturates: more than the address space counts as all of it.
    Ok((number * base.powi(power as i32)) as usize)
}

/// A time, as a number of seconds or with a unit: `ms`, `s`, `m` or `h`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "a time, such as 10, 500ms, 2m or 1h";
    let (number, unit) = number_and_unit(text, EXPECTED)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(unexpected(EXPECTED, text)),
    };
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// A number of threads.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    number.ok_or_else(|| unexpected(&format!("1 to {MOST_THREADS} threads"), text))
}

/// Digits, perhaps with a decimal point, and the text after them.
fn number_and_unit<'a>(text: &'a str, expected: &str) -> Result<(f64, &'a str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = number.parse().map_err(|_| unexpected(expected, text))?;
    Ok((number, unit.trim_start()))
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::thread::available_parallelism;
    use std::time::{Duration, Instant};

    use super::{Budget, FEW_THREADS, MOST_THREADS, allowed, parse_size, parse_threads, parse_time};

    #[test]
    fn options_come_first() {
        let budget = Budget::of(Some(50 << 20), Some(Duration::MAX), Some(3)).unwrap();
        assert_eq!(budget, Budget { memory: 50 << 20, time: Some(Duration::MAX), threads: 3 });
        assert_eq!(budget.limits(Instant::now()).deadline, None);
        assert!(allowed() > 1 << 20);
    }

    #[test]
    fn threads_are_as_many_as_are_of_use() {
        let threads =
            |memory: usize, threads: usize| Budget::of(Some(memory), None, Some(threads)).unwrap().threads;
        assert_eq!([threads(1 << 20, 64), threads(40 << 20, 64), threads(40 << 20, 1)], [1, 2, 1]);
        let processors = available_parallelism().map_or(1, NonZero::get);
        assert_eq!(threads(usize::MAX, 1 << 10), processors.clamp(FEW_THREADS, MOST_THREADS));
    }

    #[test]
    fn sizes_have_units() {
        let plain = [("0", 0), ("12", 12), ("12b", 12), ("3K", 3 << 10), ("3 kib", 3 << 10), ("3KB", 3000)];
        let large = [("1.5M", 3 << 19), ("2GB", 2_000_000_000), ("2GiB", 2 << 30), ("1t", 1 << 40)];
        let most = ("99999999999999999999999999T", usize::MAX);
        for (text, bytes) in plain.into_iter().chain(large).chain([most]) {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1", "1X", "1GiBs", "1.2.3", "1e9", "four", ".", "1iB"] {
            assert!(parse_size(text).unwrap_err().starts_with("expected bytes"), "{text}");
        }
    }

    #[test]
    fn times_and_threads() {
        for (text, milliseconds) in
            [("2", 2000), ("0.25s", 250), ("150ms", 150), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(parse_time("9999999999999999999999999h"), Ok(Duration::MAX));
        for text in ["", "s", "-1", "1d", "soon", "1 2"] {
            assert!(parse_time(text).unwrap_err().starts_with("expected a time"), "{text}");
        }
        for (text, threads) in [("1", Some(1)), ("64", Some(64)), ("0", None), ("1025", None), ("1.5", None)]
        {
            assert_eq!(parse_threads(text).ok(), threads, "{text}");
        }
    }
}
