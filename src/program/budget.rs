//! Budgets of a search: memory, time and threads, from options, the environment or the machine.

use std::env::var_os;
use std::fs::read_to_string;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};

use crate::amounts::MOST_THREADS;
pub use crate::amounts::{parse_size, parse_threads, parse_time};
use crate::resident;
use traybit_core::search::limits::Limits;
use traybit_core::search::memory_monitor::MemoryMonitor;

/// Memory that a search gets at least, or its budget if that is less, whatever the program takes up besides.
const LEAST_MEMORY: usize = 32 << 20;

/// Memory for each thread: below it less of them do more, since each has tables, buffers and a heap of its own.
const MEMORY_OF_A_THREAD: usize = 16 << 20;

/// Address space of a program and its threads, without what it allocates.
const MAPPED: usize = 128 << 20;

/// Address space that is left when a budget is used up: the allocator maps 32 MiB at a time, and aligns them.
const SPARE: usize = 96 << 20;

/// Threads that a budget may have on a machine with fewer processors.
const FEW_THREADS: usize = 8;

/// Budgets from options; absent ones come from the environment, then from the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// Bytes.
    pub memory: Option<usize>,
    /// Wall time of the whole run.
    pub time: Option<Duration>,
    /// Threads, 1 or more.
    pub threads: Option<usize>,
}

/// Budgets of one run of a program.
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
    /// Options override the environment: for absent ones `TRAYBIT_MEMORY`, `TRAYBIT_TIME` and `TRAYBIT_THREADS` (an empty value
    /// counts as unset), or else four fifths of the memory and all processors that this process may use.
    ///
    /// A limit of the address space (`ulimit -v`) bounds the memory: blocks do not fill it without gaps.
    /// Threads are no more than are of use: as many as there are processors (or eight), and as the memory suffices for.
    ///
    /// # Errors
    /// A sentence without its full stop that names the variable.
    pub fn of(given: Given) -> Result<Self, String> {
        let memory = or_variable(given.memory, "TRAYBIT_MEMORY", parse_size)?;
        let time = or_variable(given.time, "TRAYBIT_TIME", parse_time)?;
        let threads = or_variable(given.threads, "TRAYBIT_THREADS", parse_threads)?;
        let memory = memory.unwrap_or_else(|| allowed_memory() / 5 * 4);
        let memory = address_space().map_or(memory, |space| {
            let memory = memory.min((space.saturating_sub(MAPPED) / 2).max(LEAST_MEMORY));
            resident::count_mapped_beyond(space.saturating_sub(SPARE + memory));
            memory
        });
        let processors = available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
        let useful = processors.max(FEW_THREADS).min(memory / MEMORY_OF_A_THREAD).max(1);
        Ok(Self { memory, time, threads: threads.unwrap_or(processors).min(useful) })
    }

    /// The limits of a search, the time counted from `began`. The memory is that of the whole process: a search
    /// gets what the program has not taken up by now, and ends when the process takes up more than all.
    ///
    /// A budget that hardly suffices for the program itself is the search's alone.
    pub fn limits(&self, began: Instant) -> Limits {
        let taken = resident::at_least(0).unwrap_or(0);
        let memory = self.memory.saturating_sub(taken).max(self.memory.min(LEAST_MEMORY));
        let is_tight = memory.saturating_add(taken) > self.memory;
        let most = if is_tight { memory + taken + LEAST_MEMORY } else { self.memory };
        Limits {
            // A time too far off to be told is as good as none.
            deadline: self.time.and_then(|time| began.checked_add(time)),
            memory,
            threads: self.threads,
            monitor: Some(Arc::new(MemoryMonitor::new(most, resident::at_least))),
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
            .map_err(|error| format!("the environment variable {name}: {error}")),
    }
}

/// The bytes that this process may use: the machine's memory or the smallest limit of its control groups.
fn allowed_memory() -> usize {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    groups
        .lines()
        .filter_map(group_limit)
        .chain(resident::of_machine())
        .min()
        // Not Linux: a guess that small machines survive.
        .unwrap_or(4 << 30)
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
        // Version 2 writes "max" for none, which is no number.
        read_to_string(place).ok()?.trim().parse().ok()
    };
    Path::new(path).ancestors().filter_map(limit).min()
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::thread::available_parallelism;
    use std::time::{Duration, Instant};

    use super::{Budget, FEW_THREADS, Given, MOST_THREADS, allowed_memory};

    #[test]
    fn options_come_first() {
        let given = Given { memory: Some(50 << 20), time: Some(Duration::MAX), threads: Some(3) };
        let budget = Budget::of(given).unwrap();
        assert_eq!(budget, Budget { memory: 50 << 20, time: Some(Duration::MAX), threads: 3 });
        assert_eq!(budget.limits(Instant::now()).deadline, None);
        assert!(allowed_memory() > 1 << 20);
    }

    #[test]
    fn threads_are_as_many_as_are_of_use() {
        let threads = |memory: usize, threads: usize| {
            Budget::of(Given { memory: Some(memory), threads: Some(threads), time: None }).unwrap().threads
        };
        assert_eq!([threads(1 << 20, 64), threads(40 << 20, 64), threads(40 << 20, 1)], [1, 2, 1]);
        let processors = available_parallelism().map_or(1, NonZero::get);
        assert_eq!(threads(usize::MAX, 1 << 10), processors.clamp(FEW_THREADS, MOST_THREADS));
    }
}
