//! Resident memory of this process, from Linux's `/proc`; if the address space is limited, how far that is used up.

use std::fs::{File, read_to_string};
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::machine::give_back;

/// Bytes of a page of x86-64 Linux.
const PAGE: usize = 4 << 10;
/// File with the fields of this process.
pub(crate) const STATUS: &str = "/proc/self/status";

/// Mapped bytes that do not count if the address space is limited; else the maximum.
pub(crate) static UNCOUNTED: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Bytes taken up now; if these are more than `most`, unused memory is given back first.
pub fn at_least(most: usize) -> Option<usize> {
    let taken = pages()?;
    if taken <= most {
        return Some(taken);
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

/// Bytes taken up now.
pub fn now() -> Option<usize> {
    bytes(STATUS, "VmRSS")
}

/// Peak of the bytes taken up so far.
pub fn at_most() -> Option<usize> {
    bytes(STATUS, "VmHWM")
}

/// The machine's memory.
pub fn of_machine() -> Option<usize> {
    bytes("/proc/meminfo", "MemTotal")
}

fn bytes(file: &str, name: &str) -> Option<usize> {
    field(file, name)?.strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// Value of the first field of a name in a file of Linux whose lines are `NAME: VALUE`.
pub fn field(file: &str, name: &str) -> Option<String> {
    let text = read_to_string(file).ok()?;
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(field, _)| field.trim_end() == name).map(|(_, value)| value.trim().to_owned())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{STATUS, at_least, at_most, field, now};

    #[test]
    fn a_process_takes_up_something() {
        let held = now().expect("a field of the system's");
        assert!(held > 0 && at_most().is_some_and(|most| most > 0));
        assert_eq!(field(STATUS, "VmNone"), None);
        for most in [0, usize::MAX] {
            assert!(at_least(most).is_some_and(|taken| taken > 1 << 18 && taken < 1 << 40), "{most}");
        }
    }
}
