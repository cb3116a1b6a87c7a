//! Resident memory of this process, from Linux's `/proc`; where the address space is limited, how far that is used up.

use std::fs::{File, read_to_string};
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::machine::give_back;

/// Bytes of a page. Every system that this asks, x86-64 Linux, has them of this size.
const PAGE: usize = 4 << 10;

/// Mapped bytes that are none of a budget, where the address space is limited; as many as there can be where it is not.
static UNCOUNTED: AtomicUsize = AtomicUsize::new(usize::MAX);

/// From now on mapped bytes beyond so many count as taken up.
pub(crate) fn count_mapped_beyond(bytes: usize) {
    UNCOUNTED.store(bytes, Ordering::Relaxed);
}

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
    field("VmRSS:")
}

/// Peak of the bytes taken up so far.
pub fn at_most() -> Option<usize> {
    field("VmHWM:")
}

fn field(name: &str) -> Option<usize> {
    let status = read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix(name))?.trim();
    kibibytes.strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{at_least, at_most, field, now};

    #[test]
    fn a_process_takes_up_something() {
        let held = now().expect("a field of the system's");
        assert!(held > 0 && at_most().is_some_and(|most| most > 0));
        assert_eq!(field("VmNone:"), None);
        for most in [0, usize::MAX] {
            assert!(at_least(most).is_some_and(|taken| taken > 1 << 18 && taken < 1 << 40), "{most}");
        }
    }
}
