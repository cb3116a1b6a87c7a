//! Points that solvers and checkers both get.

/// Points for right statuses of a program.
pub(super) const STATUSES: f64 = 2.0;

/// The place of each: 1 and how many have fewer failures, or as many and less time.
pub(super) fn places(keys: &[(usize, f64)]) -> Vec<usize> {
    let is_better = |one: &(usize, f64), other: &(usize, f64)| {
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).is_lt()
    };
    keys.iter().map(|own| 1 + keys.iter().filter(|other| is_better(other, own)).count()).collect()
}
