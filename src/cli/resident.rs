//! The memory that this process takes up, as Linux tells it.

use std::fs::read_to_string;

/// Bytes taken up now.
pub(crate) fn now() -> Option<usize> {
    field("VmRSS:")
}

/// The most bytes taken up so far.
pub(crate) fn at_most() -> Option<usize> {
    field("VmHWM:")
}

fn field(name: &str) -> Option<usize> {
    let status = read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix(name))?.trim();
    kibibytes.strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{at_most, field, now};

    #[test]
    fn a_process_takes_up_something() {
        let held = now().expect("a field of the system's");
        assert!(held > 0 && at_most().is_some_and(|most| most > 0));
        assert_eq!(field("VmNone:"), None);
    }
}
