//! Ascending lists of anchors: what differs between two, and one anchor put in another's place.

/// Calls `change` with each anchor that is in just one of two lists, and whether it is in the second.
pub fn changes(old: &[u16], new: &[u16], mut change: impl FnMut(u16, bool)) {
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

/// Calls `change` as [`changes`] does, and makes `old` equal to `new`.
pub(super) fn update(old: &mut Vec<u16>, new: &[u16], change: impl FnMut(u16, bool)) {
    if old[..] != *new {
        changes(old, new, change);
        old.clear();
        old.extend_from_slice(new);
    }
}

/// Replaces an anchor, which must be in the list, by one that is not.
pub fn replace(list: &mut [u16], old: u16, new: u16) {
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
