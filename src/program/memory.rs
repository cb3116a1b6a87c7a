//! The memory of this process and of the machine: on Linux from `/proc` (if the address space is limited, how far that is
//! used up) and the limits of control groups.

use std::fs::read_to_string;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use memory_stats::memory_stats;
#[cfg(unix)]
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};

use crate::machine::give_back;

/// File with the fields of this process.
pub(crate) const STATUS: &str = "/proc/self/status";

/// Mapped bytes that do not count if the address space is limited; else the maximum.
static UNCOUNTED: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The bytes that this process may use: the machine's memory or the smallest limit of its control groups.
pub(crate) fn allowed() -> usize {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(group_limit).chain(bytes("/proc/meminfo", "MemTotal"));
    // Not Linux: a guess that small machines survive.
    limits.min().unwrap_or(4 << 30)
}

/// The bytes that this process may map, as `ulimit -v` says.
#[cfg(unix)]
pub(crate) fn address_space() -> Option<usize> {
    let (limit, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    usize::try_from(limit).ok().filter(|_| limit != RLIM_INFINITY)
}

#[cfg(not(unix))]
pub(crate) fn address_space() -> Option<usize> {
    None
}

/// Counts mapped bytes above these as taken: the address space is limited.
pub(crate) fn count_mapped_above(bytes: usize) {
    UNCOUNTED.store(bytes, Ordering::Relaxed);
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

fn pages() -> Option<usize> {
    let now = memory_stats()?;
    Some(now.physical_mem.max(now.virtual_mem.saturating_sub(UNCOUNTED.load(Ordering::Relaxed))))
}

/// Peak of the bytes in use so far, on Linux.
pub fn most_taken() -> Option<usize> {
    bytes(STATUS, "VmHWM")
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

#[cfg(test)]
mod tests {
    use super::{STATUS, field, most_taken, taken};

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
