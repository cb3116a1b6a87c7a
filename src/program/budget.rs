//! Budgets of a search: memory, time and threads, from options, the environment or the machine; how they are typed; and the
//! memory of this process, from Linux's `/proc` (if the address space is limited, how far that is used up).

use std::env::var_os;
use std::fs::{File, read_to_string};
use std::io::Read;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};

use crate::machine::give_back;
use traybit_core::input::unexpected;
use traybit_core::search::limits::{Limits, MemoryMonitor};

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

/// Bytes of a page of x86-64 Linux.
const PAGE: usize = 4 << 10;
/// File with the fields of this process.
pub(crate) const STATUS: &str = "/proc/self/status";

/// Mapped bytes that do not count if the address space is limited; else the maximum.
static UNCOUNTED: AtomicUsize = AtomicUsize::new(usize::MAX);

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
        let memory = memory.unwrap_or_else(|| allowed_memory() / 5 * 4);
        let memory = address_space().map_or(memory, |space| {
            let memory = memory.min((space.saturating_sub(MAPPED) / 2).max(LEAST_MEMORY));
            UNCOUNTED.store(space.saturating_sub(SPARE + memory), Ordering::Relaxed);
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

/// The bytes that this process may use: the machine's memory or the smallest limit of its control groups.
fn allowed_memory() -> usize {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(group_limit).chain(of_machine());
    // Not Linux: a guess that small machines survive.
    limits.min().unwrap_or(4 << 30)
}

/// The bytes that this process may map, as `ulimit -v` says.
fn address_space() -> Option<usize> {
    let (limit, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    usize::try_from(limit).ok().filter(|_| limit != RLIM_INFINITY)
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
        // Version 2 writes "max" if there is none.
        read_to_string(place).ok()?.trim().parse().ok()
    };
    Path::new(path).ancestors().filter_map(limit).min()
}

/// Bytes in use now; if these are more than `most`, unused memory is given back first.
pub fn taken(most: usize) -> Option<usize> {
    let now = pages()?;
    if now <= most {
        return Some(now);
    }
    give_back();
    pages()
}

/// The first numbers of `statm`: the quickest way to ask, a few microseconds, without allocation.
fn pages() -> Option<usize> {
    let mut text = [0; 64];
    let length = File::open("/proc/self/statm").ok()?.read(&mut text).ok()?;
    let text = str::from_utf8(&text[..length]).ok()?;
    let mut numbers = text.split(' ').map(|number| number.parse::<usize>().ok()?.checked_mul(PAGE));
    let (mapped, resident) = (numbers.next()??, numbers.next()??);
    Some(resident.max(mapped.saturating_sub(UNCOUNTED.load(Ordering::Relaxed))))
}

/// Peak of the bytes in use so far.
pub fn most_taken() -> Option<usize> {
    bytes(STATUS, "VmHWM")
}

/// The machine's memory.
fn of_machine() -> Option<usize> {
    bytes("/proc/meminfo", "MemTotal")
}

fn bytes(file: &str, name: &str) -> Option<usize> {
    field(file, name)?.strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// Value of the first field of a name in a file of Linux whose lines are `NAME: VALUE`.
pub(crate) fn field(file: &str, name: &str) -> Option<String> {
    let text = read_to_string(file).ok()?;
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(field, _)| field.trim_end() == name).map(|(_, value)| value.trim().to_owned())
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

    use super::{
        Budget, FEW_THREADS, MOST_THREADS, STATUS, allowed_memory, field, most_taken, parse_size,
        parse_threads, parse_time, taken,
    };

    #[test]
    fn options_come_first() {
        let budget = Budget::of(Some(50 << 20), Some(Duration::MAX), Some(3)).unwrap();
        assert_eq!(budget, Budget { memory: 50 << 20, time: Some(Duration::MAX), threads: 3 });
        assert_eq!(budget.limits(Instant::now()).deadline, None);
        assert!(allowed_memory() > 1 << 20);
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_takes_up_something() {
        assert!(most_taken().is_some_and(|most| most > 0));
        assert_eq!(field(STATUS, "VmNone"), None);
        for most in [0, usize::MAX] {
            assert!(taken(most).is_some_and(|taken| taken > 1 << 18 && taken < 1 << 40), "{most}");
        }
    }
}
