//! Sorted lists of anchors: what differs between two, and the one nearest to a target.

/// Calls `change` with each anchor that is in just one of two lists, and whether it is in the second.
pub(super) fn changes(old: &[u16], new: &[u16], mut change: impl FnMut(u16, bool)) {
    let (mut old, mut new) = (old.iter().copied().peekable(), new.iter().copied().peekable());
    loop {
        match (old.peek().copied(), new.peek().copied()) {
            (Some(a), Some(b)) if a == b => {
                old.next();
                new.next();
            }
            (Some(a), b) if b.is_none_or(|b| a < b) => {
                change(a, false);
                old.next();
            }
            (_, Some(b)) => {
                change(b, true);
                new.next();
            }
            (_, None) => break,
        }
    }
}

/// Replaces an anchor, which must be in the list, by one that is not.
pub(super) fn replace(list: &mut [u16], old: u16, new: u16) {
    let at = list.partition_point(|&anchor| anchor < old);
    if new > old {
        let end = list.partition_point(|&anchor| anchor < new);
        list[at..end].rotate_left(1);
        list[end - 1] = new;
    } else {
        let begin = list.partition_point(|&anchor| anchor < new);
        list[begin..=at].rotate_right(1);
        list[begin] = new;
    }
}

/// Candidates on either side of the target in reading order; the nearest one is nearly always among them.
const WINDOW: usize = 128;
/// Distance if none was found: the height plus the width of the largest tray.
const FAR: u32 = 512;

/// Steps from `target` to the nearest of the ascending `candidates` that `counts` accepts, and that candidate.
pub(super) fn nearest(
    target: u16,
    candidates: &[u16],
    width: u16,
    counts: impl Fn(u16) -> bool,
) -> (u32, Option<u16>) {
    let at = candidates.partition_point(|&candidate| candidate < target);
    let window = &candidates[at.saturating_sub(WINDOW)..(at + WINDOW).min(candidates.len())];
    let steps = |from: u16| {
        u32::from((from / width).abs_diff(target / width))
            + u32::from((from % width).abs_diff(target % width))
    };
    let near = window.iter().copied().map(|candidate| (steps(candidate), Some(candidate)));
    near.filter(|&(_, candidate)| candidate.is_some_and(&counts)).min().unwrap_or((FAR, None))
}

/// Finds the nearest candidate as [`nearest`] does, and removes it: no block can serve two targets.
pub(super) fn take_nearest(target: u16, candidates: &mut Vec<u16>, width: u16) -> (u32, Option<u16>) {
    let found = nearest(target, candidates, width, |_| true);
    if let Some(at) = found.1.and_then(|taken| candidates.binary_search(&taken).ok()) {
        candidates.remove(at);
    }
    found
}
