//! The block nearest to a target.

/// Anchors looked at on either side of the target in reading order; the nearest one is nearly always among them.
const WINDOW: usize = 128;
/// Stands for a distance that was not found: the length and width of the largest tray together.
pub const FAR: u32 = 512;

/// The steps from `target` to the nearest of `candidates`, ascending, that `counts`, and which one it is.
pub fn to(target: u16, candidates: &[u16], width: u16, counts: impl Fn(u16) -> bool) -> (u32, Option<u16>) {
    let at = candidates.partition_point(|&candidate| candidate < target);
    let window = &candidates[at.saturating_sub(WINDOW)..(at + WINDOW).min(candidates.len())];
    let steps = |from: u16| {
        u32::from((from / width).abs_diff(target / width))
            + u32::from((from % width).abs_diff(target % width))
    };
    let near = window.iter().copied().map(|candidate| (steps(candidate), Some(candidate)));
    near.filter(|&(_, candidate)| candidate.is_some_and(&counts)).min().unwrap_or((FAR, None))
}

/// The nearest candidate, as [`to`] finds it, which then leaves the candidates: no block can serve two targets.
pub fn take(target: u16, candidates: &mut Vec<u16>, width: u16) -> (u32, Option<u16>) {
    let found = to(target, candidates, width, |_| true);
    if let Some(at) = found.1.and_then(|taken| candidates.binary_search(&taken).ok()) {
        candidates.remove(at);
    }
    found
}
